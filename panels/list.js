import { clock } from "./base.js";

/** The number of rows that are drawn beside the view: where it moves to, at most in a fling, and at the other side. */
const AHEAD = 100, FAR_AHEAD = 300, BEHIND = 40;
/** Rows are drawn before the view comes as near to a missing one. */
const NEAR = 20;

/** A row with its parts: the mark of the playing track, the name, the places in the queue, and the duration. */
const template = document.createElement("div");
template.setAttribute("role", "option");
template.draggable = true;
template.innerHTML = `
  <span class="playing" role="img" aria-label="playing" hidden>
    <svg viewBox="0 0 14 16" aria-hidden="true"><path d="M1 1v14l12-7z" /></svg>
  </span>
  <span class="name" dir="auto"></span>
  <span class="queued" role="img" hidden></span>
  <span class="quiet"></span>`;

/** @typedef {{ title: string, artist: string, duration: number, fullPath: string }} Track */
/** @typedef {HTMLElement & { index: number, track: Track }} Row */

/**
 * A list box with any number of tracks, of which several can be selected. Only the rows in view are drawn. `current` is the
 * index of the row with the focus, `selected` the set of indexes.
 */
export class TrackList {
  asked = { start: Infinity, end: -Infinity };
  isLoading = false;
  first = 0;
  total = 0;
  current = 0;
  selected = new Set([0]);
  anchor = 0;
  isOutside = false;
  /** @type {Track | undefined} */
  track;

  /**
   * A double click acts like Enter. `onMove(step)` is called for Alt or Ctrl with an arrow key: players use one of them.
   *
   * @param {HTMLElement} box
   * @param {(start: number, count: number) => Promise<{ total: number, tracks: Track[] } | undefined> | undefined} load
   * @param {(key: string) => void} onKey
   * @param {(index: number) => { isPlaying?: boolean, queued?: string }} marksOf Whether the track plays, and its places
   * in the queue.
   * @param {(step: number) => void} onMove
   */
  constructor(box, load, onKey, marksOf = () => ({}), onMove = () => {}) {
    this.box = box;
    this.load = load;
    this.marksOf = marksOf;
    this.rows = /** @type {HTMLElement} */ (box.firstElementChild);
    this.height = parseFloat(getComputedStyle(box).lineHeight);
    box.addEventListener("scroll", () => this.draw(true));
    box.addEventListener("pointerdown", (event) => {
      const row = rowOf(event);
      this.isOutside = !row;
      // A press on a selected row may begin to drag all of them.
      if (row && (hasModifier(event) || !this.selected.has(row.index))) this.select(row.index, event);
      else if (row) this.focus(row.index);
    });
    box.addEventListener("click", (event) => {
      const row = rowOf(event);
      if (row && !hasModifier(event)) this.select(row.index);
    });
    box.addEventListener("dblclick", () => this.isOutside || onKey("Enter"));
    box.addEventListener("keydown", (event) => {
      this.isOutside = false;
      const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
      const page = Math.floor(box.clientHeight / this.height);
      const far = { Home: -this.total, End: this.total, PageUp: -page, PageDown: page };
      const step = new Map(Object.entries({ ArrowUp: -1, ArrowDown: 1, ...far })).get(key);
      if (ctrlKey && (key === "a" || key === " ")) {
        if (key === " ") this.select(this.current, { ctrlKey });
        else this.selectAll();
      } else if ((altKey || ctrlKey) && (step === 1 || step === -1)) onMove(step);
      else if (ctrlKey || altKey || metaKey) return;
      else if (!step) return onKey(key);
      else {
        this.select(this.current + step, { shiftKey });
        this.reveal();
      }
      event.preventDefault();
    });
    new ResizeObserver(() => this.draw(true)).observe(box);
  }

  /** The drawn rows. */
  get drawn() {
    return /** @type {Row[]} */ ([...this.rows.children]);
  }

  /** The tracks of the selected rows that are drawn. */
  get named() {
    return this.drawn.filter(({ index }) => this.selected.has(index)).map(({ track }) => track);
  }

  /** The selected indexes, in order. */
  get items() {
    return [...this.selected].sort((a, b) => a - b);
  }

  /** Scrolls as little as shows a row; `isCentred` leaves a row in the middle third where it is, and centres others. */
  reveal(index = this.current, isCentred = false) {
    const { box, height } = this;
    const top = index * height, margin = isCentred ? (box.clientHeight - height) / 3 : 0;
    const isThere = top - margin >= box.scrollTop &&
      top + height + margin <= box.scrollTop + box.clientHeight;
    if (isThere) return;
    if (isCentred) box.scrollTop = top - (box.clientHeight - height) / 2;
    else box.scrollTop = Math.min(top, Math.max(box.scrollTop, top + height - box.clientHeight));
  }

