/** Helpers for the tests of releases. */

import { assert, assertEquals } from "@std/assert";
import { tempDirectory } from "../../support/temp_directory.ts";

/** Runs a function in a temporary folder. */
export async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  await using temporary = await tempDirectory();
  const folder = temporary.path;
  await work(folder);
}

/** An embedded file of a binary. */
export interface Embedded {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The marker that Deno writes before embedded data. It occurs twice before the settings. */
const MAGIC = "d3n0l4nd";

/** Reads the settings and files that `deno compile` appends to a base binary. */
export function readBinary(
  binary: Uint8Array<ArrayBuffer>,
): { settings: Record<string, unknown>; files: Embedded[] } {
  // One character for each byte, so that offsets are equal.
  const text = new TextDecoder("latin1").decode(binary);
  const view = new DataView(binary.buffer, binary.byteOffset, binary.byteLength);
  const lengthAt = (at: number): number => Number(view.getBigUint64(at, true));
  const json = (at: number, length: number): unknown =>
    JSON.parse(new TextDecoder().decode(binary.subarray(at, at + length)));

  // A base binary may contain the marker too, but not before settings.
  const [found, second] = [...text.matchAll(new RegExp(`${MAGIC}(?=[^]{8}\\{"argv":)`, "g"))];
  assert(found && !second, "the settings occur once in the binary");
  const start = found.index + MAGIC.length;
  const settings = json(start + 8, lengthAt(start)) as Record<string, unknown>;

  const [listed, other] = [...text.matchAll(/\[\{"(?:File|Dir|Symlink)":\{"n":/g)]
    .filter(({ index }) => index > start && index + lengthAt(index - 8) < binary.length);
  assert(listed && !other, "the list of files occurs once in the binary");
  const listLength = lengthAt(listed.index - 8);
  const entries = json(listed.index, listLength) as Record<string, { n: string; o: [number, number] }>[];
  // After the list: the total length of the files, then the files.
  const data = listed.index + listLength + 8;
  const dataLength = lengthAt(data - 8);
  const files = entries.map(({ File: file, ...others }) => {
    assert(file, `nothing but files: ${JSON.stringify(others)}`);
    const [offset, length] = file.o;
    return { name: file.n, bytes: binary.slice(data + offset, data + offset + length) };
  });
  const sum = files.reduce((before, { bytes }) => before + bytes.length, 0);
  assertEquals(sum, dataLength, "the binary contains only the listed files");
  return { settings, files };
}
