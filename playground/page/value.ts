/**
 * Values that parts of the page watch.
 *
 * @module
 */

import { useEffect, useState } from "preact/hooks";

/** A value that tells of its changes. */
export class Value<Type> {
  #value: Type;
  readonly #watchers = new Set<() => void>();

  /** @param value What it is at first. */
  constructor(value: Type) {
    this.#value = value;
  }

  /** What it is now. */
  get current(): Type {
    return this.#value;
  }

  /**
   * Changes it.
   *
   * @param value What it is from now on.
   */
  set(value: Type): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const watcher of [...this.#watchers]) watcher();
  }

  /**
   * Watches it.
   *
   * @param watcher What to call after each change.
   * @returns A function that ends it.
   */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }
}

/**
 * Draws the component that uses it anew with each change.
 *
 * @param value The value.
 * @returns What it is now.
 */
export function useValue<Type>(value: Value<Type>): Type {
  const [, draw] = useState({});
  const drawn = value.current;
  useEffect(() => {
    const stop = value.watch(() => draw({}));
    // It may have changed between the drawing and now.
    if (!Object.is(value.current, drawn)) draw({});
    return stop;
  }, [value]);
  return drawn;
}
