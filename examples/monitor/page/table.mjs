// A table of any length: only the rows in sight are in the page.
import { escaped } from "./numbers.mjs";

const ROW = 24; // pixels, as in style.css
const SPARE = 20; // rows above and below those in sight

export class LongTable {
  constructor(element) {
    this.element = element;
    this.row = null;
    this.element.addEventListener("scroll", () => this.#soon());
    new ResizeObserver(() => this.#soon()).observe(element);
  }

  /** Shows the first `count` items: `row(item)` gives { cells, style } of its row, under `columns`. Before them were
   * `first` others. `follow` keeps the last row in sight. */
  show({ columns, items, count, row, first = 0, follow = false }) {
    Object.assign(this, { columns, items, count, row, first });
    this.#draw();
    if (follow) this.element.scrollTop = this.element.scrollHeight;
  }

  reveal(index) {
    const top = index * ROW;
    const { scrollTop, clientHeight } = this.element;
    if (top < scrollTop || top > scrollTop + clientHeight - 2 * ROW) this.element.scrollTop = top - clientHeight / 2;
  }

  #soon() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      if (this.row) this.#draw();
    });
  }

  #draw() {
    this.count = Math.min(this.count, this.items.length); // some may have been forgotten since
    const from = Math.max(0, Math.min(Math.floor(this.element.scrollTop / ROW) - SPARE, this.count));
    const to = Math.min(this.count, from + Math.ceil(this.element.clientHeight / ROW) + 2 * SPARE);
    const rows = [];
    for (let i = from; i < to; ++i) {
      const { cells, style = "" } = this.row(this.items[i]);
      rows.push(`<tr aria-rowindex="${this.first + i + 2}" class="${style}">${cells.map((cell, column) =>
        `<td${this.columns[column].text ? ' class="text"' : ""}>${escaped(cell)}</td>`).join("")}</tr>`);
    }
    const blank = (height) => (height > 0 ? `<tr aria-hidden="true" style="height:${height}px"></tr>` : "");
    this.element.innerHTML = `<table aria-rowcount="${this.first + this.count + 1}"><thead><tr aria-rowindex="1">` +
      this.columns.map(({ name }) => `<th scope="col">${escaped(name)}</th>`).join("") +
      `</tr></thead><tbody>${blank(from * ROW)}${rows.join("")}${blank((this.count - to) * ROW)}</tbody></table>`;
  }
}
