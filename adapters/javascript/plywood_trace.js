// Writes the trace of a search in plywood's format (docs/trace-format.md), version 1, as JSON Lines. No dependencies; runs in Node.js
// (`require`) and in browsers. In a browser or an ES module, import the file and take `globalThis.plywood`.
//
// Scores are whole thousandths of a pawn, for the side to move (in created, judged and pruned: for the side that moved). Mates are MATE
// minus the plies from the root. adapters/README.md describes the methods, which are the same in every language. Values that you can leave
// out can be null: the move at the root, score, leaf, best, why.
"use strict";

const plywood = (() => {
  const MATE = 1_000_000_000;
  const INF = 2 * MATE;
  const OVER = ["lost", "drawn", "won"];
  const SCORED = [...OVER, "horizon", "childless", "tablebase", "stand_pat"];
  const COUNTS = "created entered leaves terminals judged raised cutoffs first_move_cutoffs skipped".split(" ");

  /** Returns the score of being mated `ply` half-moves after the root. */
  const matedIn = (ply) => ply - MATE;

  /** A score as a trace writes it. No score is beyond MATE, so a larger number is infinite. */
  function scoreJson(score) {
    if (Math.abs(score) > MATE) return score > 0 ? "+inf" : "-inf";
    if (score === MATE) return { won: 0 };
    if (Math.abs(score) >= MATE - 1000) return { mate: score > 0 ? MATE - score : -(score + MATE) || 0 };
    return score / 1000;
  }

  /** A window as a trace writes it. An end at or beyond MATE is not a bound, so it is infinite. */
  function windowJson(alpha, beta) {
    const end = (score) => scoreJson(score >= MATE ? INF : score <= -MATE ? -INF : score);
    return { alpha: end(alpha), beta: end(beta) };
  }

  /** The fields that are not left out. */
  const given = (fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
  const scored = (score) => (score === null || score === undefined ? null : scoreJson(score));

  class Trace {
    #write;
    #line = [];
    #nodes = [];
    #counts = Object.fromEntries(COUNTS.map((name) => [name, 0]));
    #silence = 0;
    #untold = { entered: 0, leaves: 0 };

    /** `write` takes a line of text; `header` has further fields, such as { fen, techniques: ["tt"], tolerance: 0.005 }. */
    constructor(write, depth, algorithm, { order = "none", ...header } = {}) {
      this.#write = (fields) => write(JSON.stringify(fields) + "\n");
      this.#write({ format: "plywood-trace", version: 1, ...header, depth, algorithm, order });
    }

    #count(name, times = 1) {
      if (times) this.#counts[name] = (this.#counts[name] ?? 0) + Number(times);
    }

    #event(event, move, fields, ...counts) {
      if (this.#silence) return;
      for (const name of counts) this.#count(name);
      const line = move === null || move === undefined ? this.#line : [...this.#line, move];
      this.#write({ event, line, ...given(fields) });
    }

    /** Stops writing until `aloud` has been called equally often. Use it around the search below a null move. */
    quiet() {
      if (this.#silence++ === 0) this.#untold = { entered: 0, leaves: 0 };
    }

    aloud() {
      this.#silence--;
    }

    /** Records that the search begins; `score` is the static evaluation of the root. */
    root(score) {
      this.#count("created");
      this.#write({ event: "root", score: scoreJson(score) });
    }

    /** Records that the whole tree will be searched, for the first time or again: iteration, aspiration, test ... */
    newPass(word, depth, alpha, beta) {
      this.#count("passes");
      this.#write({ event: "pass", pass: word, depth, window: windowJson(alpha, beta) });
    }

    /** Records that the search enters the node after `move` and will try these moves. */
    enter(move, depth, alpha, beta, moves) {
      this.#untold.entered++;
      if (this.#silence) return;
      if (move !== null && move !== undefined) this.#line.push(move);
      this.#nodes.push({ moves: moves.length, judged: 0, pruned: 0 });
      this.#event("enter", null, { depth, window: windowJson(alpha, beta), moves }, "entered");
    }

    /** Records that the engine made `move`; pass the static evaluation of the position if the engine has computed it. */
    created(move, score = null) {
      this.#event("created", move, { number: this.#counts.created, score: scored(score) }, "created");
    }

    /** Records the comparison of the score of `move` with the window: best, not_best or cutoff. */
    judged(move, score, bound, alpha, beta, verdict, leaf = null, why = null) {
      const isScored = SCORED.includes(leaf);
      if (isScored) this.#untold.leaves++;
      if (this.#silence) return;
      const node = this.#nodes.at(-1);
      node.judged++;
      if (leaf !== null) {
        this.#count("leaves", isScored);
        this.#count("unscored", !isScored && leaf !== "omitted");
        this.#count("terminals", OVER.includes(leaf));
        this.#count("tablebase", leaf === "tablebase");
        this.#count("stand_pats", leaf === "stand_pat");
      }
      let skipped = null;
      if (verdict === "best") this.#count("raised");
      if (verdict === "cutoff") {
        skipped = node.moves - node.judged - node.pruned || null;
        this.#count("cutoffs");
        this.#count("first_move_cutoffs", node.judged === 1);
        this.#count("skipped", skipped);
      }
      const fields = { score: scoreJson(score), bound, leaf, why, window: windowJson(alpha, beta), verdict, skipped };
      this.#event("judged", move, fields, "judged");
    }

    /** Records that the search leaves the node that it entered last. */
    leave(score, bound) {
      if (this.#silence) return;
      this.#event("leave", null, { score: scoreJson(score), bound });
      this.#nodes.pop();
      this.#line.pop();
    }

    /** Records that the transposition table has an entry for the position after `move`; `score` is for the side to move there. */
    hash(move, depth, score, bound, cut, best = null, isUntold = false) {
      const fields = { depth, score: scoreJson(score), bound, cut, move: best, untold: isUntold || null };
      this.#event("hash", move, fields, "hash_hits", ...(cut ? ["hash_cuts"] : []));
    }

    /** Records the score of a null move after `move`. The search below it ran between `quiet` and `aloud`. */
    nullMove(move, depth, alpha, beta, score, cut) {
      if (this.#silence) return;
      const { entered, leaves } = this.#untold;
      this.#untold = { entered: 0, leaves: 0 };
      this.#count("null_nodes", entered + leaves);
      const fields = { depth, window: windowJson(alpha, beta), score: scoreJson(score), cut, entered, leaves };
      this.#event("null_move", move, fields, "null_moves", ...(cut ? ["null_cuts"] : []));
    }

    /** Records that the node after `move` is searched some plies deeper. */
    extended(move, plies, why = null) {
      this.#event("extended", move, { plies, why }, "extended");
    }

    /** Records that the node after `move` is searched some plies shallower. */
    reduced(move, plies, why = null) {
      this.#event("reduced", move, { plies, why }, "reduced");
    }

    /** Records that the node after `move` is searched again: scout, reduced or other. */
    again(move, reason, depth, alpha, beta, why = null) {
      this.#event("again", move, { reason, why, depth, window: windowJson(alpha, beta) }, "searched_again");
    }

    /** Records that, in quiescence, the static evaluation of the node entered last causes no cutoff. */
    standPat(score, alpha, beta, verdict) {
      const fields = { score: scoreJson(score), window: windowJson(alpha, beta), verdict };
      this.#event("stand_pat", null, fields, ...(verdict === "best" ? ["stand_pats"] : []));
    }

    /** Records that `move` is not searched; `score` is the highest expected score, if known. */
    pruned(move, reason, score, alpha, beta, why = null) {
      if (this.#silence) return;
      this.#nodes.at(-1).pruned++;
      this.#event("pruned", move, { reason, why, score: scored(score), window: windowJson(alpha, beta) }, "pruned");
    }

    /** Writes the result of the search; the adapter has counted everything itself. */
    result(score, pv, complete = true) {
      const fields = { complete, score: scoreJson(score), best: pv[0] ?? null, pv, statistics: this.#counts };
      this.#write({ event: "result", ...fields });
    }
  }

  return { INF, MATE, Trace, matedIn, scoreJson, windowJson };
})();

if (typeof module === "undefined") globalThis.plywood = plywood;
else module.exports = plywood;
