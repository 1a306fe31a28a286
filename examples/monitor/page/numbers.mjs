// Numbers for people, and for other programs.

/** To six significant digits, as the log has them. */
export function brief(number, digits = 6) {
  if (!Number.isFinite(number)) return String(number);
  return String(Number(number.toPrecision(digits)));
}

/** With as many digits as it takes to read this float back. */
export function exact(number) {
  for (let digits = 6; digits <= 9; ++digits) {
    const text = number.toPrecision(digits);
    if (Math.fround(Number(text)) === number) return String(Number(text));
  }
  return String(number);
}

/** Round numbers, about `count` of them, from `low` to `high`. */
export function ticks(low, high, count) {
  if (!(high > low) || !Number.isFinite(high - low)) return [];
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((unit) => unit * power).find((size) => size >= rough * 0.999);
  const found = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; ++i) {
    found.push(Number((i * step).toPrecision(12)));
  }
  return found;
}

/** Text that may stand in a page or an SVG file. */
export function escaped(text) {
  return String(text).replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
