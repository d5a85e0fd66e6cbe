// Shows the number of evaluated leaves, and goals for the reader.
const goals = {
  done: new Set(),
  // Whether the reader has seen a search that evaluated every leaf, and one that skipped some.
  seen: new Set(),
  // The minimum number of leaves for any search of the tree, once the library has computed it.
  fewest: undefined,

  // Returns whether a leaf has been read or skipped at a step, or neither.
  state({ cellAt }, node, step) {
    const [score, , , look] = cellAt(node, step);
    if (look === "not") return "skipped";
    return score === "" ? "" : "read";
  },

  // Accepts a new answer, and forgets the goals of another tree.
  take({ lines, is_tree }, view, names) {
    goals.fewest = undefined;
    const isTree = is_tree && lines.length > 1 && !names && view !== undefined;
    byId("looked").hidden = !isTree;
    byId("goals").hidden = !isTree || cutting.isOn;
    goals.leaves = isTree ? lines.map(([node]) => node) : [];
    byId("references").replaceChildren();
    if (isTree) byId("dots").replaceChildren(...goals.leaves.map(() => document.createElement("i")));
  },

  // Updates the count to a step.
  show(search, step) {
    const states = goals.leaves.map(node => goals.state(search, node, step));
    byId("read").textContent = states.filter(state => state === "read").length;
    byId("of").textContent = `of ${states.length}`;
    [...byId("dots").children].forEach((dot, index) => { dot.className = states[index] ?? ""; });
  },

  costs(costs) {
    const leaves = name => costs.find(row => row.name === name)?.leaves;
    const all = [["plain minimax", leaves("minimax")], ["best move ordering", leaves("alpha-beta, order best")]];
    goals.fewest = all[1][1];
    byId("references").replaceChildren(...all.filter(([, count]) => count !== undefined).flatMap(([name, count]) => [
      worded("dt", name), worded("dd", count),
    ]));
  },

  // The algorithms that skip nothing.
  readsAll: ["minimax", "negamax"],

  // Returns whether the search is alpha-beta without techniques or mistakes.
  isPlain() {
    const { mistake, with: techniques } = playground.request().search;
    return playground.answer.settings[0].algorithm === "alpha-beta" && !mistake && !techniques;
  },

  // Returns whether a leaf can be skipped. Below chance nodes, only a search that knows the range of the leaves cuts; a search with a mistake
  // may never cut.
  canCut({ drawing, main }) {
    const isSure = !goals.readsAll.includes(playground.answer.settings[0].algorithm) && !playground.request().search.mistake;
    return isSure && !drawing.svg.querySelector(".chance") || goals.leaves.some(node => goals.state(main, node, main.states.length) === "skipped");
  },

  // Returns the goals that make sense for this tree: name, text, and whether the goal is reached. A goal that was reached stays.
  all(search, { parents, names, canCut }, side) {
    const last = search.states.length;
    const states = goals.leaves.map(node => goals.state(search, node, last));
    const [read, all] = [states.filter(state => state === "read").length, states.length];
    const moves = parents.map((parent, node) => node > 0 && parent === 0 && node).filter(Boolean);
    const { pv } = search.states.at(-1);
    const isWhole = read === all;
    goals.seen.add(isWhole);
    // The last move at the root or, if it was the best move of the reader's first tree, the first one.
    if (!goals.isTouched) goals.isLast = !pv.includes(moves.at(-1));
    const third = moves.at(goals.isLast ? -1 : 0);
    const isTie = node => {
      const [score, compared, verdict] = search.cellAt(node, last);
      const bound = /^\S+ (\S+)/.exec(compared)?.[1];
      return /cutoff, skips \d/.test(verdict) && score.replace(/[^\d.-]/g, "") === bound;
    };
    const scores = moves.map(node => search.cellAt(node, last)[0]);
    return [
      [canCut && goals.seen.has(true), "skip", "make alpha-beta skip a leaf", !isWhole],
      [!isWhole || goals.isStill, "still", "change a dashed leaf and keep the answer", goals.isStill],
      [canCut && goals.seen.has(false), "every", "make every leaf needed", isWhole],
      [canCut && goals.fewest < all, "fewest", `get by with ${goals.fewest} leaves`, read === goals.fewest],
      [moves.length > 1, "third", `make ${side} choose ${names[third]}`, pv.includes(third)],
      [canCut, "tie", "make a tie cause a cutoff", parents.some((_, node) => isTie(node))],
      [!canCut && moves.length > 1, "equal", "make the best two moves equal", scores.filter(score => score === search.cellAt(0, last)[0]).length > 1],
    ].filter(([isSensible]) => isSensible).map(([, ...goal]) => goal);
  },

  // Shows the goals that are reached now and those that were reached before.
  tell(view) {
    const { data } = view.main;
    const side = view.drawing.heads[0]?.textContent || "MAX";
    const found = goals.all(view.main, { parents: data.parents, names: view.drawing.names, canCut: goals.canCut(view) }, side);
    byId("goals").querySelector("ul").replaceChildren(...found.map(([name, text, isDone]) => {
      if (isDone && goals.isTouched) goals.done.add(name);
      const item = worded("li", `… ${text}`);
      const has = goals.done.has(name);
      item.classList.toggle("done", has);
      item.append(make("span", { className: "unseen", textContent: has ? " (done)" : "" }));
      return item;
    }));
  },
};
