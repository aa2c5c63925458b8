import { clock } from "./base.js";

/** The height of a row in pixels, as in list.css, and how many rows above and below those in view are drawn too. */
const ROW = 28, MORE = 20;

/** A list box with any number of tracks. Only the rows in view are loaded and drawn. */
export class TrackList {
  total = 0;
  /** The index of the selected track. */
  current = 0;
  #turn = 0;

  /** `load` resolves to `{total, tracks}`, given the first index and a number. `noteOf` returns a note at an index. */
  constructor(box, load, noteOf = () => "") {
    Object.assign(this, { box, rows: box.firstElementChild, load, noteOf });
    box.addEventListener("scroll", () => this.draw());
    box.addEventListener("pointerdown", ({ target }) => {
      const row = target.closest("[role=option]");
      if (row) this.select(row.index);
    });
    box.addEventListener("keydown", (event) => {
      const page = Math.floor(box.clientHeight / ROW);
      const far = { Home: -this.total, End: this.total, PageUp: -page, PageDown: page };
      const step = { ArrowUp: -1, ArrowDown: 1, ...far }[event.key];
      if (!step) return;
      event.preventDefault();
      this.select(this.current + step);
      const top = this.current * ROW;
      box.scrollTop = Math.min(top, Math.max(box.scrollTop, top + ROW - box.clientHeight));
    });
    new ResizeObserver(() => this.draw()).observe(box);
  }

  /** Loads and draws the rows in view. */
  async draw() {
    const turn = ++this.#turn;
    const start = Math.max(0, Math.floor(this.box.scrollTop / ROW) - MORE);
    const count = Math.ceil(this.box.clientHeight / ROW) + 2 * MORE;
    const { total, tracks } = await this.load(start, count) || { total: 0, tracks: [] };
    if (turn !== this.#turn) return;
    this.total = total;
    Object.assign(this.rows.style, { marginTop: `${start * ROW}px`, height: `${(total - start) * ROW}px` });
    this.rows.replaceChildren(...tracks.map((track, at) => this.#row(track, start + at)));
    this.select();
  }

  #row(track, index) {
    const row = document.createElement("div");
    row.innerHTML = `<span class="name"></span> <span></span> <span></span>`;
    row.children[0].textContent = [track.title, track.artist].filter(Boolean).join(" – ");
    row.children[2].textContent = clock(track.duration);
    row.setAttribute("role", "option");
    Object.assign(row, { ariaPosInSet: index + 1, ariaSetSize: this.total, draggable: true });
    return Object.assign(row, { id: `row-${index}`, index, track });
  }

  /** Selects a track, and draws the selection and the notes. `track` is undefined until its row is drawn. */
  select(index = this.current) {
    this.current = Math.max(0, Math.min(index, this.total - 1));
    this.track = undefined;
    for (const row of this.rows.children) {
      row.children[1].textContent = this.noteOf(row.index);
      row.ariaSelected = row.index === this.current;
      if (row.index === this.current) this.track = row.track;
    }
    this.box.setAttribute("aria-activedescendant", this.track ? `row-${this.current}` : "");
  }
}
