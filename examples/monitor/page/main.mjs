// The page: sources feed lines to the worker, what it reads goes into the store, and the view shows the store up to one
// line of the log: the latest, or an earlier one.
import { onePicture, save, trialsCsv } from "./export.mjs";
import { lineCharts, planeChart, readingsChart } from "./charts.mjs";
import { brief, escaped } from "./numbers.mjs";
import { openBridge, openFile, openSerial } from "./sources.mjs";
import { countUpTo, Store } from "./store.mjs";
import { LongTable } from "./table.mjs";

const $ = (id) => document.getElementById(id);
const store = new Store();
const tables = { trials: new LongTable($("trials")), fits: new LongTable($("fits")), log: new LongTable($("log")) };

const view = { live: true, line: 0, source: 0, across: 0, up: 1 };
const replay = { verdict: "no task", done: true, message: "", events: 0, lines: 0, moments: 0 };
const slices = { id: 0, asked: "", shown: null, asking: false, drawn: [] };
let disconnect = null;
let said = "";
let checkpoint = false;

// --- The worker, made from the text in this file, so that the page is one file.

const worker = new Worker(URL.createObjectURL(new Blob([$("engine").textContent], { type: "text/javascript" })));
const module = Uint8Array.from(atob($("module").textContent.trim()), (letter) => letter.charCodeAt(0));
const ready = new Response(new Blob([module]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer()
  .then((bytes) => worker.postMessage({ kind: "module", bytes }, [bytes]));

/** In the order of the calls, and never before the library is there. */
function post(message, transfer = []) {
  ready.then(() => worker.postMessage(message, transfer));
}

worker.onmessage = ({ data }) => {
  if (data.kind === "failure") {
    $("light").dataset.verdict = "unusable";
    $("light-text").textContent = `The library does not run in this browser: ${data.message}`;
    return;
  }
  if (data.kind !== "checkpoint" && data.source !== view.source) return; // of a log that is no longer shown
  switch (data.kind) {
    case "entries":
      for (const entry of data.entries) store.addEntry(entry);
      break;
    case "replay":
      if (data.moments !== replay.moments && slices.shown?.behind) slices.asked = "";
      Object.assign(replay, data);
      $("light").dataset.bytes = data.bytes; // of the library's memory: for whoever measures it
      break;
    case "slices":
      takeSlices(data);
      break;
    case "checkpoint":
      showCheckpoint(data);
      break;
  }
  draw();
};

// --- Sources

function begin() {
  disconnect?.();
  disconnect = null;
  store.clear();
  Object.assign(view, { live: true, line: 0, source: view.source + 1 });
  Object.assign(replay, { verdict: "no task", done: true, message: "", events: 0, lines: 0, moments: 0 });
  Object.assign(slices, { id: slices.id + 1, asked: "", shown: null, asking: false, drawn: [] });
  said = "";
  checkpoint = false;
  post({ kind: "reset", source: view.source });
  const source = view.source;
  return {
    take(lines) {
      if (source !== view.source) return;
      for (let i = 0; i < lines.length; i += 2000) post({ kind: "lines", lines: lines.slice(i, i + 2000) });
      for (const line of lines) store.addLine(line);
    },
    end(why) {
      if (source !== view.source) return;
      said = why;
      disconnect = null;
      draw();
    },
  };
}

async function open(file) {
  const head = new Uint8Array(await file.arrayBuffer());
  const begins = (at) => [0x54, 0x41, 0x75, 0x74].every((letter, i) => head[at + i] === letter);
  const { take, end } = begin();
  if (begins(0) || begins(Math.floor(head.length / 2))) {
    said = `${file.name} is a checkpoint.`;
    post({ kind: "checkpoint", bytes: head.buffer, sector: 1 }, [head.buffer]);
  } else {
    openFile(file, take, end);
  }
}

function showCheckpoint(found) {
  checkpoint = true;
  if (found.problem) {
    said += ` It cannot be shown: ${found.problem}.`;
    return;
  }
  said += ` The tuner is ${found.state} after ${found.readings} readings, ${found.outstanding} trials outstanding; ` +
    `${found.kept.length} readings are kept.`;
  found.kept.forEach((kept, i) => {
    const [settings, [reading, variance]] = [kept.slice(0, found.inputs), kept.slice(found.inputs)];
    store.addEntry({ kind: "reading", id: 0, reading, variance, readings: i + 1, settings });
  });
  store.knobs = found.inputs;
  if (found.best) store.addEntry({ kind: "best", ...found.best });
}

$("file").onchange = ({ target }) => {
  if (target.files[0]) open(target.files[0]);
  target.value = "";
};
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  if (event.dataTransfer.files[0]) open(event.dataTransfer.files[0]);
});

