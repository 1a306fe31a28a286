// Runs a program for WebAssembly in Node.js: node run.mjs PROGRAM.wasm [ARGUMENT..]
import { readFileSync, readSync, writeSync } from "node:fs";

import { run } from "./wasi.mjs";

const [path, ...rest] = process.argv.slice(2);
process.on("uncaughtException", (error) => { // nobody reads what it prints: head, for example
  if (error.code !== "EPIPE") throw error;
  process.exit(1);
});
const write = (bytes, file) => {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
};
const read = (bytes) => readSync(0, bytes);
process.exitCode = await run(await WebAssembly.compile(readFileSync(path)), { args: [path, ...rest], write, read });
