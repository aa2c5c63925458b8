import { clock } from "./base.js";

/** The number of rows that are drawn beside the view: where it moves to, and at the other side. */
const AHEAD = 70, BEHIND = 20;
/** The number of tracks that are loaded at once, that far before their rows are drawn, and the most that are kept. */
const LOADED = 300, NEAR = 230, KEPT = 5000;

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
/** @typedef {HTMLElement & { index: number, track?: Track }} Row */

/**
 * A list box with any number of tracks, of which several can be selected. Only the rows in view are drawn, those of tracks
 * that are still loaded with an ellipsis. `current` is the index of the row with the focus, `selected` the set of indexes.
 */
export class TrackList {
  /** @type {Map<number, Track>} The tracks that have been loaded, by index. */
  tracks = new Map();
  /** @type {object | undefined} The load on its way. */
  loading;
  first = 0;
  isUp = false;
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

  /** The selected tracks that have been loaded. */
  get named() {
    return this.items.flatMap((index) => this.tracks.get(index) ?? []);
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
   * Draws the rows in view and loads their tracks. After scrolling or resizing (`isMoved`) only tracks that are missing, while
   * none are on their way; otherwise all anew.
   */
  async draw(isMoved = false) {
    if (document.hidden) return;
    const first = Math.floor(this.box.scrollTop / this.height);
    if (first !== this.first) this.isUp = first < this.first;
    this.first = first;
    let [start, end] = this.#arrange();
    if (isMoved) {
      if (this.loading) return;
      if (this.isUp) start = Math.max(0, start - NEAR);
      else end = Math.min(end + NEAR, this.total);
      const missing = numbers(start, end).filter((index) => !this.tracks.has(index));
      if (!missing.length) return;
      start = this.isUp ? Math.max(0, missing[missing.length - 1] + 1 - LOADED) : missing[0];
    }
    const loading = this.loading = {};
    const { total, tracks } = await this.load(start, LOADED) || { total: 0, tracks: [] };
    if (loading !== this.loading) return;
    this.loading = undefined;
    if (!isMoved || this.tracks.size > KEPT) this.tracks.clear();
    tracks.forEach((track, at) => this.tracks.set(start + at, track));
    this.total = total;
    this.#arrange(!isMoved);
    for (const index of this.selected) if (index >= total) this.selected.delete(index);
    if (this.selected.size === 0) this.select();
    else this.focus();
    if (tracks.length) this.draw(true);
  }

  /**
   * Moves the rows to the view, and writes those whose tracks have come, or all (`isAnew`). Returns the first index and that
   * after the last one.
   */
  #arrange(isAnew = false) {
    const { box, height, first, isUp, total } = this;
    const start = Math.max(0, Math.min(first, total) - (isUp ? AHEAD : BEHIND));
    const end = Math.min(first + Math.ceil(box.clientHeight / height) + (isUp ? BEHIND : AHEAD), total);
    const spare = this.drawn.filter(({ index }) => index < start || index >= end);
    const kept = this.drawn.filter(({ index }) => index >= start && index < end);
    const [from, to] = kept.length ? [kept[0].index, kept[kept.length - 1].index + 1] : [end, end];
    /** @param {number} index */
    const row = (index) => this.#write(spare.pop() ?? /** @type {Row} */ (template.cloneNode(true)), index);
    this.rows.prepend(...numbers(start, from).map(row));
    this.rows.append(...numbers(to, end).map(row));
    for (const row of spare) row.remove();
    for (const row of kept) if (isAnew || !row.track) this.#write(row, row.index);
    const place = { marginTop: `${start * height}px`, height: `${(total - start) * height}px` };
    Object.assign(this.rows.style, place);
    return [start, end];
  }

  /**
   * @param {Row} row
   * @param {number} index
   */
  #write(row, index) {
    const track = this.tracks.get(index);
    const [, name, , time] = partsOf(row);
    name.textContent = name.title = track ? [track.title, track.artist].filter(Boolean).join(" – ") : "…";
    time.textContent = track?.duration ? clock(track.duration) : "";
    Object.assign(row, { ariaPosInSet: `${index + 1}`, ariaSetSize: `${this.total}` });
    Object.assign(row, { id: `row-${index}`, index, track });
    this.#mark(row);
    return row;
  }

  /**
   * Draws the selection and the marks of a row.
   *
   * @param {Row} row
   */
  #mark(row) {
    const { isPlaying = false, queued = "" } = this.marksOf(row.index);
    const [playing, , badge] = partsOf(row);
    playing.hidden = !isPlaying;
    badge.hidden = !queued;
    badge.textContent = queued;
    badge.ariaLabel = `queued ${queued}`;
    row.ariaSelected = `${this.selected.has(row.index)}`;
    row.classList.toggle("current", row.index === this.current);
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

  /** Gives a row the focus, and draws the selection and the marks. `track` is undefined until it is loaded. */
  focus(index = this.current) {
    this.current = this.#within(index);
    const { current, drawn } = this;
    for (const row of drawn) this.#mark(row);
    this.track = this.tracks.get(current);
    const isDrawn = drawn.some((row) => row.index === current);
    this.box.setAttribute("aria-activedescendant", isDrawn ? `row-${current}` : "");
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

/**
 * @param {number} start
 * @param {number} end Excluded.
 */
function numbers(start, end) {
  return Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at);
}

/** @param {Element} row */
function partsOf(row) {
  return /** @type {HTMLElement[]} */ ([...row.children]);
}

/** @param {MouseEvent} event */
function hasModifier({ shiftKey, ctrlKey, metaKey }) {
  return shiftKey || ctrlKey || metaKey;
}
