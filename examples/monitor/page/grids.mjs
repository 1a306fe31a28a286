// Where slices of the posterior are looked at.

const LINE = 33; // points of a slice along one knob
const PLANE = 26; // points along each side of a slice along two

/** Settings of a knob from end to end: all its steps, if they are few; else evenly, by ratio on a logarithmic knob. */
export function settingsAlong({ lowest, highest, step, logarithmic }, count) {
  if (step > 0) {
    const steps = Math.floor((highest - lowest) / step + 1e-4);
    const every = Math.max(1, Math.ceil((steps + 1) / count));
    const found = [];
    for (let i = 0; i <= steps; i += every) found.push(Math.fround(lowest + i * step));
    return found;
  }
  return Array.from({ length: count }, (_, i) => {
    const share = i / (count - 1);
    const at = logarithmic ? lowest * (highest / lowest) ** share : lowest + (highest - lowest) * share;
    return Math.min(Math.max(Math.fround(at), lowest), highest);
  });
}

const replaced = (settings, knob, setting) => settings.map((old, i) => (i === knob ? setting : old));

export function sliceRows(ranges, settings, knob) {
  const at = settingsAlong(ranges[knob], LINE);
  return { at, rows: at.map((setting) => replaced(settings, knob, setting)) };
}

/** Row by row from the lowest setting of `up`. */
export function planeRows(ranges, settings, across, up) {
  const atAcross = settingsAlong(ranges[across], PLANE);
  const atUp = settingsAlong(ranges[up], PLANE);
  const rows = atUp.flatMap((y) => atAcross.map((x) => replaced(replaced(settings, across, x), up, y)));
  return { atAcross, atUp, rows };
}
