/**
 * What the tests of releases share: folders, programs, and a reader of compiled binaries of its own.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";

/** What a program has done. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end. */
export async function run(
  program: string,
  args: readonly string[],
  options: { cwd?: string | URL; env?: Record<string, string> } = {},
): Promise<Ran> {
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args: [...args],
    ...options,
    env: { NO_COLOR: "1", ...options.env },
    stdin: "null",
  }).output();
  return { code, stdout: new TextDecoder().decode(stdout), stderr: new TextDecoder().decode(stderr) };
}

/** Does something in a folder that is there as long as that takes. */
export async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "tonearm-test-" });
  try {
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** A file as a binary has it embedded. */
export interface Embedded {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What Deno puts before everything that it embeds, twice one after the other before the settings. */
const MAGIC = "d3n0l4nd";

/**
 * Reads what `deno compile` has put behind a base binary: its settings, and its files.
 *
 * @param binary The compiled binary.
 * @returns Both.
 */
export function readBinary(
  binary: Uint8Array<ArrayBuffer>,
): { settings: Record<string, unknown>; files: Embedded[] } {
  // One character for each byte, so that places in the text are places in the bytes.
  const text = new TextDecoder("latin1").decode(binary);
  const view = new DataView(binary.buffer, binary.byteOffset, binary.byteLength);
  const lengthAt = (at: number): number => Number(view.getBigUint64(at, true));
  const json = (at: number, length: number): unknown =>
    JSON.parse(new TextDecoder().decode(binary.subarray(at, at + length)));

  // A base binary may hold the word as well, but not before settings.
  const [found, second] = [...text.matchAll(new RegExp(`${MAGIC}(?=[^]{8}\\{"argv":)`, "g"))];
  assert(found && !second, "the settings stand in the binary once");
  const start = found.index + MAGIC.length;
  const settings = json(start + 8, lengthAt(start)) as Record<string, unknown>;

  const [listed, other] = [...text.matchAll(/\[\{"(?:File|Dir|Symlink)":\{"n":/g)]
    .filter(({ index }) => index > start && index + lengthAt(index - 8) < binary.length);
  assert(listed && !other, "the list of files stands in the binary once");
  const listLength = lengthAt(listed.index - 8);
  const entries = json(listed.index, listLength) as Record<string, { n: string; o: [number, number] }>[];
  // Behind the list come the length of all files and the files, one after the other.
  const data = listed.index + listLength + 8;
  const dataLength = lengthAt(data - 8);
  const files = entries.map(({ File: file, ...others }) => {
    assert(file, `nothing but files: ${JSON.stringify(others)}`);
    const [offset, length] = file.o;
    return { name: file.n, bytes: binary.slice(data + offset, data + offset + length) };
  });
  const sum = files.reduce((before, { bytes }) => before + bytes.length, 0);
  assertEquals(sum, dataLength, "the files listed are all there is");
  return { settings, files };
}
