/**
 * A bare echo on Deno, like echo.c: frames are returned unparsed. A frame whose body begins with a space is a request, which is held
 * until it is complete and then answered with {}.
 *
 * It writes the bytes of each read before it reads again. With the argument `ahead` it reads while it writes.
 */

const HEADER_BYTES = 4;
const SPACE = 0x20;
const BUFFER_BYTES = 64 * 1024;
const answer = new Uint8Array([2, 0, 0, 0, 0x7b, 0x7d]);
const isAhead = Deno.args.includes("ahead");

let buffer = new Uint8Array(BUFFER_BYTES);
/** Holds the bytes that are being written. */
let other = new Uint8Array(BUFFER_BYTES);
let writing = Promise.resolve();
let filled = 0;
/** Number of bytes of the current frame that have not been read yet. */
let rest = 0;

while (true) {
  const count = await Deno.stdin.read(buffer.subarray(filled));
  if (count === null) break;
  filled += count;
  const view = new DataView(buffer.buffer);
  // Bytes before `done` are finished. Those from `done` to `at` are returned.
  let at = 0;
  let done = 0;
  while (at < filled) {
    if (rest === 0) {
      if (filled - at < HEADER_BYTES + 1) break;
      rest = HEADER_BYTES + view.getUint32(at, true);
      if (buffer[at + HEADER_BYTES] === SPACE) {
        await writing;
        await writeAll(buffer.subarray(done, at));
        done = at = await takeRequest(at, rest);
        rest = 0;
        continue;
      }
    }
    const piece = Math.min(filled - at, rest);
    at += piece;
    rest -= piece;
  }
  await writing;
  other.set(buffer.subarray(at, filled));
  writing = writeAll(buffer.subarray(done, at));
  if (!isAhead) await writing;
  [buffer, other] = [other, buffer];
  filled -= at;
}

/** Takes a request that begins in the buffer. Returns the end of its part of the buffer. */
async function takeRequest(begin: number, length: number): Promise<number> {
  const request = new Uint8Array(length);
  const end = Math.min(filled, begin + length);
  request.set(buffer.subarray(begin, end));
  for (let at = end - begin; at < length;) {
    const count = await Deno.stdin.read(request.subarray(at));
    if (count === null) Deno.exit(1);
    at += count;
  }
  await writeAll(answer);
  return end;
}

async function writeAll(bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await Deno.stdout.write(bytes.subarray(at));
}
