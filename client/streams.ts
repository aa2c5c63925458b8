/**
 * Byte sources and sinks of other kinds than Deno's files.
 *
 * @module
 */

import type { ByteSource } from "../host_stdio/frame_decoder.ts";
import type { ByteSink } from "../host_stdio/frame_writer.ts";

/**
 * Reads a stream as a byte source.
 *
 * @param stream The stream, such as a child process's stdout.
 * @returns The source.
 */
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

/** A byte sink that can be ended. */
export interface EndableSink extends ByteSink {
  /** Tells the other side that nothing more comes. */
  end(): Promise<void>;
}

/**
 * Writes to a stream as to a byte sink.
 *
 * @param stream The stream, such as a child process's stdin.
 * @returns The sink.
 */
export function sinkOf(stream: WritableStream<Uint8Array>): EndableSink {
  const writer = stream.getWriter();
  // Told by the write that fails; a writer's promise that nobody looks at would end the process.
  writer.closed.catch(() => {});
  return {
    async write(bytes: Uint8Array): Promise<number> {
      // A copy, because a stream may keep what it is given and the caller uses its buffer again at once.
      await writer.write(bytes.slice());
      return bytes.length;
    },
    async end(): Promise<void> {
      try {
        await writer.close();
      } catch {
        // The other side has gone first, which is an end as well.
      }
    },
  };
}

/** One end of a two-way connection. */
export interface StreamPair {
  /** What comes from the other end. */
  readonly readable: ReadableStream<Uint8Array>;
  /** What goes to the other end. */
  readonly writable: WritableStream<Uint8Array>;
}

/**
 * A pipe within the process, without a limit: what is written to the sink is read from the source.
 *
 * @returns Both ends.
 */
export function memoryPipe(): { source: ByteSource; sink: EndableSink } {
  const { readable, writable } = memoryStream();
  return { source: sourceOf(readable), sink: sinkOf(writable) };
}

/**
 * A two-way connection within the process, without a limit.
 *
 * @returns Its two ends.
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
