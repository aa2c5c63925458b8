/** The requests of a page on the control socket, and their schemas. */

import * as v from "valibot";
import { nativeActions } from "../host_stdio/api/native_actions.ts";

/** Maximum number of tracks in one answer. */
const MAX_TRACKS = 500;

/** A number of things, an index or an id. */
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const indices = v.pipe(v.array(count), v.maxLength(100_000), v.readonly());
const text = v.pipe(v.string(), v.maxLength(1000));

/** The actions of the user in the player. */
const command = v.variant("do", [
  v.object({ do: v.literal("play"), playlist: count, item: count }),
  v.object({ do: v.picklist(["resume", "pause", "stop", "next", "previous"]) }),
  v.object({ do: v.literal("seek"), position: v.pipe(v.number(), v.minValue(0)) }),
  v.object({ do: v.literal("activate"), playlist: count }),
  v.object({ do: v.literal("select"), items: indices }),
  v.object({ do: v.literal("queue"), playlist: count, items: indices }),
  v.object({ do: v.literal("unqueue"), entry: text }),
  v.object({
    do: v.literal("theme"),
    darkMode: v.exactOptional(v.boolean()),
    accentColor: v.exactOptional(v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i))),
  }),
  v.object({ do: v.literal("locale"), locale: v.pipe(text, v.check(isLocale)) }),
  v.object({ do: v.literal("choose"), menuId: text, itemId: v.string() }),
  v.object({
    do: v.literal("change"),
    menuId: text,
    itemId: v.string(),
    value: v.pipe(v.number(), v.safeInteger()),
  }),
  v.object({ do: v.literal("dismiss"), menuId: text, reason: text }),
  v.object({
    do: v.literal("answerDialog"),
    dialog: count,
    answer: nativeActions["player.ui.dialog"].answer(),
  }),
]);

export const asks = {
  /** Opens a panel. When the name is taken, a number is appended. */
  openPanel: v.object({ name: v.string(), framed: v.boolean() }),
  /** Closes one of the page's own panels. */
  closePanel: v.object({ name: v.string() }),
  /** Returns some tracks of a playlist. */
  tracks: v.object({ playlist: count, offset: count, limit: v.pipe(count, v.maxValue(MAX_TRACKS)) }),
  /** Performs a user's action. */
  act: command,
  /** Returns the whole body of a message on the wire. */
  body: v.object({ seq: count }),
  /** Formats messages on the wire as a fixture (docs/panels.md, "The playground"). */
  fixture: v.object({ rows: indices }),
  /** Starts a new bridge when the last one has ended. */
  restart: v.object({}),
};

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    // The tag is invalid (RangeError).
    return false;
  }
}
