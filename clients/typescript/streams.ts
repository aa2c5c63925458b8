/** Streams as byte sources and sinks. */

import type { ByteSource } from "../../host_stdio/frame_decoder.ts";
import type { ByteSink } from "../../host_stdio/frame_writer.ts";

/** Makes a byte source of a stream, such as the stdout of a child process. */
export function sourceOf(stream: ReadableStream<Uint8Array>): ByteSource {
  const reader = stream.getReader();
  let rest: Uint8Array = new Uint8Array(0);
  return {
    async read(buffer: Uint8Array): Promise<number | null> {
      while (rest.length === 0) {
        const { done, value } = await reader.read();
        if (done) return null;
        rest = value;
      }
      const count = Math.min(buffer.length, rest.length);
      buffer.set(rest.subarray(0, count));
      rest = rest.subarray(count);
      return count;
    },
  };
}

/** A {@linkcode ByteSink} that can be closed. */
export interface EndableSink extends ByteSink {
  /** Closes the sink: the other side reads its end. Never rejected. */
  end(): Promise<void>;
}

/** Makes a byte sink of a stream, such as the stdin of a child process. */
export function sinkOf(stream: WritableStream<Uint8Array>): EndableSink {
  const writer = stream.getWriter();
  // The write that fails reports the error. An unhandled rejection would end the process.
  writer.closed.catch(() => {});
  return {
    async write(bytes: Uint8Array): Promise<number> {
      // A copy, because the stream may keep it and the caller reuses its buffer.
      await writer.write(bytes.slice());
      return bytes.length;
    },
    async end(): Promise<void> {
      try {
        await writer.close();
      } catch {
        // The other side has closed already.
      }
    },
  };
}

/** One end of a two-way connection. */
export interface StreamPair {
  /** Bytes from the other end. */
  readonly readable: ReadableStream<Uint8Array>;
  /** Bytes for the other end. */
  readonly writable: WritableStream<Uint8Array>;
}

/** Makes an in-memory pipe without a limit. */
export function memoryPipe(): { source: ByteSource; sink: EndableSink } {
  const { readable, writable } = memoryStream();
  return { source: sourceOf(readable), sink: sinkOf(writable) };
}

/**
 * Makes an in-memory two-way connection. Neither direction has a limit: a side that does not read uses up memory.
 *
 * @returns The two ends.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { memoryStreams } from "../../mod.ts";
 *
 * const [a, b] = memoryStreams();
 * void a.writable.getWriter().write(new Uint8Array([1, 2]));
 * const { value } = await b.readable.getReader().read();
 *
 * assertEquals(value, new Uint8Array([1, 2]));
 * ```
 */
export function memoryStreams(): [StreamPair, StreamPair] {
  const [there, back] = [memoryStream(), memoryStream()];
  return [
    { readable: back.readable, writable: there.writable },
    { readable: there.readable, writable: back.writable },
  ];
}

function memoryStream(): StreamPair {
  return new TransformStream<Uint8Array, Uint8Array>(undefined, undefined, { highWaterMark: Infinity });
}
