/** The operations of the extension `playlist` that reorder the items of a playlist. */

import * as v from "valibot";
import { index } from "../../../host_stdio/api/shapes.ts";
import type { Player } from "../../../host_stdio/player.ts";
import type { Context } from "../../core/context.ts";
import { described } from "../../core/documented_schema.ts";
import { defineOperation, Failure, succeeded } from "../../core/operation.ts";
import {
  boolean,
  indicesTooMany,
  integers,
  isAbsent,
  MAX_INDICES,
  mustBe,
  params,
  string,
  uncheckedParams,
  withDefault,
} from "../../core/params.ts";
import { type ListedPlaylist, lockFields, playlistAnswer } from "../../core/playlists.ts";
import {
  MAX_PATTERN_LENGTH,
  parsePattern,
  patternTooLong,
  sortedPlaces,
  type SortKey,
  sortKey,
  unsupportedPattern,
} from "../shared/patterns.ts";
import { playlistEvents, tooLarge } from "./events.ts";
import { allPages, items, requireMovable, validItems } from "./items.ts";
import type { PlaylistState } from "./state.ts";
import { changeErrors, changePlaylist, playlist, playlistAlias, type PlaylistParams } from "./target.ts";

const usual = {
  result: () => v.strictObject({ success: v.literal(true) }),
  failureFields: lockFields,
  events: [playlistEvents.itemsReordered],
} as const;

const reorderNeeds = ["player.playlist.list", "player.playlist.reorder"] as const;

/** @param order order[new] = old. */
async function reorder(player: Player, { id }: ListedPlaylist, order: number[]): Promise<void> {
  // An order that changes nothing is not sent.
  if (order.every((old, place) => old === place)) return;
  await playlistAnswer(player.request("player.playlist.reorder", { playlist: id, order }));
}

const deltaRequired = "delta is required";

const moveParams = () =>
  params({
    playlist,
    index: playlistAlias,
    items,
    delta: described(
      v.pipe(
        v.number(({ input }) => isAbsent(input) ? deltaRequired : mustBe.integer),
        v.safeInteger(mustBe.integer),
      ),
      "By how many places they move; a negative number moves them to the beginning.",
    ),
  });

export const moveTracks = defineOperation({
  ...usual,
  name: "playlist.moveTracks",
  description: "Moves items within a playlist. They keep their order, and stop at the end.",
  needs: reorderNeeds,
  params: () => uncheckedParams(moveParams()),
  errors: [...changeErrors, tooLarge],
  handle: (raw, context: Context<PlaylistState>) =>
    changePlaylist(context, moveParams, raw, async (player, { playlist, given }) => {
      requireMovable(playlist);
      const moved = validItems(given.items, playlist);
      await reorder(player, playlist, movedOrder(moved, given.delta, playlist.count));
      return succeeded();
    }),
});

const sortParams = () =>
  params({
    playlist,
    index: playlistAlias,
    pattern: described(
      withDefault(v.pipe(string, v.maxLength(MAX_PATTERN_LENGTH, patternTooLong("pattern"))), "%title%"),
      "What the items are sorted by, with fields such as `%artist%`.",
    ),
    descending: described(withDefault(boolean, false), "Whether the result is reversed."),
  });

export const sort = defineOperation({
  ...usual,
  name: "playlist.sort",
  description: "Sorts a playlist by a pattern. Equal items keep their order.",
  needs: [...reorderNeeds, "player.playlist.items"],
  params: () => uncheckedParams(sortParams()),
  errors: [...changeErrors, unsupportedPattern, tooLarge],
  handle: (raw, context: Context<PlaylistState>) =>
    changePlaylist(context, sortParams, raw, async (player, { playlist, given }) => {
      const textOf = parsePattern(given.pattern);
      if (!textOf) throw new Failure(unsupportedPattern, undefined, "INVALID_PARAMS");
      requireMovable(playlist);
      const keys: SortKey[] = [];
      for await (const { tracks } of allPages(context.player, playlist)) {
        for (const track of tracks) keys.push(sortKey(textOf, track, keys.length));
      }
      const order = await sortedPlaces(keys, context.state.library.slices(context.cancelSignal));
      await reorder(player, playlist, given.descending ? order.reverse() : order);
      return succeeded();
    }),
});

