// Write alpha-beta (or minimax), then try it:
//
//     plywood exercise run -- node search.js
//
// console.log writes to standard error, so you can print what you like.

/**
 * Returns [value, best]: what `node` is worth for MAX, and its best child (null at a leaf).
 *
 * node.isLeaf()    whether it has no children
 * node.children()  its children, from left to right
 * node.value()     of a leaf: its value for MAX; of any other node: its static evaluation
 * depth            the number of plies to search; very large if there is no limit
 * isMax            whether MAX moves at this node; otherwise MIN does
 *
 * Only for tasks with chance nodes, or with players who do not take turns:
 * node.player()       who moves at the node: "max", "min" or "chance"
 * node.probability()  after a chance node: how likely it is that chance leads here
 *
 * Stop at a leaf, and when the depth is used up. Do not read a value that can no longer matter.
 */
function search(node, depth, isMax) {
  if (depth === 0 || node.isLeaf()) return [node.value(), null];
  // Fill in about ten lines here. You may also write other functions and classes.
  throw new Error("write the body of search() first");
}

// ---- Change nothing below this line: it talks to plywood. ----

const fs = require("fs");
console.log = console.error;
let waiting = "";

function readLine() {
  const buffer = Buffer.alloc(4096);
  while (!waiting.includes("\n")) {
    let count;
    try {
      count = fs.readSync(0, buffer);
    } catch (error) {
      if (error.code === "EAGAIN") continue;
      throw error;
    }
    if (count === 0) return null;
    waiting += buffer.toString("utf8", 0, count);
  }
  const end = waiting.indexOf("\n");
  const line = waiting.slice(0, end);
  waiting = waiting.slice(end + 1);
  return line;
}

class Node {
  constructor(path = []) {
    this.path = path;
  }
  tell(what) {
    fs.writeSync(1, `${what} ${this.path.join(".") || "-"}\n`);
  }
  ask(what) {
    return Number(this.askText(what));
  }
  askText(what) {
    this.tell(what);
    return readLine();
  }
  children() {
    if (this.kids) this.tell("again children");
    this.kids ??= Array.from({ length: this.ask("children") }, (_, i) => new Node([...this.path, i + 1]));
    return this.kids.slice();
  }
  isLeaf() {
    return this.children().length === 0;
  }
  player() {
    this.mover ??= this.askText("player");
    return this.mover;
  }
  probability() {
    this.chance ??= this.ask("probability");
    return this.chance;
  }
  value() {
    if (this.score !== undefined) this.tell("again value");
    this.score ??= this.ask("value");
    return this.score;
  }
}

for (let line = readLine(); line !== null; line = readLine()) {
  const words = line.split(" ");
  if (words[0] !== "search") continue;
  const depth = words.length > 4 ? Number(words[4]) : 1000;
  const result = search(new Node(), depth, words[2] === "max");
  if (!Array.isArray(result)) throw new Error(`search must return [value, best], not ${result}`);
  const [value, best] = result;
  if (value === null || value === undefined || value instanceof Node) {
    throw new Error("search must return the value first, and then the best child");
  }
  const hasBest = best !== null && best !== undefined;
  if (hasBest && !(best instanceof Node)) {
    throw new Error(`search must return a child (a Node, or null at a leaf), not ${best}`);
  }
  if (hasBest && best.path.length !== 1) {
    const why = best.path.length ? " Is the best move in a variable that all nodes share?" : "";
    throw new Error(`search returned ${best.path.join(".") || "root"} as the best child, which is not a child of the root.${why}`);
  }
  fs.writeSync(1, `answer ${value} ${hasBest ? best.path[0] : "-"}\n`);
}