$("serial").disabled = !navigator.serial;
$("serial").title = navigator.serial ? "" : "This browser has no Web Serial. Chromium has, on a desktop.";
$("serial").onclick = async () => {
  const { take, end } = begin();
  try {
    disconnect = await openSerial(Number($("baud").value), take, end);
  } catch (error) {
    end(error.name === "NotFoundError" ? "No port was chosen." : `The serial port failed: ${error.message}`);
  }
  draw();
};
$("stop").onclick = () => disconnect?.();

if (/^#ws:\/\/127\.0\.0\.1:\d+\//.test(location.hash)) {
  const { take, end } = begin();
  disconnect = openBridge(location.hash.slice(1), take, end);
}

// --- What the user does

function showUpTo(count) {
  view.live = false;
  view.line = store.lineAt(count);
  draw();
}

$("position").oninput = ({ target }) => showUpTo(Number(target.value));
$("pause").onclick = () => {
  view.live = !view.live;
  draw();
};
$("mark").onclick = () => {
  store.mark($("mark-text").value.trim() || `mark ${store.marks.length + 1}`);
  $("mark-text").value = "";
  draw();
};
$("mark-text").onkeydown = ({ key }) => {
  if (key === "Enter") $("mark").click();
};
$("csv").onclick = () => save("taut-trials.csv", "text/csv", trialsCsv(store));
$("svg").onclick = () => save("taut.svg", "image/svg+xml", onePicture([drawnReadings(), ...slices.drawn]));
$("theme").onchange = ({ target }) => {
  document.documentElement.dataset.theme = target.value;
};
for (const side of ["across", "up"]) {
  $(side).onchange = ({ target }) => {
    view[side] = Number(target.value);
    draw();
  };
}

// --- Slices: asked for when what is shown has another best setting, or other knobs

function askForSlices() {
  const best = store.bestAt(view.line);
  const ranges = store.task?.ranges;
  if (!best || !ranges || ranges.length !== best.settings.length || slices.asking) return;
  const key = [best.line, view.across, view.up, view.source].join();
  if (key === slices.asked) return;
  Object.assign(slices, { asked: key, asking: true, id: slices.id + 1, since: performance.now(), of: best.line });
  post({ kind: "slices", id: slices.id, line: view.line, ranges, settings: best.settings,
    across: view.across, up: view.up });
}

function takeSlices(found) {
  if (found.id !== slices.id) return;
  slices.asking = false;
  if (found.from === 0 || found.lines.some(({ predictions }) => !predictions)) {
    slices.shown = { behind: true };
    return;
  }
  const start = performance.now();
  slices.shown = { behind: found.from < slices.of };
  const charts = lineCharts(found, store.task.ranges);
  const plane = found.plane?.predictions ? planeChart(found, store.task.ranges) : "";
  $("lines").innerHTML = charts.join("");
  $("plane").innerHTML = plane;
  slices.drawn = [...charts, plane].filter((text) => text !== "");
  $("slices-note").textContent = `The estimate and its interval (about 95 %) after line ${found.from} of the log.`;
  Object.assign($("plane").dataset, { lineTime: found.lineTime.toFixed(1), planeTime: found.planeTime.toFixed(1),
    drawTime: (performance.now() - start).toFixed(1), wholeTime: (performance.now() - slices.since).toFixed(1),
    from: found.from });
}

// --- Drawing, at most once per frame and ten times a second

let last = 0;
function draw() {
  if (draw.waiting) return;
  draw.waiting = true;
  setTimeout(() => requestAnimationFrame(() => {
    draw.waiting = false;
    last = performance.now();
    drawNow();
  }), Math.max(0, 100 - (performance.now() - last)));
}

function drawNow() {
  if (view.live) view.line = store.line;
  drawLight();
  drawSummary();
  $("readings-chart").innerHTML = drawnReadings();
  drawTables();
  askForSlices();
  $("stop").hidden = !disconnect;
}

function shownTrials() {
  return store.trials.items.slice(0, countUpTo(store.trials.items, view.line));
}

function drawnReadings() {
  const bests = store.bests.items.slice(0, countUpTo(store.bests.items, view.line));
  const marks = store.marks.filter(({ line }) => line <= view.line);
  return readingsChart({ trials: shownTrials(), bests, marks }, Math.max(320, $("readings-chart").clientWidth));
}

function light() {
  if (store.line === 0 && !checkpoint) return ["none", "Open a log, or connect a device."];
  if (checkpoint) return ["none", "A checkpoint: there is no log to compare with."];
  switch (replay.verdict) {
    case "same":
      return replay.done && replay.lines === store.line
        ? ["same", `Same bits: the replay in this page equals the log in all ${replay.events} events.`]
        : ["busy", `Replaying: the same bits so far, line ${replay.lines} of ${store.line}.`];
    case "differs": return ["differs", `Not the same bits: ${replay.message}`];
    case "unusable": return ["unusable", `No replay: ${replay.message}.`];
    default: return ["none", "Nothing to compare with: no line of the log begins with “task”."];
  }
}

