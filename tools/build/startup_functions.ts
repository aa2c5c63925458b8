/**
 * Puts the functions that run at every start of a bundle into parentheses, so that V8 compiles them together with their file.
 * Deno's code cache holds only what V8 compiles then: every other function is parsed and compiled again at each start.
 */

import { toFileUrl } from "@std/path";
import { bundleFlags, sandboxFlags } from "../../clients/typescript/spawn_bridge.ts";
import { frameOf, joined } from "../support/frames.ts";
import { startProgram } from "../support/process.ts";
import { ToolFailed } from "./run.ts";
import { movedMap } from "./source_map.ts";

/** A place in the text of a file, in UTF-16 code units. */
interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
}

/** A part of a changed text: text that is new, or the start and end of a part of the old text. */
export type Piece = string | readonly [start: number, end: number];

/** What Deno records about a file that has run. */
interface Coverage {
  readonly url: string;
  /** The first range of a function is its whole text. */
  readonly functions: readonly { readonly ranges: readonly [Range & { readonly count: number }] }[];
}

/** What every player sends first. */
const input = joined(
  frameOf({
    jsonrpc: "2.0",
    id: 1,
    method: "bridge.initialize",
    params: { protocolVersion: 1, player: { name: "build", version: "1.0" } },
  }),
  frameOf({ jsonrpc: "2.0", id: 2, method: "test.ping", params: {}, panel: "p1" }),
);

const declaration = /^(?:async )?function\*? ([\w$]+)\(/;
const arrow = /^(?:async )?(?:\(|[\w$]+ =>)/;
const imports = /^(?:import [^;]+;\s*)*/;

/**
 * Starts a bundle once, and marks the functions that ran. The source maps beside the files stay true.
 *
 * @param directory The folder of the bundle, an absolute path.
 * @throws {ToolFailed} When the bundle does not run.
 */
export async function markStartupFunctions(directory: string, entry: string): Promise<void> {
  for (const { url, functions } of await coverageOf(`${directory}/${entry}`)) {
    const ran = functions.map(({ ranges: [whole] }) => whole).filter(({ count }) => count > 0);
    const [file, map] = [new URL(url), new URL(`${url}.map`)];
    const text = await Deno.readTextFile(file);
    const pieces = piecesOf(text, ran);
    await Deno.writeTextFile(file, joinedPieces(text, pieces));
    await Deno.writeTextFile(map, movedMap(await Deno.readTextFile(map), text, pieces));
  }
}

function joinedPieces(text: string, pieces: readonly Piece[]): string {
  return pieces.map((piece) => typeof piece === "string" ? piece : text.slice(...piece)).join("");
}

/**
 * Puts functions into parentheses: arrow functions where they are, and function declarations, as variables, after the imports.
 * Methods stay as they are.
 *
 * @param text A module as esbuild writes it: a function declaration of the module begins its line.
 * @param functions The places of the functions.
 */
function piecesOf(text: string, functions: readonly Range[]): Piece[] {
  const textOf = ({ startOffset, endOffset }: Range) => text.slice(startOffset, endOffset);
  const isFirst = ({ startOffset }: Range) => startOffset === 0 || text[startOffset - 1] === "\n";
  const declared = functions.filter((range) => isFirst(range) && declaration.test(textOf(range)))
    .toSorted((a, b) => a.startOffset - b.startOffset);
  const arrows = functions.filter((range) => arrow.test(textOf(range)));
  const marks = [
    ...arrows.map(({ startOffset }) => [startOffset, "("] as const),
    ...arrows.map(({ endOffset }) => [endOffset, ")"] as const),
  ].toSorted(([a], [b]) => a - b);
  const marked = (from: number, to: number): Piece[] => {
    const within = marks.filter(([at]) => at >= from && at <= to);
    const ends = [...within.map(([at]) => at), to];
    return ends.flatMap((end, index): Piece[] => [[ends[index - 1] ?? from, end], within[index]?.[1] ?? ""]);
  };
  const [head = ""] = imports.exec(text) ?? [];
  const moved = declared.flatMap((range): Piece[] => {
    const [, name] = declaration.exec(textOf(range)) ?? [];
    return [`var ${name} = (`, ...marked(range.startOffset, range.endOffset), ");\n"];
  });
  const starts = [head.length, ...declared.map(({ endOffset }) => endOffset)];
  const rest = starts.flatMap((start, index) => marked(start, declared[index]?.startOffset ?? text.length));
  return [[0, head.length], ...moved, ...rest];
}

async function coverageOf(program: string): Promise<Coverage[]> {
  const folder = await Deno.makeTempDir({ prefix: "tonearm-startup-" });
  try {
    const args = ["run", ...sandboxFlags, ...bundleFlags, program];
    const env = { DENO_COVERAGE_DIR: `${folder}/coverage` };
    const child = startProgram(Deno.execPath(), args, { cwd: folder, env });
    const writer = child.stdin.getWriter();
    await writer.write(input);
    await writer.close();
    const { code, stderr } = await child.output();
    if (code !== 0) throw new ToolFailed(`deno ${args.join(" ")}`, new TextDecoder().decode(stderr));
    const files = await Array.fromAsync(Deno.readDir(`${folder}/coverage`));
    const coverages = await Promise.all(
      files.map(async ({ name }): Promise<Coverage> =>
        JSON.parse(await Deno.readTextFile(`${folder}/coverage/${name}`))
      ),
    );
    return coverages.filter(({ url }) => url.startsWith(toFileUrl(program).href.replace(/[^/]+$/, "")));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
