/**
 * Frames made and read by hand, apart from the code under test.
 *
 * @module
 */

const encoder = new TextEncoder();

/** A frame around a body: text or bytes as they are, any other value as JSON. */
export function frameOf(body: unknown): Uint8Array<ArrayBuffer> {
  const bytes = body instanceof Uint8Array
    ? body
    : encoder.encode(typeof body === "string" ? body : JSON.stringify(body));
  const frame = new Uint8Array(4 + bytes.length);
  new DataView(frame.buffer).setUint32(0, bytes.length, true);
  frame.set(bytes, 4);
  return frame;
}

/** Several pieces of bytes as one. */
export function joined(...pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** The bodies of whole frames, and whatever bytes are left behind the last. */
export function bodiesOf(bytes: Uint8Array): { bodies: string[]; rest: Uint8Array } {
  const bodies: string[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (bytes.length - at >= 4 && bytes.length - at - 4 >= view.getUint32(at, true)) {
    const length = view.getUint32(at, true);
    bodies.push(
      new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
        bytes.subarray(at + 4, at + 4 + length),
      ),
    );
    at += 4 + length;
  }
  return { bodies, rest: bytes.subarray(at) };
}
