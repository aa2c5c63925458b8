/**
 * An echo of JSON on Deno: like echo.ts, but each frame is decoded, parsed, stringified and encoded, without checks. Frames that
 * arrive together are returned together, and it reads while it writes.
 */

const HEADER_BYTES = 4;
const SPACE = 0x20;
const decoder = new TextDecoder();
const encoder = new TextEncoder();

let buffer = new Uint8Array(64 * 1024);
let output = new Uint8Array(64 * 1024);
/** Holds the bytes that are being written. */
let other = new Uint8Array(64 * 1024);
let writing = Promise.resolve();
let filled = 0;

while (true) {
  if (filled === buffer.length) buffer = grown(buffer, filled);
  const count = await Deno.stdin.read(buffer.subarray(filled));
  if (count === null) break;
  filled += count;
  const view = new DataView(buffer.buffer);
  let at = 0;
  let size = 0;
  while (filled - at >= HEADER_BYTES) {
    const end = at + HEADER_BYTES + view.getUint32(at, true);
    if (end > filled) break;
    const isRequest = buffer[at + HEADER_BYTES] === SPACE;
    const value: unknown = JSON.parse(decoder.decode(buffer.subarray(at + HEADER_BYTES, end)));
    const text = JSON.stringify(isRequest ? {} : value);
    // UTF-8 takes at most three bytes for a UTF-16 code unit.
    while (output.length < size + HEADER_BYTES + 3 * text.length) output = grown(output, size);
    const { written } = encoder.encodeInto(text, output.subarray(size + HEADER_BYTES));
    new DataView(output.buffer).setUint32(size, written, true);
    size += HEADER_BYTES + written;
    at = end;
  }
  await writing;
  writing = writeAll(output.subarray(0, size));
  [output, other] = [other, output];
  buffer.copyWithin(0, at, filled);
  filled -= at;
}

async function writeAll(bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await Deno.stdout.write(bytes.subarray(at));
}

function grown(bytes: Uint8Array<ArrayBuffer>, kept: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(bytes.length * 2);
  larger.set(bytes.subarray(0, kept));
  return larger;
}