function drawLight() {
  const [verdict, text] = light();
  $("light").dataset.verdict = verdict;
  $("light-text").textContent = text;
  if (verdict !== "busy" && $("announcement").textContent !== text && (replay.done || verdict !== "same")) {
    $("announcement").textContent = text; // only this one is read aloud
  }
}

function goal({ statistic, level, minimise }) {
  const percent = `${brief(level * 100, 4)} %`;
  return `${minimise ? "lowest" : "highest"} ${statistic === "mean" ? "mean" : `${percent} ${statistic}`}`;
}

function drawSummary() {
  const { task } = store;
  $("task").textContent = task && !task.problem
    ? `Seeks the ${goal(task)} over ${task.inputs} knobs; room for ${task.observations} readings and ` +
      `${task.inducing} inducing points; seed ${task.seed}; taut ${task.version}.`
    : "No task yet.";
  const best = store.bestAt(view.line);
  $("best").textContent = best
    ? `${brief(best.value)} ± ${brief(2 * best.deviation, 3)} at ` +
      best.settings.map((setting) => brief(setting, 5)).join(", ")
    : "";
  const forgotten = store.lines.forgotten;
  $("notes").textContent = [
    store.damaged > 0 ? `Damaged lines: ${store.damaged}, the first is line ${store.firstDamaged}.` : "",
    forgotten > 0 ? `The oldest ${forgotten} lines are no longer kept here.` : "",
  ].join(" ").trim();
  const count = countUpTo(store.trials.items, view.line);
  Object.assign($("position"), { max: store.count, value: count });
  const text = `${count} of ${store.count} trials${store.trials.forgotten > 0 ? " that are kept" : ""}, line ` +
    `${view.line} of ${store.line}`;
  $("position-text").textContent = text + (said ? `. ${said}` : "");
  $("position").setAttribute("aria-valuetext", text);
  $("pause").setAttribute("aria-pressed", String(!view.live));
  $("pause").textContent = view.live ? "Pause" : "Go on";
  $("marks").innerHTML = store.marks
    .map(({ readings, text: words }) => `<li>after ${readings} readings: ${escaped(words)}</li>`).join("");
  drawKnobs();
}

function drawKnobs() {
  if (drawKnobs.count === store.knobs) return;
  drawKnobs.count = store.knobs;
  Object.assign(view, { across: 0, up: Math.min(1, Math.max(store.knobs - 1, 0)) });
  for (const side of ["across", "up"]) {
    const options = Array.from({ length: store.knobs }, (_, i) => `<option value="${i}">knob ${i}</option>`);
    $(side).innerHTML = options.join("");
    $(side).value = view[side];
  }
}

function drawTables() {
  const trials = store.trials.items;
  const fits = store.fits.items;
  const lines = store.lines.items;
  const varies = trials.some(({ variance }) => variance > 0);
  tables.trials.show({
    columns: [{ name: "trial" }, ...Array.from({ length: store.knobs }, (_, i) => ({ name: `knob ${i}` })),
      { name: "reading" }, ...(varies ? [{ name: "variance" }] : []), { name: "readings" }],
    first: store.trials.forgotten,
    items: trials,
    count: countUpTo(trials, view.line),
    row: (trial) => ({
      cells: [trial.id || "added",
        ...(trial.settings?.map((setting) => brief(setting)) ?? Array(store.knobs).fill("?")),
        trial.failed ? "failed" : brief(trial.reading), ...(varies ? [brief(trial.variance)] : []), trial.readings],
      style: trial.failed ? "bad" : "",
    }),
    follow: view.live,
  });
  tables.fits.show({
    columns: ["after readings", "passes", "evaluations", "evidence"].map((name) => ({ name })),
    first: store.fits.forgotten,
    items: fits,
    count: countUpTo(fits, view.line),
    row: ({ fitted, readings, passes, evaluations, evidence }) => (fitted
      ? { cells: [readings, passes, evaluations, brief(evidence)] }
      : { cells: [readings, "failed", "", ""], style: "bad" }),
    follow: view.live,
  });
  tables.log.show({
    columns: [{ name: "line" }, { name: "text", text: true }],
    first: store.lines.forgotten,
    items: lines,
    count: countUpTo(lines, view.line),
    row: ({ line, text, bad }) => ({ cells: [line, text], style: bad ? "bad" : "" }),
    follow: view.live,
  });
  if (!view.live) tables.trials.reveal(countUpTo(trials, view.line) - 1);
}

addEventListener("resize", draw);
draw();
