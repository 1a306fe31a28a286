// What is known of a log, as far as it is shown: trials, best settings, fits, lines and marks, each in the order of the
// log. What is more than there is room for is forgotten from the oldest on, so that memory has a bound.

export const ROOM = { lines: 100000, trials: 50000, bests: 20000, fits: 20000 };

/** An array that forgets. An eighth at a time, because that moves all the others. */
class Recent {
  constructor(room) {
    this.room = room;
    this.items = [];
    this.forgotten = 0;
  }

  push(item) {
    this.items.push(item);
    if (this.items.length > this.room) {
      const count = Math.ceil(this.room / 8);
      this.items.splice(0, count);
      this.forgotten += count;
    }
  }

  get last() {
    return this.items[this.items.length - 1];
  }
}

/** How many of the items, which are in the order of their lines, come before or at this line. */
export function countUpTo(items, line) {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (items[middle].line <= line) low = middle + 1;
    else high = middle;
  }
  return low;
}

export class Store {
  constructor(room = ROOM) {
    this.room = room;
    this.clear();
  }

  clear() {
    this.task = null;
    this.knobs = 0;
    this.line = 0; // lines so far
    this.readings = 0;
    this.damaged = 0;
    this.firstDamaged = 0;
    this.lines = new Recent(this.room.lines); // { line, text, bad }
    this.trials = new Recent(this.room.trials); // those that were told or failed: { line, id, settings, reading, .. }
    this.bests = new Recent(this.room.bests);
    this.fits = new Recent(this.room.fits);
    this.marks = [];
    this.outstanding = new Map();
    this.finished = false;
  }

  /** Lines as they come, before anybody has read them. */
  addLine(text) {
    this.lines.push({ line: this.lines.forgotten + this.lines.items.length + 1, text, bad: false });
  }

  /** What the next line says. */
  addEntry(entry) {
    const line = ++this.line;
    switch (entry.kind) {
      case "task":
        this.#begin(line, entry.task);
        break;
      case "trial":
        this.knobs = entry.settings.length;
        this.outstanding.set(entry.id, entry.settings);
        if (this.outstanding.size > 5000) this.outstanding.delete(this.outstanding.keys().next().value);
        break;
      case "reading":
      case "failure":
        this.#close(line, entry);
        break;
      case "best":
        if (entry.settings.length === 0) break; // none is known to keep to the constraints
        this.knobs = entry.settings.length;
        this.bests.push({ line, readings: this.readings, ...entry });
        break;
      case "fit":
        this.fits.push({ line, ...entry });
        break;
      case "finished":
        this.finished = true;
        break;
      case "go_on":
        this.finished = false;
        break;
      case "damaged":
        ++this.damaged;
        this.firstDamaged ||= line;
        this.#spoil(line);
        break;
    }
  }

  // A run that begins, or goes on after a restart: the trials of before stay in the table.
  #begin(line, task) {
    this.outstanding.clear();
    this.finished = false;
    if (task.problem) {
      ++this.damaged;
      this.firstDamaged ||= line;
      this.#spoil(line);
    }
    this.task = task;
    if (!task.problem) this.knobs = task.ranges.length;
  }

  #close(line, entry) {
    const asked = entry.id === 0 ? entry.settings : this.outstanding.get(entry.id);
    this.outstanding.delete(entry.id);
    const failed = entry.kind === "failure";
    if (!failed) this.readings = entry.readings;
    this.trials.push({ line, id: entry.id, settings: asked ?? null, failed, reading: failed ? NaN : entry.reading,
      variance: failed ? 0 : entry.variance, readings: this.readings });
  }

  #spoil(line) {
    const item = this.lines.items[line - 1 - this.lines.forgotten];
    if (item) item.bad = true;
  }

  mark(text) {
    this.marks.push({ line: this.line, readings: this.readings, text });
  }

  /** How many trials there are to scrub through. */
  get count() {
    return this.trials.items.length;
  }

  /** The line of the log up to which is shown, if so many trials are: all that follows from the last of them, too. */
  lineAt(count) {
    return count >= this.count ? this.line : this.trials.items[count].line - 1;
  }

  bestAt(line) {
    return this.bests.items[countUpTo(this.bests.items, line) - 1] ?? null;
  }
}
