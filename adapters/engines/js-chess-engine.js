// Traces a search of js-chess-engine (from npm), into which js-chess-engine.patch puts calls of the adapter.
// Usage: node js-chess-engine.js DEPTH QUIESCENCE FEN, next to node_modules and plywood_trace.js.
"use strict";

const path = require("path");
const { MATE, Trace } = require("./plywood_trace.js");
// The package exports only its main module.
const inside = (file) => require(path.join(__dirname, "node_modules/js-chess-engine/dist", file));
const { Evaluator } = inside("ai/Evaluator.js");
const { Search } = inside("ai/Search.js");
const { parseFEN } = inside("utils/fen.js");

const [depth, quiescence, fen] = process.argv.slice(2);
const thousandths = (score) => (Math.abs(score) < 990000 ? score * 10 : Math.sign(score) * (MATE - 1000000 + Math.abs(score)));
const board = parseFEN(fen);
const search = new Search();
const lines = [];
search.trace = new Trace((line) => lines.push(line), Number(depth), "js-chess-engine", {
  title: "js-chess-engine 2.4.6",
  fen,
  evaluation: "js-chess-engine",
  techniques: ["iterative", "tt", "killers", "check-extension", "quiescence"],
  draws: { repetition: 0, clock: 0, material: false },
});
search.trace.root(thousandths(Evaluator.evaluate(board, board.turn)));
const { score } = search.findBestMove(board, Number(depth), Number(quiescence));
search.trace.result(thousandths(score), search.line);
process.stdout.write(lines.join(""));