/** Defines an operation that reorders all items of a playlist. */
function reordering<const Name extends `playlist.${string}`, Entries extends v.ObjectEntries>(
  name: Name,
  description: string,
  parameters: () => PlaylistParams<Entries>,
  orderOf: (count: number) => number[],
) {
  return defineOperation({
    ...usual,
    name,
    description,
    needs: reorderNeeds,
    params: () => uncheckedParams(parameters()),
    errors: [...changeErrors, tooLarge],
    handle: (raw, context: Context<PlaylistState>) =>
      changePlaylist(context, parameters, raw, async (player, { playlist }) => {
        requireMovable(playlist);
        await reorder(player, playlist, orderOf(playlist.count));
        return succeeded();
      }),
  });
}

export const shuffle = reordering(
  "playlist.shuffle",
  "Puts the items of a playlist into a random order.",
  () => params({ playlist, index: playlistAlias }),
  shuffledOrder,
);

export const reverse = reordering(
  "playlist.reverse",
  "Reverses the items of a playlist.",
  () => params({ playlist }),
  (count) => Array.from({ length: count }, (_, place) => count - 1 - place),
);

const orderRequired = "newOrder is required";
const badOrder = "newOrder must have each item once";

const orderParams = () =>
  params({
    playlist,
    newOrder: described(
      integers(MAX_INDICES, indicesTooMany("newOrder"), orderRequired),
      "The present index of each item, in the new order.",
    ),
  });

export const reorderItems = defineOperation({
  ...usual,
  name: "playlist.reorder",
  description: "Puts the items of a playlist into a given order.",
  needs: reorderNeeds,
  params: () => uncheckedParams(orderParams()),
  result: () => v.strictObject({ success: v.literal(true), playlist: index, itemCount: index }),
  errors: [...changeErrors, orderRequired, badOrder, tooLarge],
  handle: (raw, context: Context<PlaylistState>) =>
    changePlaylist(context, orderParams, raw, async (player, { playlist, given: { newOrder } }) => {
      requireMovable(playlist);
      const { count } = playlist;
      if (newOrder.length !== count || validItems(newOrder, playlist).length !== count) {
        throw new Failure(badOrder, undefined, "INVALID_PARAMS");
      }
      await reorder(player, playlist, newOrder);
      return succeeded({ playlist: playlist.index, itemCount: count });
    }),
});

/** Returns a random order. */
export function shuffledOrder(count: number): number[] {
  const order = Array.from({ length: count }, (_, place) => place);
  for (let left = count; left > 1; left--) {
    const chosen = Math.floor(Math.random() * left);
    [order[chosen], order[left - 1]] = [order[left - 1] as number, order[chosen] as number];
  }
  return order;
}

/**
 * Returns the order after items have moved step by step (extensions.md, "playlist").
 *
 * Moved items keep their relative order, so an item stops only at the end, or next to the moved items that have stopped
 * there.
 *
 * @param moved The items that move, in ascending order and without duplicates.
 * @param delta By how many places; negative towards the beginning.
 */
export function movedOrder(moved: readonly number[], delta: number, count: number): number[] {
  const order = Array<number>(count).fill(-1);
  for (const [rank, item] of moved.entries()) {
    const place = delta < 0
      ? Math.max(item + delta, rank)
      : Math.min(item + delta, count - moved.length + rank);
    order[place] = item;
  }
  const isMoved = new Set(moved);
  let next = 0;
  for (let place = 0; place < count; place++) {
    if (order[place] !== -1) continue;
    while (isMoved.has(next)) next++;
    order[place] = next++;
  }
  return order;
}
