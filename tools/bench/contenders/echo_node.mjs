/** A bare echo on Node.js, like echo.c, with the streams of `process`. */

import { Buffer } from "node:buffer";
import process from "node:process";

const HEADER_BYTES = 4;
const SPACE = 0x20;
const answer = Buffer.from([2, 0, 0, 0, 0x7b, 0x7d]);

/** The received part of a frame whose header is incomplete. */
let begun = Buffer.alloc(0);
/** Number of bytes of the current frame that have not arrived yet. */
let rest = 0;
/** The current request, if there is one. */
let request;

process.stdin.on("data", (piece) => {
  const bytes = begun.length > 0 ? Buffer.concat([begun, piece]) : piece;
  begun = bytes.subarray(bytes.length);
  for (let at = 0; at < bytes.length;) {
    if (rest === 0) {
      if (bytes.length - at < HEADER_BYTES + 1) {
        begun = bytes.subarray(at);
        break;
      }
      rest = HEADER_BYTES + bytes.readUInt32LE(at);
      if (bytes[at + HEADER_BYTES] === SPACE) request = Buffer.alloc(rest);
    }
    const end = Math.min(bytes.length, at + rest);
    if (request) bytes.copy(request, request.length - rest, at, end);
    else process.stdout.write(bytes.subarray(at, end));
    rest -= end - at;
    at = end;
    if (request && rest === 0) {
      request = undefined;
      process.stdout.write(answer);
    }
  }
});
