import { $, clock } from "./base.js";

/** The height of a row in pixels, as in list.css, and the number of rows that are drawn above and below the view. */
const ROW = 28, MORE = 20;

/** A list box with any number of tracks. Only the rows in view are drawn. `current` is the index of the selected one. */
export class TrackList {
  /** `load(start, count)` returns `{total, tracks}`, `noteOf(index)` a note. A double click acts like Enter. */
  constructor(box, load, onKey, noteOf = () => "") {
    Object.assign(this, { box, rows: box.firstElementChild, load, noteOf, asked: {}, total: 0, current: 0 });
    box.addEventListener("scroll", () => this.draw(true));
    box.addEventListener("pointerdown", ({ target }) => {
      const row = target.closest("[role=option]");
      this.isOutside = !row;
      if (row) this.select(row.index);
    });
    box.addEventListener("dblclick", () => this.isOutside || onKey("Enter"));
    box.addEventListener("keydown", (event) => {
      this.isOutside = false;
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const page = Math.floor(box.clientHeight / ROW);
      const far = { Home: -this.total, End: this.total, PageUp: -page, PageDown: page };
      const step = { ArrowUp: -1, ArrowDown: 1, ...far }[event.key];
      if (!step) return onKey(event.key);
      event.preventDefault();
      this.select(this.current + step);
      const top = this.current * ROW;
      box.scrollTop = Math.min(top, Math.max(box.scrollTop, top + ROW - box.clientHeight));
    });
    new ResizeObserver(() => this.draw(true)).observe(box);
  }

  /** Loads and draws the rows in view. After scrolling or resizing (`isMoved`), only when rows near it are missing. */
  async draw(isMoved = false) {
    const first = Math.floor(this.box.scrollTop / ROW), shown = Math.ceil(this.box.clientHeight / ROW);
    const start = Math.max(0, first - MORE), end = first + shown + MORE;
    const missing = Math.max(this.asked.start - start, end - this.asked.end);
    if (document.hidden || isMoved && missing <= MORE / 2) return;
    const asked = this.asked = { start, end };
    const { total, tracks } = await this.load(start, end - start) || { total: 0, tracks: [] };
    if (asked !== this.asked) return;
    if (end >= total) asked.end = Infinity;
    this.total = total;
    Object.assign(this.rows.style, { marginTop: `${start * ROW}px`, height: `${(total - start) * ROW}px` });
    this.rows.replaceChildren(...tracks.map((track, at) => this.#row(track, start + at)));
    this.select();
  }

  #row(track, index) {
    const row = document.createElement("div");
    row.innerHTML = `<span class="name" dir="auto"></span> <span></span> <span></span>`;
    row.children[0].textContent = [track.title, track.artist].filter(Boolean).join(" – ");
    row.children[2].textContent = track.duration ? clock(track.duration) : "";
    row.setAttribute("role", "option");
    Object.assign(row, { ariaPosInSet: index + 1, ariaSetSize: this.total, draggable: true });
    return Object.assign(row, { id: `row-${index}`, index, track });
  }

  /** Selects a track, and draws the selection and the notes. `track` is undefined until its row is drawn. */
  select(index = this.current) {
    this.current = Math.max(0, Math.min(index, this.total - 1));
    for (const row of this.rows.children) {
      row.children[1].textContent = this.noteOf(row.index);
      row.ariaSelected = row.index === this.current;
    }
    this.track = $(`row-${this.current}`)?.track;
    this.box.setAttribute("aria-activedescendant", this.track ? `row-${this.current}` : "");
  }
}