  /**
   * Loads and draws the rows in view. After scrolling or resizing (`isMoved`), only when rows near it are missing and none are
   * on their way: a fling that asked anew at each step would draw nothing until it ends.
   */
  async draw(isMoved = false) {
    const { box, height, asked: { start: from, end: to } } = this;
    const first = Math.floor(box.scrollTop / height), last = first + Math.ceil(box.clientHeight / height);
    if (document.hidden) return;
    if (isMoved && (this.isLoading || from <= Math.max(0, first - NEAR) && last + NEAR <= to)) return;
    const isUp = first < this.first;
    // In a fling the view moves as far again until these rows are there, and once more until the next ones are.
    const ahead = Math.max(AHEAD, Math.min(3 * Math.abs(first - this.first), FAR_AHEAD));
    this.first = first;
    const start = Math.max(0, first - (isUp ? ahead : BEHIND)), end = last + (isUp ? BEHIND : ahead);
    const asked = this.asked = { start, end };
    this.isLoading = true;
    const { total, tracks } = await this.load(start, end - start) || { total: 0, tracks: [] };
    if (asked !== this.asked) return;
    this.isLoading = false;
    if (end >= total) asked.end = Infinity;
    this.total = total;
    const place = { marginTop: `${start * height}px`, height: `${(total - start) * height}px` };
    Object.assign(this.rows.style, place);
    this.rows.replaceChildren(...tracks.map((track, at) => this.#row(track, start + at)));
    for (const index of this.selected) if (index >= total) this.selected.delete(index);
    if (this.selected.size === 0) this.select();
    else this.focus();
    this.draw(true);
  }

  /**
   * @param {Track} track
   * @param {number} index
   */
  #row(track, index) {
    const row = /** @type {HTMLElement} */ (template.cloneNode(true));
    const [, name, , time] = partsOf(row);
    name.textContent = name.title = [track.title, track.artist].filter(Boolean).join(" – ");
    time.textContent = track.duration ? clock(track.duration) : "";
    Object.assign(row, { ariaPosInSet: `${index + 1}`, ariaSetSize: `${this.total}` });
    return Object.assign(row, { id: `row-${index}`, index, track });
  }

  /** Selects a row: with Shift all rows from the last one that was selected without it, with Ctrl beside the others. */
  select(index = this.current, { shiftKey = false, ctrlKey = false, metaKey = false } = {}) {
    const at = this.#within(index);
    if (shiftKey) {
      const from = Math.min(at, this.anchor), count = Math.abs(at - this.anchor) + 1;
      this.selected = new Set(Array.from({ length: count }, (_, each) => from + each));
    } else {
      this.anchor = at;
      if (!ctrlKey && !metaKey) this.selected = new Set([at]);
      else if (!this.selected.delete(at)) this.selected.add(at);
    }
    this.focus(at);
  }

  selectAll() {
    this.selected = new Set(Array(this.total).keys());
    this.focus();
  }

  /** Gives a row the focus, and draws the selection and the marks. `track` is undefined until its row is drawn. */
  focus(index = this.current) {
    this.current = this.#within(index);
    for (const row of this.drawn) {
      const { isPlaying = false, queued = "" } = this.marksOf(row.index);
      const [playing, , badge] = partsOf(row);
      playing.hidden = !isPlaying;
      badge.hidden = !queued;
      badge.textContent = queued;
      badge.ariaLabel = `queued ${queued}`;
      row.ariaSelected = `${this.selected.has(row.index)}`;
      row.classList.toggle("current", row.index === this.current);
    }
    this.track = this.drawn.find(({ index }) => index === this.current)?.track;
    this.box.setAttribute("aria-activedescendant", this.track ? `row-${this.current}` : "");
  }

  /** @param {number} index */
  #within(index) {
    return Math.max(0, Math.min(index, this.total - 1));
  }
}

/**
 * The row under the pointer; null beside the rows.
 *
 * @param {Event} event
 * @returns {Row | null}
 */
export function rowOf({ target }) {
  return /** @type {Element} */ (target).closest("[role=option]");
}

/** @param {Element} row */
function partsOf(row) {
  return /** @type {HTMLElement[]} */ ([...row.children]);
}

/** @param {MouseEvent} event */
function hasModifier({ shiftKey, ctrlKey, metaKey }) {
  return shiftKey || ctrlKey || metaKey;
}
