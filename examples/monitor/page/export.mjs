// Files to keep.
import { exact } from "./numbers.mjs";

export function save(name, type, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** The table of `taut_log trials`; before it, marks in lines of their own. */
export function trialsCsv(store) {
  const knobs = Array.from({ length: store.knobs }, (_, i) => `,knob_${i}`).join("");
  const lines = store.marks.map(({ readings, text }) => `# mark after ${readings} readings: ${text}`);
  lines.push(`trial${knobs},reading,variance,outcome,readings,best_value,best_deviation`);
  for (const trial of store.trials.items) {
    const settings = trial.settings?.map(exact) ?? Array(store.knobs).fill("");
    const best = store.bestAt(trial.line);
    const read = trial.failed ? ["", "", "failure", ""]
      : [exact(trial.reading), exact(trial.variance), "reading", trial.readings];
    const recommended = best ? [exact(best.value), exact(best.deviation)] : ["", ""];
    lines.push([trial.id, ...settings, ...read, ...recommended].join(","));
  }
  return `${lines.join("\n")}\n`;
}

/** Drawings one below the other, with the colours that they have now. */
export function onePicture(drawings) {
  const names = ["paper", "ink", "soft", "line", "point", "best", "band", "mark"];
  const style = getComputedStyle(document.documentElement);
  const rules = [...document.styleSheets[0].cssRules].filter((rule) => rule.selectorText?.startsWith("svg "));
  let text = rules.map((rule) => rule.cssText.replace(/^svg /, "")).join("\n");
  for (const name of names) text = text.replaceAll(`var(--${name})`, style.getPropertyValue(`--${name}`).trim());
  let [y, width, content] = [0, 0, ""];
  for (const drawing of drawings) {
    const [, wide, high] = /viewBox="0 0 (\d+) (\d+)"/.exec(drawing);
    content += drawing.replace("<svg ", `<svg y="${y}" `);
    y += Number(high) + 10;
    width = Math.max(width, Number(wide));
  }
  const ground = `<rect width="100%" height="100%" fill="${style.getPropertyValue("--paper").trim()}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" width="${width}" height="${y}">` +
    `<style>${text}</style>${ground}${content}</svg>\n`;
}
