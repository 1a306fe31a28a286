// Drawings, as text of SVG: for the page and for a file alike.
import { brief, escaped, ticks } from "./numbers.mjs";

const MOST_POINTS = 1200; // more readings than that are drawn as spans, from the lowest to the highest of a few
const EDGE = { left: 56, right: 12, top: 10, bottom: 26 };

const svg = (width, height, label, content) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ` +
  `role="img" aria-label="${escaped(label)}"><title>${escaped(label)}</title>${content}</svg>`;

const at = (number) => number.toFixed(1);

/** From the user's numbers to places in a frame, with axes. */
class Frame {
  constructor(width, height, x, y, edge = EDGE) {
    Object.assign(this, { width, height, edge });
    const fit = ([low, high]) => (high > low ? [low, high] : [low - 0.5, low + 0.5]);
    this.xRange = fit(x);
    this.yRange = fit(y);
    this.logarithmic = false;
  }

  x(number) {
    const scale = this.logarithmic ? Math.log : (value) => value;
    const [low, high] = this.xRange.map(scale);
    return this.edge.left + ((scale(number) - low) / (high - low)) * (this.width - this.edge.left - this.edge.right);
  }

  y(number) {
    const [low, high] = this.yRange;
    return this.height - this.edge.bottom -
      ((number - low) / (high - low)) * (this.height - this.edge.top - this.edge.bottom);
  }

  axes(xTitle, many = 6) {
    const { left, right, top, bottom } = this.edge;
    const floor = this.height - bottom;
    let text = `<path class="axis" d="M${left} ${top}V${floor}H${this.width - right}"/>`;
    for (const tick of this.logarithmic ? this.xRange : ticks(...this.xRange, many)) {
      text += `<path class="axis" d="M${at(this.x(tick))} ${floor}v4"/>` +
        `<text x="${at(this.x(tick))}" y="${floor + 15}" text-anchor="middle">${brief(tick, 4)}</text>`;
    }
    for (const tick of ticks(...this.yRange, 4)) {
      text += `<path class="axis" d="M${left} ${at(this.y(tick))}h-4"/>` +
        `<text x="${left - 6}" y="${at(this.y(tick) + 4)}" text-anchor="end">${brief(tick, 4)}</text>`;
    }
    const title = `<text x="${this.width - right}" y="${floor - 5}" text-anchor="end">${escaped(xTitle)}</text>`;
    return xTitle ? text + title : text;
  }
}

function rangeOf(numbers) {
  let [low, high] = [Infinity, -Infinity];
  for (const number of numbers) {
    if (number < low) low = number;
    if (number > high) high = number;
  }
  if (!(low <= high)) return [0, 1];
  const room = (high - low) * 0.04 || Math.abs(low) * 0.01 || 1;
  return [low - room, high + room];
}

function drawReadings(frame, trials) {
  const read = trials.filter((trial) => !trial.failed);
  if (read.length <= MOST_POINTS) {
    return read.map((trial) =>
      `<circle class="point" cx="${at(frame.x(trial.readings))}" cy="${at(frame.y(trial.reading))}" r="2"/>`).join("");
  }
  const group = Math.ceil(read.length / (MOST_POINTS / 2));
  let path = "";
  for (let i = 0; i < read.length; i += group) {
    let [low, high] = [Infinity, -Infinity];
    for (let j = i; j < Math.min(i + group, read.length); ++j) {
      low = Math.min(low, read[j].reading);
      high = Math.max(high, read[j].reading);
    }
    path += `M${at(frame.x(read[i].readings))} ${at(frame.y(low))}V${at(frame.y(high) - 1)}`;
  }
  return `<path class="span" d="${path}"/>`;
}

// From one recommendation to the next, and on to the end of what is shown.
function drawBests(frame, bests, end) {
  let [upper, line] = ["", ""];
  const lower = [];
  bests.forEach((best, i) => {
    const [x, next] = [frame.x(best.readings), frame.x(i + 1 < bests.length ? bests[i + 1].readings : end)].map(at);
    const [high, low] = [best.value + 2 * best.deviation, best.value - 2 * best.deviation].map((y) => at(frame.y(y)));
    upper += `${i === 0 ? "M" : "L"}${x} ${high}H${next}`;
    lower.unshift(`L${next} ${low}H${x}`);
    line += `${i === 0 ? "M" : "L"}${x} ${at(frame.y(best.value))}H${next}`;
  });
  const band = `<path class="band" d="${upper}${lower.join("")}Z"/>`;
  return bests.length === 0 ? "" : `${band}<path class="estimate" d="${line}"/>`;
}

/** Readings one after the other, and the best so far with the interval that holds it with about 95 % probability. */
export function readingsChart({ trials, bests, marks }, width = 1000, height = 260) {
  if (trials.length === 0) return svg(width, height, "No readings yet", "");
  const [first, last] = [trials[0].readings, Math.max(trials[trials.length - 1].readings, trials[0].readings + 1)];
  const heights = trials.filter((trial) => !trial.failed).map((trial) => trial.reading);
  for (const { value, deviation } of bests) heights.push(value - 2 * deviation, value + 2 * deviation);
  const frame = new Frame(width, height, [first, last], rangeOf(heights));
  const [low, high] = frame.yRange;
  const best = bests[bests.length - 1];
  const label = `${trials.length} trials; readings from ${brief(low, 4)} to ${brief(high, 4)}` +
    (best ? `; best so far ${brief(best.value, 5)}, give or take ${brief(2 * best.deviation, 3)}` : "");
  const shown = bests.filter((one) => one.readings >= first);
  const content = frame.axes("readings") + drawBests(frame, shown, last) + drawReadings(frame, trials);
  const within = marks.filter((mark) => mark.readings >= first && mark.readings <= last);
  return svg(width, height, label, content + within.map(({ readings, text }) =>
      `<path class="mark" d="M${at(frame.x(readings))} ${EDGE.top}V${height - EDGE.bottom}"/>` +
      `<text x="${at(frame.x(readings) + 4)}" y="${EDGE.top + 10}">${escaped(text)}</text>`).join(""));
}

const NARROW = { left: 48, right: 8, top: 20, bottom: 22 };

/** The estimate along each knob, through the best setting, with its interval. All have the same heights. */
export function lineCharts({ settings, lines }, ranges, width = 240, height = 150) {
  const heights = lines.flatMap(({ predictions }) => {
    const ends = [];
    for (let i = 0; i < predictions.length; i += 3) {
      ends.push(predictions[i] - 2 * predictions[i + 1], predictions[i] + 2 * predictions[i + 1]);
    }
    return ends;
  });
  const y = rangeOf(heights);
  return lines.map(({ at: places, predictions }, knob) => {
    const frame = new Frame(width, height, [ranges[knob].lowest, ranges[knob].highest], y, NARROW);
    frame.logarithmic = ranges[knob].logarithmic;
    const point = (i, side) =>
      `${at(frame.x(places[i]))} ${at(frame.y(predictions[3 * i] + side * 2 * predictions[3 * i + 1]))}`;
    const way = places.map((_, i) => i);
    const path = (side, indices) => indices.map((i) => point(i, side)).join("L");
    const values = way.map((i) => predictions[3 * i]);
    const where = (value) => `${brief(value, 4)}, at ${brief(places[values.indexOf(value)], 4)}`;
    const label = `Along knob ${knob}, from ${brief(ranges[knob].lowest, 4)} to ${brief(ranges[knob].highest, 4)}: ` +
      `the estimate is lowest, ${where(Math.min(...values))}, and highest, ${where(Math.max(...values))}; ` +
      `the best setting is ${brief(settings[knob], 4)}`;
    return svg(width, height, label, `<text x="${NARROW.left}" y="13">knob ${knob}</text>${frame.axes("", 3)}` +
      `<path class="band" d="M${path(1, way)}L${path(-1, [...way].reverse())}Z"/>` +
      `<path class="estimate" d="M${path(0, way)}"/>` +
      `<path class="here" d="M${at(frame.x(settings[knob]))} ${NARROW.top}V${height - NARROW.bottom}"/>`);
  });
}

// From dark blue over green to yellow, each step about as much lighter: also for eyes that tell few colours apart.
const COLOURS = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]];

export function colour(share) {
  const place = Math.min(Math.max(share, 0), 1) * (COLOURS.length - 1);
  const below = Math.min(Math.floor(place), COLOURS.length - 2);
  const mixed = COLOURS[below].map((part, i) => Math.round(part + (COLOURS[below + 1][i] - part) * (place - below)));
  return `rgb(${mixed.join(",")})`;
}

/** The estimate over two knobs, through the best setting, in colours. */
export function planeChart({ settings, plane }, ranges, width = 520, height = 340) {
  const { across, up, atAcross, atUp, predictions } = plane;
  const edge = { left: 56, right: 90, top: 10, bottom: 30 };
  const frame = new Frame(width, height, [0, atAcross.length], [0, atUp.length], edge);
  const values = Array.from({ length: predictions.length / 3 }, (_, i) => predictions[3 * i]);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const [cellWidth, cellHeight] = [frame.x(1) - frame.x(0), frame.y(0) - frame.y(1)];
  const cells = values.map((value, i) => {
    const [column, row] = [i % atAcross.length, Math.floor(i / atAcross.length)];
    return `<rect x="${at(frame.x(column))}" y="${at(frame.y(row + 1))}" width="${at(cellWidth + 0.4)}" ` +
      `height="${at(cellHeight + 0.4)}" fill="${colour((value - low) / (high - low || 1))}"/>`;
  });
  const place = (places, setting) => { // in cells; places are in order
    const next = places.findIndex((one) => one >= setting);
    if (next <= 0) return next < 0 ? places.length - 0.5 : 0.5;
    return next - 0.5 + (setting - places[next - 1]) / (places[next] - places[next - 1]);
  };
  const [x, y] = [frame.x(place(atAcross, settings[across])), frame.y(place(atUp, settings[up]))].map(at);
  const ends = (places, draw) => [0, places.length - 1].map((i) => draw(i + 0.5, brief(places[i], 4))).join("");
  const floor = height - edge.bottom;
  let legend = "";
  for (let i = 0; i < 40; ++i) {
    legend += `<rect x="${width - 78}" y="${at(edge.top + (39 - i) * 5)}" width="14" height="5.4" ` +
      `fill="${colour(i / 39)}"/>`;
  }
  const top = Math.max(...values);
  const label = `The estimate over knobs ${across} and ${up}, from ${brief(low, 4)} to ${brief(top, 4)}; the best ` +
    `setting is at ${brief(settings[across], 4)}, ${brief(settings[up], 4)}`;
  return svg(width, height, label, `<g shape-rendering="crispEdges">${cells.join("")}${legend}</g>` +
    `<circle class="ring-under" cx="${x}" cy="${y}" r="5"/><circle class="ring" cx="${x}" cy="${y}" r="5"/>` +
    ends(atAcross, (i, text) => `<text x="${at(frame.x(i))}" y="${floor + 14}" text-anchor="middle">${text}</text>`) +
    ends(atUp, (i, text) => `<text x="${edge.left - 6}" y="${at(frame.y(i) + 4)}" text-anchor="end">${text}</text>`) +
    `<text x="${at(frame.x(atAcross.length / 2))}" y="${floor + 26}" text-anchor="middle">knob ${across}</text>` +
    `<text x="6" y="${at((edge.top + floor) / 2)}">knob ${up}</text>` +
    `<text x="${width - 58}" y="${edge.top + 9}">${brief(high, 4)}</text>` +
    `<text x="${width - 58}" y="${edge.top + 200}">${brief(low, 4)}</text>`);
}
