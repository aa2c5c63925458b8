/**
 * Frames made by hand, apart from the code under test.
 *
 * @module
 */

const encoder = new TextEncoder();

/**
 * Puts a frame around a body.
 *
 * @param body Bytes as they are; any other value as JSON.
 * @returns The frame.
 */
export function frameOf(body: unknown): Uint8Array<ArrayBuffer> {
  const bytes = body instanceof Uint8Array ? body : encoder.encode(JSON.stringify(body) ?? "null");
  const frame = new Uint8Array(4 + bytes.length);
  new DataView(frame.buffer).setUint32(0, bytes.length, true);
  frame.set(bytes, 4);
  return frame;
}

/**
 * Makes a request.
 *
 * @param id Its id.
 * @param method What is called.
 * @param params Its parameters; none when left out.
 * @param panel On whose behalf; nobody's when left out.
 * @returns The frame.
 */
export function requestFrame(
  id: string | number,
  method: string,
  params?: unknown,
  panel?: string,
): Uint8Array<ArrayBuffer> {
  return frameOf({ jsonrpc: "2.0", id, method, params, panel });
}

/**
 * Makes a notification.
 *
 * @param method Its name.
 * @param params What belongs to it.
 * @returns The frame.
 */
export function notificationFrame(method: string, params: unknown): Uint8Array<ArrayBuffer> {
  return frameOf({ jsonrpc: "2.0", method, params });
}

/**
 * Makes the answer to a native action.
 *
 * @param id The action's id.
 * @param result What the player answers.
 * @returns The frame.
 */
export function answerFrame(id: string | number, result: unknown): Uint8Array<ArrayBuffer> {
  return frameOf({ jsonrpc: "2.0", id, result });
}

/**
 * Puts bytes together.
 *
 * @param pieces The pieces.
 * @returns All of them, one behind the other.
 */
export function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
