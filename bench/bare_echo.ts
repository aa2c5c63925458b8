/**
 * The least that a bridge in Deno could be: frames in, the same frames out, nothing parsed.
 *
 * @module
 */

const buffer = new Uint8Array(64 * 1024);
while (true) {
  const count = await Deno.stdin.read(buffer);
  if (count === null) break;
  for (let at = 0; at < count;) at += await Deno.stdout.write(buffer.subarray(at, count));
}
