/** The playback orders by number and name (extensions.md, "playback"). */

import * as v from "valibot";
import { described } from "../../core/documented_schema.ts";

/** The names of the orders by their numbers. */
export const orderNames = [
  "default",
  "repeat-playlist",
  "repeat-track",
  "random",
  "shuffle-tracks",
  "shuffle-albums",
  "shuffle-folders",
] as const;

/** The number of an order. */
export const orderIndex = described(
  v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(orderNames.length - 1)),
  orderNames.map((name, number) => `${number} \`${name}\``).join(", ") + ".",
);

/** The name of an order. */
export const orderName = v.picklist(orderNames);

/** Returns the number of an order that is given by number or name; undefined when there is no such order. */
export function orderNumber(given: unknown): number | undefined {
  const number = typeof given === "string" ? orderNames.findIndex((name) => name === given) : given;
  return v.is(orderIndex, number) ? number : undefined;
}

/** Returns the name of an order; undefined when there is no such order. */
export function nameOfOrder(order: number): v.InferOutput<typeof orderName> | undefined {
  return orderNames[order];
}
