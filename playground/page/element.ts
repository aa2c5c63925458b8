/**
 * Elements of the page, without a language of their own: preact's `h`, with the attributes of each element checked.
 *
 * @module
 */

import { type ComponentChildren, h, type JSX, type VNode } from "preact";

/** What can be a child of an element. */
export type Children = ComponentChildren;

/**
 * Makes an element. Texts among its children are texts, never markup.
 *
 * @param tag Its name.
 * @param attributes Its attributes and listeners.
 * @param children What is in it.
 * @returns The element for preact.
 */
export function el<Tag extends keyof JSX.IntrinsicElements>(
  tag: Tag,
  attributes: JSX.IntrinsicElements[Tag] & { readonly [data: `data-${string}`]: string } | null,
  ...children: Children[]
): VNode {
  // The attributes fit the tag, which the overloads of `h` do not see for a tag that is a variable.
  return h(tag as string, attributes as Record<string, unknown> | null, ...children) as VNode;
}

/**
 * Makes a button.
 *
 * @param label What stands on it.
 * @param onClick What it does.
 * @param more Further attributes.
 * @returns The element for preact.
 */
export function button(
  label: Children,
  onClick: () => void,
  more: JSX.IntrinsicElements["button"] = {},
): VNode {
  return el("button", { type: "button", onClick, ...more }, label);
}
