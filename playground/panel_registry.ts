/**
 * The panels of the open pages. A page never says who it is: the key that its socket, or its frame's address, was made with
 * does.
 *
 * @module
 */

/** How many panels there can be at a time: more is a defect of a page. */
const MAX_PANELS = 64;
/** The longest name, in UTF-16 code units. */
const MAX_NAME = 64;

/** A panel. */
export interface OpenPanel {
  /** The name that the bridge knows it by. */
  readonly name: string;
  /** What proves to be it: 128 random bits in hexadecimal, which is a host name as well. */
  readonly key: string;
  /** Whether it is an existing panel in a frame with an address of its own. */
  readonly framed: boolean;
  /** Sends it a message, and tells whether that can be written as JSON; undefined while its page is not connected. */
  send: ((message: object) => boolean) | undefined;
}

/** The panels by name and by key. */
export class PanelRegistry {
  readonly #byName = new Map<string, OpenPanel>();
  readonly #byKey = new Map<string, OpenPanel>();

  /** All panels. */
  get all(): Iterable<OpenPanel> {
    return this.#byName.values();
  }

  /**
   * Adds a panel.
   *
   * @param wanted The name; one that is taken gets a number behind it.
   * @param framed Whether it is shown in a frame.
   * @returns The panel.
   * @throws {RangeError} When the name is none, or there are too many panels.
   */
  open(wanted: string, framed: boolean): OpenPanel {
    const base = wanted.trim();
    if (base === "" || base.length > MAX_NAME) {
      throw new RangeError(`the name of a panel has 1 to ${MAX_NAME} characters`);
    }
    if (this.#byName.size >= MAX_PANELS) throw new RangeError(`there are ${MAX_PANELS} panels already`);
    let name = base;
    for (let number = 2; this.#byName.has(name); number++) name = `${base} ${number}`;
    const key = crypto.getRandomValues(new Uint8Array(16)).toHex();
    const panel: OpenPanel = { name, key, framed, send: undefined };
    this.#byName.set(name, panel);
    this.#byKey.set(key, panel);
    return panel;
  }

  /**
   * Finds a panel by what proves to be it.
   *
   * @param key The key.
   * @returns The panel; undefined when there is none.
   */
  withKey(key: string): OpenPanel | undefined {
    return this.#byKey.get(key);
  }

  /**
   * Finds a panel by its name.
   *
   * @param name The name.
   * @returns The panel; undefined when there is none.
   */
  withName(name: string): OpenPanel | undefined {
    return this.#byName.get(name);
  }

  /**
   * Removes a panel; its key opens nothing any more.
   *
   * @param panel The panel.
   */
  close(panel: OpenPanel): void {
    this.#byName.delete(panel.name);
    this.#byKey.delete(panel.key);
  }
}
