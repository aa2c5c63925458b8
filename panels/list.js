import { $, clock } from "./base.js";

/** The number of rows that are drawn above and below the view. */
const MORE = 20;

/** The parts of a row: the mark of the playing track, the name, the places in the queue, and the duration. */
const PARTS = `
  <span class="playing" role="img" aria-label="playing" hidden>
    <svg viewBox="0 0 14 16" aria-hidden="true"><path d="M1 1v14l12-7z" /></svg>
  </span>
  <span class="name" dir="auto"></span>
  <span class="queued" role="img" hidden></span>
  <span class="quiet"></span>`;

/** A list box with any number of tracks. Only the rows in view are drawn. `current` is the index of the selected one. */
export class TrackList {
  /**
   * `load(start, count)` returns `{total, tracks}`, `marksOf(index)` whether the track plays and its places in the queue. A
   * double click acts like Enter.
   */
  constructor(box, load, onKey, marksOf = () => ({})) {
    Object.assign(this, { box, rows: box.firstElementChild, load, marksOf, asked: {}, total: 0, current: 0 });
    this.height = parseFloat(getComputedStyle(box).lineHeight);
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
      const page = Math.floor(box.clientHeight / this.height);
      const far = { Home: -this.total, End: this.total, PageUp: -page, PageDown: page };
      const step = { ArrowUp: -1, ArrowDown: 1, ...far }[event.key];
      if (!step) return onKey(event.key);
      event.preventDefault();
      this.select(this.current + step);
      const top = this.current * this.height;
      box.scrollTop = Math.min(top, Math.max(box.scrollTop, top + this.height - box.clientHeight));
    });
    new ResizeObserver(() => this.draw(true)).observe(box);
  }

  /** Loads and draws the rows in view. After scrolling or resizing (`isMoved`), only when rows near it are missing. */
  async draw(isMoved = false) {
    const { box, height } = this;
    const first = Math.floor(box.scrollTop / height), shown = Math.ceil(box.clientHeight / height);
    const start = Math.max(0, first - MORE), end = first + shown + MORE;
    const missing = Math.max(this.asked.start - start, end - this.asked.end);
    if (document.hidden || isMoved && missing <= MORE / 2) return;
    const asked = this.asked = { start, end };
    const { total, tracks } = await this.load(start, end - start) || { total: 0, tracks: [] };
    if (asked !== this.asked) return;
    if (end >= total) asked.end = Infinity;
    this.total = total;
    const place = { marginTop: `${start * height}px`, height: `${(total - start) * height}px` };
    Object.assign(this.rows.style, place);
    this.rows.replaceChildren(...tracks.map((track, at) => this.#row(track, start + at)));
    this.select();
  }

  #row(track, index) {
    const row = document.createElement("div");
    row.innerHTML = PARTS;
    const [, name, , time] = row.children;
    name.textContent = name.title = [track.title, track.artist].filter(Boolean).join(" – ");
    time.textContent = track.duration ? clock(track.duration) : "";
    row.setAttribute("role", "option");
    Object.assign(row, { ariaPosInSet: index + 1, ariaSetSize: this.total, draggable: true });
    return Object.assign(row, { id: `row-${index}`, index, track });
  }

  /** Selects a track, and draws the selection and the marks. `track` is undefined until its row is drawn. */
  select(index = this.current) {
    this.current = Math.max(0, Math.min(index, this.total - 1));
    for (const row of this.rows.children) {
      const { isPlaying = false, queued = "" } = this.marksOf(row.index);
      const [playing, , badge] = row.children;
      playing.hidden = !isPlaying;
      badge.hidden = !queued;
      badge.textContent = queued;
      badge.ariaLabel = `queued ${queued}`;
      row.ariaSelected = row.index === this.current;
    }
    this.track = $(`row-${this.current}`)?.track;
    this.box.setAttribute("aria-activedescendant", this.track ? `row-${this.current}` : "");
  }
}
