/**
 * A bare echo on Deno, the floor of every program of this kind: frames are returned unparsed. A frame whose body begins with a
 * space is a large request, which is read to its end and answered with {}.
 */

const HEADER_BYTES = 4;
const SPACE = 0x20;
const buffer = new Uint8Array(64 * 1024);
const answer = new Uint8Array([2, 0, 0, 0, 0x7b, 0x7d]);

for (let count; (count = await Deno.stdin.read(buffer)) !== null;) {
  if (buffer[HEADER_BYTES] !== SPACE) {
    await writeAll(buffer.subarray(0, count));
    continue;
  }
  const request = new Uint8Array(HEADER_BYTES + new DataView(buffer.buffer).getUint32(0, true));
  request.set(buffer.subarray(0, count));
  for (let at = count; at < request.length;) {
    at += await Deno.stdin.read(request.subarray(at)) ?? Deno.exit(1);
  }
  await writeAll(answer);
}

async function writeAll(bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await Deno.stdout.write(bytes.subarray(at));
}
