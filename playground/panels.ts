/**
 * The panels of the open pages. A page never says which panel it is: the key in the address of its socket or frame does.
 */

import { createHmac } from "node:crypto";

/** Maximum number of open panels. Only a faulty page opens more. */
const MAX_PANELS = 64;
/** The longest name of a panel, in UTF-16 code units. */
const MAX_NAME = 64;
const KEY_BYTES = 16;

export interface OpenPanel {
  /** The name that the bridge uses. */
  readonly name: string;
  /** The secret in the panel's address: 128 bits in hexadecimal, which is also valid in a host name. */
  readonly key: string;
  /** Whether this is an existing panel, in a frame with an address of its own. */
  readonly framed: boolean;
  /** Sends a message. Returns false when it cannot be written as JSON. Undefined while the page is not connected. */
  send: ((message: object) => boolean) | undefined;
}

/** A call from the page of a panel. */
export interface PanelCall {
  readonly id: number | string;
  readonly method: string;
  readonly params: unknown;
}

/** The panels by name and by key. */
export class PanelRegistry {
  readonly #byName = new Map<string, OpenPanel>();
  readonly #byKey = new Map<string, OpenPanel>();
  readonly #frameKey: (name: string) => string;

  /** @param frameKey Returns the key of an existing panel by its name; random by default. */
  constructor(frameKey: (name: string) => string = randomKey) {
    this.#frameKey = frameKey;
  }

  get all(): Iterable<OpenPanel> {
    return this.#byName.values();
  }

  /**
   * Adds a panel.
   *
   * @param wanted The name. A number is appended when it is taken.
   * @throws {RangeError} When the name is empty or too long, or there are too many panels.
   */
  open(wanted: string, framed: boolean): OpenPanel {
    const base = wanted.trim();
    if (base === "" || base.length > MAX_NAME) {
      throw new RangeError(`the name of a panel must have 1 to ${MAX_NAME} characters`);
    }
    if (this.#byName.size >= MAX_PANELS) throw new RangeError(`there are ${MAX_PANELS} panels already`);
    let name = base;
    for (let number = 2; this.#byName.has(name); number++) name = `${base} ${number}`;
    const key = framed ? this.#frameKey(name) : randomKey();
    const panel: OpenPanel = { name, key, framed, send: undefined };
    this.#byName.set(name, panel);
    this.#byKey.set(key, panel);
    return panel;
  }

  withKey(key: string): OpenPanel | undefined {
    return this.#byKey.get(key);
  }

  withName(name: string): OpenPanel | undefined {
    return this.#byName.get(name);
  }

  /** Removes a panel and its key. */
  close(panel: OpenPanel): void {
    this.#byName.delete(panel.name);
    this.#byKey.delete(panel.key);
  }
}

function randomKey(): string {
  return crypto.getRandomValues(new Uint8Array(KEY_BYTES)).toHex();
}

/**
 * Derives the keys of existing panels from a token, so that a panel keeps its origin, and with it its storage, as long
 * as the token stays the same. A key does not reveal the token or other keys.
 *
 * @param folder The path of the panels' folder.
 */
export function frameKeysOf(token: string, folder: string): (name: string) => string {
  return (name) =>
    createHmac("sha256", token).update(JSON.stringify([folder, name])).digest("hex").slice(0, 2 * KEY_BYTES);
}
