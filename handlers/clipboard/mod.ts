/** Namespace `clipboard`: the clipboard of the operating system (specification, "clipboard"). */

import * as v from "valibot";
import type { ActionAnswer, ActionParams } from "../../host_stdio/api/native_actions.ts";
import { index as count } from "../../host_stdio/api/shapes.ts";
import type { Player } from "../../host_stdio/player.ts";
import { isPathTooLong, mediaPathProblem, pathTooLong } from "../../limits/paths.ts";
import { utf8Length } from "../../limits/unicode.ts";
import { ChangeQueue } from "../core/change_queue.ts";
import type { Context } from "../core/context.ts";
import { described } from "../core/documented_schema.ts";
import { defineNamespace } from "../core/namespace.ts";
import { defineOperation, Failure, noParams, succeeded } from "../core/operation.ts";
import { mustBe, optional, params, requiredString, string } from "../core/params.ts";
import { authorizeMedia } from "../core/player_requests.ts";

const BEFORE = "<html>\r\n<body>\r\n<!--StartFragment-->";
const AFTER = "<!--EndFragment-->\r\n</body>\r\n</html>";

/**
 * Makes the "HTML Format" of the Windows clipboard from a fragment of HTML (decisions.md, "clipboard"): a
 * header with the version and four offsets in bytes of UTF-8, then a document with the fragment between two comments.
 */
export function htmlFormat(html: string): string {
  const startHtml = header(0, 0, 0, 0).length;
  const startFragment = startHtml + BEFORE.length;
  const endFragment = startFragment + utf8Length(html);
  const endHtml = endFragment + AFTER.length;
  return header(startHtml, endHtml, startFragment, endFragment) + BEFORE + html + AFTER;
}

/** Ten digits per offset, so that the length of the header does not depend on the offsets. */
function header(startHtml: number, endHtml: number, startFragment: number, endFragment: number): string {
  const offsets = Object.entries({
    StartHTML: startHtml,
    EndHTML: endHtml,
    StartFragment: startFragment,
    EndFragment: endFragment,
  });
  const lines = offsets.map(([name, offset]) => `${name}:${String(offset).padStart(10, "0")}\r\n`);
  return `Version:0.9\r\n${lines.join("")}`;
}

type Formats = ActionParams<"player.clipboard.write">["formats"];
type Format = ActionAnswer<"player.clipboard.write">["written"][number];

const nothingWritten = "Failed to write any clipboard format";

const read = defineOperation({
  name: "clipboard.read",
  description: "Reads the clipboard and reports which formats it holds.",
  needs: ["player.clipboard.read"],
  params: noParams,
  result: () =>
    v.strictObject({
      success: v.literal(true),
      text: described(v.string(), "Empty when the clipboard holds no text."),
      files: described(v.array(v.string()), "Paths; empty when the clipboard holds no files."),
      hasText: v.boolean(),
      hasFiles: v.boolean(),
      hasImage: v.boolean(),
    }),
  handle: async (_params, { player }) => {
    const { text, files, hasImage } = await player.request("player.clipboard.read", {});
    return succeeded({
      text: text ?? "",
      files: files ?? [],
      hasText: text !== null,
      hasFiles: files !== null,
      hasImage,
    });
  },
});

const write = defineOperation({
  name: "clipboard.write",
  description: "Replaces the clipboard with Unicode text.",
  needs: ["player.clipboard.write"],
  params: () => params({ text: described(requiredString("text is required"), "The text; not empty.") }),
  result: () => v.strictObject({ success: v.literal(true) }),
  errors: [nothingWritten],
  handle: ({ text }, context: Context<ChangeQueue>) =>
    context.state.run(context, async (player) => {
      await writeFormats(player, [{ format: "text", data: text }]);
      return succeeded();
    }),
});

const writeFiles = defineOperation({
  name: "clipboard.writeFiles",
  description: "Places a file list on the clipboard for pasting into shell targets.",
  needs: ["player.media.authorize", "player.clipboard.write"],
  params: () =>
    params({
      paths: described(
        v.pipe(
          v.array(v.string(mustBe.string), "paths array is required"),
          v.nonEmpty("paths array is empty"),
        ),
        "Absolute paths of files that may be read as media. All are written, or none.",
      ),
    }),
  result: () => v.strictObject({ success: v.literal(true), fileCount: count }),
  errors: [pathTooLong("paths[<index>]"), refused("<index>", "<reason>"), nothingWritten],
  handle: ({ paths }, context: Context<ChangeQueue>) => {
    for (const [index, path] of paths.entries()) {
      if (isPathTooLong(path)) throw new Failure(pathTooLong(`paths[${index}]`));
      // authorizeMedia checks this too, but the first bad path must be reported, whether it is refused or too long.
      const problem = mediaPathProblem(path);
      if (problem !== undefined) throw new Failure(refused(index, problem));
    }
    return context.state.run(context, async (player) => {
      const denied = await authorizeMedia(context.player, paths);
      if (denied) throw new Failure(refused(denied.index, denied.reason));
      await writeFormats(player, [{ format: "files", data: paths }]);
      return succeeded({ fileCount: paths.length });
    });
  },
});

const writeHTML = defineOperation({
  name: "clipboard.writeHTML",
  description: "Replaces the clipboard with HTML and a plain-text fallback.",
  needs: ["player.clipboard.write"],
  params: () =>
    params({
      html: described(requiredString("html is required"), "The HTML fragment; not empty."),
      plainText: described(
        optional(string),
        "The text for programs without HTML support; the html string itself when omitted or empty.",
      ),
    }),
  result: () =>
    v.strictObject({ success: v.literal(true), htmlWritten: v.boolean(), textWritten: v.boolean() }),
  errors: [nothingWritten],
  handle: ({ html, plainText }, context: Context<ChangeQueue>) =>
    context.state.run(context, async (player) => {
      const written = await writeFormats(player, [
        { format: "html", data: htmlFormat(html), fragment: html },
        // An empty fallback counts as absent.
        { format: "text", data: plainText || html },
      ]);
      return succeeded({ htmlWritten: written.has("html"), textWritten: written.has("text") });
    }),
});

/** The error text for a path that may not be read. */
function refused(index: number | string, reason: string): string {
  return `paths[${index}]: ${reason}`;
}

/**
 * Replaces the clipboard.
 *
 * @returns The formats that were written, at least one.
 * @throws {Failure} When none was written.
 */
async function writeFormats(player: Player, formats: Formats): Promise<ReadonlySet<Format>> {
  const { written } = await player.request("player.clipboard.write", { formats });
  const asked = new Set(formats.map(({ format }) => format));
  const held = new Set(written.filter((format) => asked.has(format)));
  if (held.size === 0) throw new Failure(nothingWritten);
  return held;
}

export const clipboard = defineNamespace({
  name: "clipboard",
  operations: [read, write, writeFiles, writeHTML],
  createState: ({ player }) => new ChangeQueue(player),
});
