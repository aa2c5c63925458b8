/** Helpers for preact: elements with checked attributes, and values that components observe. */

import { type ComponentChildren, h, type JSX, type VNode } from "preact";
import { useEffect, useState } from "preact/hooks";

export type Children = ComponentChildren;

/** Creates an element. Strings among its children become text, never markup. */
export function el<Tag extends keyof JSX.IntrinsicElements>(
  tag: Tag,
  attributes: JSX.IntrinsicElements[Tag] & { readonly [data: `data-${string}`]: string } | null,
  ...children: Children[]
): VNode {
  // This function's signature checks the attributes. The overloads of `h` cannot, because the tag is generic.
  return h(tag as string, attributes as Record<string, unknown> | null, ...children) as VNode;
}

export function button(
  label: Children,
  onClick: () => void,
  more: JSX.IntrinsicElements["button"] = {},
): VNode {
  return el("button", { type: "button", onClick, ...more }, label);
}

/** An observable value. */
export class Value<Type> {
  #value: Type;
  readonly #watchers = new Set<() => void>();

  constructor(value: Type) {
    this.#value = value;
  }

  get current(): Type {
    return this.#value;
  }

  set(value: Type): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const watcher of [...this.#watchers]) watcher();
  }

  /** Calls a function after each change. Returns a function that stops the calls. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }
}

/** Returns the current value and renders the component again after each change. */
export function useValue<Type>(value: Value<Type>): Type {
  useValues([value]);
  return value.current;
}

/** Returns the current values and renders the component again after each change of one of them. */
export function useValues<Type>(values: readonly Value<Type>[]): readonly Type[] {
  const [, draw] = useState({});
  const drawn = values.map(({ current }) => current);
  useEffect(() => {
    const stops = values.map((value) => value.watch(() => draw({})));
    // A value may have changed since the component was rendered.
    if (values.some(({ current }, index) => !Object.is(current, drawn[index]))) draw({});
    return () => stops.forEach((stop) => stop());
  }, values);
  return drawn;
}
