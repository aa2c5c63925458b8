/**
 * The end of the component log file.
 *
 * @module
 */

/** How much of it is shown, in bytes. */
const SHOWN_BYTES = 16 * 1024;

/**
 * Reads the end of a log file.
 *
 * @param path The file.
 * @returns Its last whole lines; "" when there is no file.
 */
export async function logTail(path: string): Promise<string> {
  let file: Deno.FsFile;
  try {
    file = await Deno.open(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
  using _file = file;
  const { size } = await file.stat();
  const start = Math.max(0, size - SHOWN_BYTES);
  await file.seek(start, Deno.SeekMode.Start);
  const bytes = new Uint8Array(SHOWN_BYTES);
  let count = 0;
  while (count < bytes.length) {
    const read = await file.read(bytes.subarray(count));
    if (read === null) break;
    count += read;
  }
  const text = new TextDecoder().decode(bytes.subarray(0, count));
  // The first line may have lost its beginning.
  return start === 0 ? text : text.slice(text.indexOf("\n") + 1);
}
