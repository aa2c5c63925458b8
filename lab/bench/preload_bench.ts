/**
 * jitQueue.preloadBatch at full size: 10,000 entries of 2,048 characters in one call, next to a C program that reads the
 * same frame and looks at nothing. Both are started anew for each round, in turn, and have answered once before.
 *
 *     deno task --cwd lab bench preload
 *
 * @module
 */

// deno-lint-ignore-file no-console -- it prints a table

import { bridgeArguments } from "../../client/spawn_bridge.ts";
import { frameOf } from "../../tools/support/frames.ts";
import { MAX_PATH_LENGTH } from "../../limits/paths.ts";
import { MAX_PRELOAD_ENTRIES } from "../../handlers/jit_queue/limits.ts";

const rounds = Number(Deno.args[0] ?? 9);

const urls = Array.from(
  { length: MAX_PRELOAD_ENTRIES },
  (_, index) => `https://radio.example/${index}/`.padEnd(MAX_PATH_LENGTH, "x"),
);
const warmUp = frameOf({ jsonrpc: "2.0", id: 0, method: "test.ping" });
const batch = frameOf({ jsonrpc: "2.0", id: 1, method: "jitQueue.preloadBatch", params: { urls } });
const after = frameOf({ jsonrpc: "2.0", id: 2, method: "test.ping" });

/** A process on pipes, asked by hand. */
class Peer {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #pieces: Uint8Array[] = [];
  #length = 0;

  constructor(command: string, args: string[], cwd: string) {
    this.#child = new Deno.Command(command, { args, cwd, stdin: "piped", stdout: "piped", stderr: "inherit" })
      .spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#reader = this.#child.stdout.getReader();
  }

  write(bytes: Uint8Array): Promise<void> {
    return this.#writer.write(bytes);
  }

  /** Reads one frame and gives the beginning of its body. */
  async read(): Promise<string> {
    await this.#fill(4);
    const prefix = this.#take(4);
    const length = new DataView(prefix.buffer, prefix.byteOffset).getUint32(0, true);
    await this.#fill(length);
    return new TextDecoder().decode(this.#take(length).subarray(0, 200));
  }

  async #fill(length: number): Promise<void> {
    while (this.#length < length) {
      const { value } = await this.#reader.read();
      if (!value) throw new Error("the process has ended");
      this.#pieces.push(value);
      this.#length += value.length;
    }
  }

  #take(length: number): Uint8Array {
    const whole = new Uint8Array(this.#length);
    let at = 0;
    for (const piece of this.#pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    this.#pieces = [whole.subarray(length)];
    this.#length -= length;
    return whole.subarray(0, length);
  }

  async peakMegabytes(): Promise<number> {
    if (Deno.build.os !== "linux") return NaN;
    const status = await Deno.readTextFile(`/proc/${this.#child.pid}/status`);
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
  }

  async end(): Promise<void> {
    await this.#writer.close();
    await this.#reader.cancel();
    await this.#child.status;
  }
}

/** What a player answers to the actions that the call causes. */
const answers: Readonly<Record<string, unknown>> = {
  "player.playlist.list": { active: "d", playlists: [{ id: "d", name: "Default", count: 1, locked: false }] },
  "player.playlist.create": { playlist: "shadow" },
  "player.playlist.lock": {},
  "player.playlist.append": { start: 0, count: MAX_PRELOAD_ENTRIES },
  "player.playlist.activate": {},
  "player.playback.setOrder": { previous: 0 },
  "player.playback.play": {},
};

/** Times of one round, in milliseconds since the frame was begun. */
interface Round {
  readonly first: number;
  readonly done: number;
  readonly next: number;
  readonly appends: number;
  readonly peak: number;
}

async function bridgeRound(directory: string): Promise<Round> {
  const peer = new Peer(Deno.execPath(), bridgeArguments(), directory);
  await peer.write(warmUp);
  await peer.read();
  const begin = performance.now();
  const written = peer.write(batch);
  let first = NaN;
  let appends = 0;
  while (true) {
    const text = await peer.read();
    if (Number.isNaN(first)) first = performance.now() - begin;
    const [, id, method] = /^\{"jsonrpc":"2.0","id":(\d+),"method":"([^"]+)"/.exec(text) ?? [];
    if (method === undefined) {
      if (text.includes('"event"')) continue;
      if (!text.includes(`"tracksAdded":${MAX_PRELOAD_ENTRIES}`)) {
        throw new Error(`unexpected answer ${text}`);
      }
      break;
    }
    if (method === "player.playlist.append") appends++;
    await peer.write(frameOf({ jsonrpc: "2.0", id: Number(id), result: answers[method] }));
  }
  const done = performance.now() - begin;
  await written;
  const before = performance.now();
  await peer.write(after);
  await peer.read();
  const next = performance.now() - before;
  const peak = await peer.peakMegabytes();
  await peer.end();
  return { first, done, next, appends, peak };
}

async function floorRound(reader: string, directory: string): Promise<number> {
  const peer = new Peer(reader, [], directory);
  await peer.write(warmUp);
  await peer.read();
  const begin = performance.now();
  const written = peer.write(batch);
  await peer.read();
  const time = performance.now() - begin;
  await written;
  await peer.end();
  return time;
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
}

const directory = await Deno.makeTempDir();
const reader = `${directory}/frame_reader`;
const source = new URL("./frame_reader.c", import.meta.url).pathname;
await new Deno.Command("cc", { args: ["-O2", "-o", reader, source] }).output();
const bridge: Round[] = [];
const floor: number[] = [];
for (let round = 0; round < rounds; round++) {
  floor.push(await floorRound(reader, directory));
  bridge.push(await bridgeRound(directory));
}
await Deno.remove(directory, { recursive: true });

const base = median(floor);
const [first, done, next, peak] = (["first", "done", "next", "peak"] as const).map((key) =>
  median(bridge.map((round) => round[key]))
);
console.log(`frame of ${(batch.length / 1e6).toFixed(1)} MB, ${rounds} rounds, medians`);
console.log(`C program reads it        ${base.toFixed(1)} ms`);
console.log(`bridge, first frame       ${first?.toFixed(1)} ms, ${((first ?? NaN) / base).toFixed(2)} times`);
console.log(`bridge, result            ${done?.toFixed(1)} ms, ${((done ?? NaN) / base).toFixed(2)} times`);
console.log(`bridge, the next call     ${next?.toFixed(2)} ms`);
console.log(`bridge, native appends    ${bridge[0]?.appends}`);
console.log(`bridge, peak memory       ${peak?.toFixed(0)} MB`);
