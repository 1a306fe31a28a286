// What the monitor's page does besides drawing in a browser, in Node.js: the library in WebAssembly replays a log of
// this machine and knows when it is damaged; the store keeps what is said and no more than there is room for; the table
// that the page saves is that of taut_log.
//
//     node page.mjs MONITOR_PAGE.wasm LOG TABLE_OF_TAUT_LOG

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { lineCharts, planeChart, readingsChart } from "../../examples/monitor/page/charts.mjs";
import { Library, slices } from "../../examples/monitor/page/engine.mjs";
import { trialsCsv } from "../../examples/monitor/page/export.mjs";
import { settingsAlong } from "../../examples/monitor/page/grids.mjs";
import { ticks } from "../../examples/monitor/page/numbers.mjs";
import { LineCutter } from "../../examples/monitor/page/sources.mjs";
import { countUpTo, Store } from "../../examples/monitor/page/store.mjs";

const [modulePath, logPath, tablePath] = process.argv.slice(2);
const module = await WebAssembly.compile(readFileSync(modulePath));
const lines = readFileSync(logPath, "utf8").trimEnd().split("\n");

/** A library that has replayed these lines, and a store that has them. */
async function readAndReplay(given) {
  const library = await Library.make(module);
  const store = new Store();
  for (const line of given) {
    store.addLine(line);
    store.addEntry(library.read(line));
    library.take(line);
    while (library.advance());
  }
  return { library, store };
}

const { library, store } = await readAndReplay(lines);

function the_log_is_replayed_bit_by_bit() {
  const standing = library.standing();
  assert.equal(standing.verdict, "same", standing.message);
  assert.equal(standing.events, lines.length - 1);
  assert.equal(standing.lines, lines.length);
}

function the_store_has_what_the_log_says() {
  const count = (kind) => lines.filter((line) => line.startsWith(`${kind} `)).length;
  assert.equal(store.count, count("reading"));
  assert.equal(store.bests.items.length, count("best"));
  assert.equal(store.fits.items.length, count("fit"));
  assert.equal(store.outstanding.size, 0);
  assert.ok(store.finished);
}

function the_table_is_that_of_taut_log() {
  const numbers = (text) => text.trim().split("\n").map((row) =>
    row.split(",").map((cell) => (cell === "" || Number.isNaN(Number(cell)) ? cell : Math.fround(Number(cell)))));
  assert.deepEqual(numbers(trialsCsv(store)), numbers(readFileSync(tablePath, "utf8")));
}

function the_slices_go_through_the_recommendation() {
  const best = store.bestAt(store.line);
  const request = { line: store.line, ranges: store.task.ranges, settings: best.settings, across: 0, up: 1 };
  const found = slices(library, request);
  const [value, deviation] = library.predict([best.settings]);
  // The value of `best` is that of its own multiple, and its deviation allows for having been chosen.
  assert.ok(Math.abs(value - best.value) < 1e-4 * Math.abs(best.value));
  assert.ok(deviation < best.deviation && deviation > best.deviation / 1.5);
  assert.equal(found.lines.length, store.knobs);
  const charts = [...lineCharts(found, store.task.ranges), planeChart(found, store.task.ranges),
    readingsChart({ trials: store.trials.items, bests: store.bests.items, marks: [{ readings: 9, text: "<b>" }] })];
  for (const chart of charts) assert.ok(!/NaN|Infinity|undefined|<b>/.test(chart), chart.slice(0, 300));
  assert.equal(library.predict([best.settings.map(() => NaN)]), null);
}

function an_earlier_moment_is_shown_as_it_was() {
  const middle = store.bests.items[5];
  assert.equal(library.show(middle.line - 1) < middle.line, true);
  const from = library.show(middle.line + 1);
  assert.equal(from, middle.line + 1); // the batch that follows
  const [value] = library.predict([middle.settings]);
  assert.ok(Math.abs(value - middle.value) < 1e-4 * Math.abs(middle.value));
  assert.equal(library.show(3), 0);
}

