// The worker: reads lines, replays them and predicts, all by the library in WebAssembly. It works in small pieces, so
// that what the page asks for in between is answered soon.
import { instantiate } from "../../../port/web/wasi.mjs";
import { KINDS, VERDICTS } from "./kinds.mjs";
import { planeRows, sliceRows } from "./grids.mjs";

const PIECE = 12; // milliseconds of replay between two looks at what the page wants

/** The calls of page.cpp, with texts and arrays instead of pointers. */
export class Library {
  static async make(module) {
    const { exports } = await instantiate(module);
    exports._initialize();
    return new Library(exports);
  }

  constructor(calls) {
    this.calls = calls;
  }

  #put(bytes) {
    const at = this.calls.room(Math.max(bytes.length, 1));
    new Uint8Array(this.calls.memory.buffer).set(bytes, at);
    return bytes.length;
  }

  #putText(text) {
    return this.#put(new TextEncoder().encode(text));
  }

  #text() {
    const bytes = new Uint8Array(this.calls.memory.buffer, this.calls.text_data(), this.calls.text_length());
    return new TextDecoder().decode(bytes);
  }

  /** What a line says: its kind, and for events their numbers. */
  read(line) {
    const length = this.#putText(line);
    const kind = KINDS[this.calls.read_line(length)];
    if (kind === "task") {
      this.calls.read_task(length);
      return { kind, task: JSON.parse(this.#text()) };
    }
    if (kind === "other" || kind === "damaged") return { kind };
    const { memory, entry_fields: place, entry_field_count: count } = this.calls;
    const [id, reading, variance, readings, value, deviation, level, fitted, passes, evaluations, evidence,
      ...settings] = new Float64Array(memory.buffer, place(), count());
    switch (kind) {
      case "trial": return { kind, id, settings };
      case "reading": return { kind, id, reading, variance, readings, settings };
      case "failure": return { kind, id };
      case "fit": return { kind, readings, fitted: fitted !== 0, passes, evaluations, evidence };
      case "best": return { kind, settings, value, deviation, level };
      default: return { kind, readings };
    }
  }

  take(line) {
    this.calls.replay_take(this.#putText(line));
  }

  advance() {
    return this.calls.replay_advance() !== 0;
  }

  standing() {
    this.calls.replay_message();
    return {
      verdict: VERDICTS[this.calls.replay_verdict()],
      message: this.#text(),
      events: this.calls.replay_events(),
      lines: this.calls.replay_lines(),
      moments: this.calls.history_count(),
      bytes: this.calls.memory.buffer.byteLength,
    };
  }

  /** The line after which the tuner knew what it predicts from now on; 0 if there is none at or before `line`. */
  show(line) {
    return this.calls.show(line);
  }

  /** Estimate, deviation and logarithm of the noise's scale for each row of settings; null if one is refused. */
  predict(rows) {
    const values = Float32Array.from(rows.flat());
    this.#put(new Uint8Array(values.buffer));
    if (!this.calls.predict(rows.length)) return null;
    return new Float32Array(this.calls.memory.buffer, this.calls.predicted(), 3 * rows.length).slice();
  }

  checkpoint(bytes, sector) {
    this.calls.read_checkpoint(this.#put(bytes), sector);
    return JSON.parse(this.#text());
  }
}

/** Slices through a setting: for each knob a line of estimates, and for two knobs a plane of them. */
export function slices(library, { line, ranges, settings, across, up }) {
  const start = performance.now();
  const from = library.show(line);
  if (from === 0) return { from };
  const asked = ranges.map((range, knob) => sliceRows(ranges, settings, knob));
  const predictions = library.predict(asked.flatMap(({ rows }) => rows)); // all at once: that is far cheaper
  let next = 0;
  const lines = asked.map(({ at }) => {
    const first = next;
    next += 3 * at.length;
    return { at, predictions: predictions?.subarray(first, next) };
  });
  const lineTime = performance.now() - start;
  if (across === up) return { from, settings, lines, plane: null, lineTime, planeTime: 0 };
  const { atAcross, atUp, rows } = planeRows(ranges, settings, across, up);
  const plane = { across, up, atAcross, atUp, predictions: library.predict(rows) };
  return { from, settings, lines, plane, lineTime, planeTime: performance.now() - start - lineTime };
}

/** Answers the page's messages by `send`. */
export class Engine {
  constructor(send) {
    this.send = send;
    this.module = null;
    this.library = null;
    this.waiting = []; // lines that were read and are still to be replayed
    this.next = 0; // of them
    this.wanted = null; // slices
    this.scheduled = false;
    this.reported = 0;
    this.channel = new MessageChannel();
    this.channel.port1.onmessage = () => this.work();
  }

  async receive(message) {
    switch (message.kind) {
      case "module":
        this.module = await WebAssembly.compile(message.bytes);
        await this.receive({ kind: "reset", source: 0 });
        break;
      case "reset": // in an instance of its own each time, so that nothing is left over
        this.library = await Library.make(this.module);
        this.source = message.source;
        this.waiting = [];
        this.next = 0;
        this.busy = false; // with the line before the next
        this.wanted = null;
        this.send({ kind: "ready", source: this.source });
        break;
      case "lines":
        this.#read(message.lines);
        break;
      case "slices":
        this.wanted = message;
        break;
      case "checkpoint":
        this.send({ kind: "checkpoint", ...this.library.checkpoint(new Uint8Array(message.bytes), message.sector) });
        break;
    }
    this.#schedule();
  }

  #read(lines) {
    this.send({ kind: "entries", source: this.source, entries: lines.map((line) => this.library.read(line)) });
    this.waiting.push(...lines);
  }

  #schedule() {
    if (!this.scheduled && this.library && (this.wanted || this.next < this.waiting.length || this.busy)) {
      this.scheduled = true;
      this.channel.port2.postMessage(null);
    }
  }

  work() {
    this.scheduled = false;
    if (this.wanted) {
      const request = this.wanted;
      this.wanted = null;
      this.send({ kind: "slices", source: this.source, id: request.id, ...slices(this.library, request) });
    }
    const end = performance.now() + PIECE;
    while (performance.now() < end && (this.busy || this.next < this.waiting.length)) {
      if (!this.busy) this.library.take(this.waiting[this.next++]);
      this.busy = this.library.advance();
    }
    if (this.next > 1000) this.waiting.splice(0, this.next), (this.next = 0);
    const done = !this.busy && this.next === this.waiting.length;
    if (done || performance.now() > this.reported + 100) {
      this.reported = performance.now();
      this.send({ kind: "replay", source: this.source, done, ...this.library.standing() });
    }
    this.#schedule();
  }
}

if (typeof WorkerGlobalScope !== "undefined") {
  const engine = new Engine((message) => postMessage(message));
  let last = Promise.resolve(); // one message after the other: making an instance takes a moment
  const fail = ({ message }) => postMessage({ kind: "failure", message });
  onmessage = ({ data }) => (last = last.then(() => engine.receive(data)).catch(fail));
}
