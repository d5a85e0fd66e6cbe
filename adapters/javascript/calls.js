// Makes the calls that standard input lists, one per line, and writes the trace. adapters/README.md describes the lines.
"use strict";

const { Trace } = require("./plywood_trace.js");

const header = {};
let trace = null;
for (const row of require("fs").readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const [call, ...words] = row.split("\t");
  // A dash, or the end of the line, means that the argument is omitted.
  const text = (at) => (words[at] === undefined || words[at] === "-" ? null : words[at]);
  const number = (at) => Number(words[at]);
  const score = (at) => (text(at) === null ? null : number(at));
  const is = (at) => text(at) === "true";
  const calls = {
    text: () => (header[words[0]] = words[1]),
    list: () => (header[words[0]] = words.slice(1)),
    number: () => (header[words[0]] = number(1)),
    json: () => (header[words[0]] = JSON.parse(words[1])),
    open: () => (trace = new Trace((line) => process.stdout.write(line), number(0), words[1], header)),
    root: () => trace.root(number(0)),
    new_pass: () => trace.newPass(words[0], number(1), number(2), number(3)),
    enter: () => trace.enter(text(0), number(1), number(2), number(3), words.slice(4)),
    created: () => trace.created(words[0], score(1)),
    judged: () => trace.judged(words[0], number(1), words[2], number(3), number(4), words[5], text(6), text(7)),
    leave: () => trace.leave(number(0), words[1]),
    hash: () => trace.hash(text(0), number(1), number(2), words[3], is(4), text(5), is(6)),
    quiet: () => trace.quiet(),
    aloud: () => trace.aloud(),
    null_move: () => trace.nullMove(text(0), number(1), number(2), number(3), number(4), is(5)),
    extended: () => trace.extended(text(0), number(1), text(2)),
    reduced: () => trace.reduced(text(0), number(1), text(2)),
    again: () => trace.again(words[0], words[1], number(2), number(3), number(4), text(5)),
    stand_pat: () => trace.standPat(number(0), number(1), number(2), words[3]),
    pruned: () => trace.pruned(words[0], words[1], score(2), number(3), number(4), text(5)),
    result: () => trace.result(number(0), words.slice(2), is(1)),
  };
  if (!calls[call]) throw new Error(`no call is named ${call}`);
  calls[call]();
}
