// Answers requests with the module: one on each line of standard input, its answer on the same line of standard output. node check.mjs
// MODULE.wasm.lzma
import { readFileSync, writeSync } from "node:fs";

// The page's own script unpacks it, so this tests that script, too.
const unlzma = new Function(`${readFileSync(new URL("../lzma.js", import.meta.url))}; return unlzma;`)();
const module = await WebAssembly.compile(unlzma(readFileSync(process.argv[2])));
if (WebAssembly.Module.imports(module).length > 0) throw new Error("the module wants something from outside");
const { alloc, run, out, memory } = (await WebAssembly.instantiate(module, {})).exports;

function answer(text) {
  const request = Buffer.from(text);
  const at = alloc(request.length);
  Buffer.from(memory.buffer, at, request.length).set(request);
  const length = run();
  return Buffer.from(memory.buffer, out(), length);
}

// A pipe accepts what it can, and sometimes nothing yet.
function write(bytes) {
  for (let from = 0; from < bytes.length;) {
    try {
      from += writeSync(1, bytes, from);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

for (const line of readFileSync(0, "utf8").split("\n").slice(0, -1)) {
  write(answer(line));
  write(Buffer.from("\n"));
}
