/** Archives and checksums of a release. The same files give the same bytes. */

import { type Zippable, zipSync } from "fflate";
import { packTar } from "modern-tar";

/** A file in an archive. */
export interface ArchivedFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly executable?: boolean;
}

const MODE = { plain: 0o644, executable: 0o755 };
/** The host system of a zip entry: Unix. Without it, the mode is ignored. */
const ZIP_UNIX = 3;

/** Makes a `.tar.gz` with all files in one folder. */
export async function tarGz(
  folder: string,
  files: readonly ArchivedFile[],
  time: Date,
): Promise<Uint8Array<ArrayBuffer>> {
  const tar = await packTar(files.map(({ name, bytes, executable }) => ({
    header: {
      name: `${folder}/${name}`,
      size: bytes.length,
      mode: executable ? MODE.executable : MODE.plain,
      mtime: time,
    },
    body: bytes,
  })));
  const stream = new Blob([tar.slice()]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * Makes a `.zip`.
 *
 * @param folder The top folder in the archive.
 * @param files The files.
 * @param time The time of all files. Times before 1980 become 1980, the earliest that the format can store.
 * @returns The archive.
 */
export function zip(folder: string, files: readonly ArchivedFile[], time: Date): Uint8Array<ArrayBuffer> {
  // A zip file stores local time. Store UTC, so that the archive is the same on every machine.
  const earliest = Date.UTC(1980, 0, 2);
  const shown = new Date(Math.max(time.getTime(), earliest));
  const mtime = new Date(shown.getTime() + shown.getTimezoneOffset() * 60_000);
  const entries: Zippable = {};
  for (const { name, bytes, executable } of files) {
    const mode = executable ? MODE.executable : MODE.plain;
    entries[`${folder}/${name}`] = [bytes, { mtime, os: ZIP_UNIX, attrs: (0o100000 | mode) << 16 }];
  }
  return zipSync(entries, { level: 9 });
}

/**
 * Writes checksums in the form that `sha256sum --check` reads.
 *
 * @param files The files.
 * @returns The text.
 */
export async function checksums(files: readonly ArchivedFile[]): Promise<string> {
  const lines = files.map(async ({ name, bytes }) => {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return `${digest.toHex()}  ${name}\n`;
  });
  return (await Promise.all(lines)).join("");
}