async function damage_is_told_and_the_rest_is_shown() {
  const at = lines.findIndex((line) => line.startsWith("reading 100 "));
  const bad = [...lines];
  bad[at] = bad[at].slice(0, 14);
  const damaged = await readAndReplay(bad);
  assert.equal(damaged.library.standing().verdict, "differs");
  assert.ok(damaged.library.standing().message.startsWith(`line ${at + 1} is damaged`));
  assert.equal(damaged.store.firstDamaged, at + 1);
  assert.equal(damaged.store.count, store.count - 1);
  assert.ok(damaged.store.lines.items[at].bad);
  const late = await readAndReplay(lines.slice(200));
  assert.equal(late.library.standing().verdict, "no task");
  assert.ok(late.store.count > 150);
  const cut = await readAndReplay([lines[0].slice(0, 200), ...lines.slice(1)]);
  assert.equal(cut.library.standing().verdict, "unusable");
  assert.equal(cut.store.count, store.count);
}

/** Lines of a log in which letters were changed at random end in a verdict, and never in a trap. */
async function any_lines_are_survived() {
  let state = 1;
  const random = (below) => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8) % below;
  for (let round = 0; round < 30; ++round) {
    const given = lines.slice(0, 120).map((line) => {
      if (random(10) > 0) return line;
      const at = random(line.length);
      return line.slice(0, at) + String.fromCharCode(32 + random(95)) + line.slice(at + random(3));
    });
    const { library: survivor } = await readAndReplay(given);
    assert.ok(["same", "differs", "unusable", "no task"].includes(survivor.standing().verdict));
  }
}

function memory_has_a_bound() {
  const small = new Store({ lines: 1000, trials: 80, bests: 16, fits: 16 });
  for (let round = 0; round < 20; ++round) {
    for (const line of lines) {
      small.addLine(line);
      small.addEntry(library.read(line));
    }
  }
  assert.equal(small.line, 20 * lines.length);
  assert.ok(small.lines.items.length <= 1000 && small.trials.items.length <= 80 && small.bests.items.length <= 16);
  assert.equal(small.lines.forgotten + small.lines.items.length, small.line);
  assert.equal(small.lines.items.at(-1).line, small.line);
  assert.equal(small.lineAt(small.count), small.line);
  assert.equal(countUpTo(small.lines.items, small.lines.items[7].line), 8);
}

function text_is_cut_into_lines_wherever_it_breaks() {
  const text = "one\r\ntwo\n\nthree";
  for (let size = 1; size <= text.length; ++size) {
    const cutter = new LineCutter();
    const found = [];
    for (let i = 0; i < text.length; i += size) found.push(...cutter.cut(text.slice(i, i + size)));
    found.push(...cutter.finish());
    assert.deepEqual(found.map((line) => line.replace(/\r$/, "")), ["one", "two", "", "three"]);
  }
}

function settings_of_a_slice_are_those_of_the_knob() {
  assert.deepEqual(settingsAlong({ lowest: 1, highest: 4, step: 1, logarithmic: false }, 41), [1, 2, 3, 4]);
  const decades = settingsAlong({ lowest: 1, highest: 100, step: 0, logarithmic: true }, 3);
  assert.deepEqual([decades[0], Math.round(decades[1]), decades[2]], [1, 10, 100]);
  assert.ok(settingsAlong({ lowest: 0, highest: 1000, step: 1, logarithmic: false }, 41).length <= 41);
  assert.deepEqual(ticks(0, 1, 4), [0, 0.5, 1]);
}

function a_checkpoint_of_a_device_is_read() {
  const bytes = readFileSync(new URL("images/cortex_m7.bin", import.meta.url));
  const found = library.checkpoint(bytes, 1);
  assert.equal(found.kept.length, 33);
  assert.equal(found.kept[0].length, 4); // two knobs, a reading, a variance
  assert.ok(library.checkpoint(bytes.subarray(0, 4000), 1).problem);
}

for (const test of [the_log_is_replayed_bit_by_bit, the_store_has_what_the_log_says, the_table_is_that_of_taut_log,
  the_slices_go_through_the_recommendation, an_earlier_moment_is_shown_as_it_was, damage_is_told_and_the_rest_is_shown,
  any_lines_are_survived, memory_has_a_bound, text_is_cut_into_lines_wherever_it_breaks,
  settings_of_a_slice_are_those_of_the_knob, a_checkpoint_of_a_device_is_read]) {
  await test();
  console.log(`${test.name}: passed`);
}
