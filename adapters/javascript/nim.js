// Nim with one heap: the player who takes the last match wins. Alpha-beta, fail-soft; writes its trace to standard output.
"use strict";

const { INF, Trace, matedIn } = require("./plywood_trace.js");

const TURNED = { exact: "exact", lower: "upper", upper: "lower" };

/** Score and bound of a node for the side to move, and the best line below it. */
function search(trace, heap, move, depth, ply, alpha, beta) {
  const moves = ["1", "2", "3"].slice(0, heap);
  trace.enter(move, depth, alpha, beta, moves);
  let [best, bound, line] = [-INF, "upper", []];
  for (const name of moves) {
    const rest = heap - Number(name);
    let [score, proved, below, leaf] = [0, "exact", [], null];
    if (rest === 0 || depth === 1) {
      leaf = rest === 0 ? "lost" : "horizon";
      score = rest === 0 ? -matedIn(ply + 1) : 0;
      trace.created(name, score);
    } else {
      trace.created(name);
      [score, proved, below] = search(trace, rest, name, depth - 1, ply + 1, -beta, -alpha);
      [score, proved] = [-score, TURNED[proved]];
    }
    const verdict = beta <= score ? "cutoff" : alpha < score ? "best" : "not_best";
    trace.judged(name, score, proved, alpha, beta, verdict, leaf);
    best = Math.max(best, score);
    if (verdict !== "not_best") [bound, line] = [verdict === "cutoff" ? "lower" : proved, [name, ...below]];
    if (verdict === "cutoff") break;
    alpha = Math.max(alpha, score);
  }
  trace.leave(best, bound);
  return [best, bound, line];
}

const trace = new Trace((text) => process.stdout.write(text), 6, "alpha-beta", { title: "Nim, ten matches", fail: "soft" });
trace.root(0);
const [score, , line] = search(trace, 10, null, 6, 0, -INF, INF);
trace.result(score, line);
