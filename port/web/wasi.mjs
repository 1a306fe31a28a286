// The little of the system interface WASI that taut's programs use: input, output, arguments and a clock. The same for
// Node.js and for a page. What is not here answers that it does not exist.

const [OK, BAD_FILE, NO_SUCH_CALL] = [0, 8, 52];

/** What a program throws to end: the code that it ends with. */
export class Exit extends Error {
  constructor(code) {
    super(`the program ended with ${code}`);
    this.code = code;
  }
}

/** Makes an instance of a compiled module. `write(bytes, file)` gets what the program prints, to file 1 or 2;
 * `read(bytes)` fills what it wants from its standard input, and returns how many bytes there were. */
export async function instantiate(module, { args = ["program"], write = () => {}, read = () => 0 } = {}) {
  let memory = null;
  const view = () => new DataView(memory.buffer);
  const encoded = args.map((text) => new TextEncoder().encode(`${text}\0`));

  const calls = {
    args_sizes_get(count, size) {
      view().setUint32(count, encoded.length, true);
      view().setUint32(size, encoded.reduce((sum, bytes) => sum + bytes.length, 0), true);
      return OK;
    },
    args_get(pointers, texts) {
      for (const bytes of encoded) {
        view().setUint32(pointers, texts, true);
        new Uint8Array(memory.buffer).set(bytes, texts);
        pointers += 4;
        texts += bytes.length;
      }
      return OK;
    },
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return OK;
    },
    environ_get: () => OK,
    clock_time_get(clock, precision, result) {
      view().setBigUint64(result, BigInt(Math.round(performance.now() * 1e6)), true);
      return OK;
    },
    fd_fdstat_get(file, result) { // a terminal: so that each line is printed when it is written
      if (file > 2) return BAD_FILE;
      new Uint8Array(memory.buffer, result, 24).fill(0);
      view().setUint8(result, 2);
      return OK;
    },
    fd_write(file, pieces, count, written) {
      if (file !== 1 && file !== 2) return BAD_FILE;
      let total = 0;
      for (let i = 0; i < count; ++i) {
        const size = view().getUint32(pieces + 8 * i + 4, true);
        write(new Uint8Array(memory.buffer, view().getUint32(pieces + 8 * i, true), size).slice(), file);
        total += size;
      }
      view().setUint32(written, total, true);
      return OK;
    },
    fd_read(file, pieces, count, result) { // as much as is there for the first piece: a program asks again
      if (file !== 0) return BAD_FILE;
      const room = new Uint8Array(memory.buffer, view().getUint32(pieces, true), view().getUint32(pieces + 4, true));
      view().setUint32(result, read(room), true);
      return OK;
    },
    fd_close: () => OK,
    fd_prestat_get: () => BAD_FILE,
    proc_exit(code) {
      throw new Exit(code);
    },
  };

  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = calls[name] ?? (() => NO_SUCH_CALL);
  }
  const instance = await WebAssembly.instantiate(module, imports);
  memory = instance.exports.memory;
  return instance;
}

/** Runs a program from its beginning to its end, and returns its exit code. */
export async function run(module, options) {
  const instance = await instantiate(module, options);
  try {
    instance.exports._start();
  } catch (error) {
    if (error instanceof Exit) return error.code;
    throw error;
  }
  return 0;
}
