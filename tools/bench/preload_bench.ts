/**
 * Compares `jitQueue.preloadBatch` at full size, 10,000 URLs of 2,048 characters in one call, with a C program that only reads
 * the frame. Each round starts both, and each answers a small call first.
 */

// deno-lint-ignore-file no-console -- it prints a table

import { MAX_PRELOAD_ENTRIES } from "../../handlers/jit_queue/limits.ts";
import { MAX_PATH_LENGTH } from "../../limits/paths.ts";
import { FrameCutter, requestFrame, resultFrame } from "../support/frames.ts";
import { runProgram, startBridge, startProgram } from "../support/process.ts";
import { canTell, factsOf } from "../torture/process_facts.ts";
import { median, roundsOrDefault } from "./statistics.ts";

const urls = Array.from(
  { length: MAX_PRELOAD_ENTRIES },
  (_, index) => `https://radio.example/${index}/`.padEnd(MAX_PATH_LENGTH, "x"),
);
const ping = requestFrame(0, "test.ping");
const stop = requestFrame(2, "jitQueue.stop");
const batch = requestFrame(1, "jitQueue.preloadBatch", { urls });

/** A process that receives frames. */
class Peer {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #cutter = new FrameCutter();

  constructor(child: Deno.ChildProcess) {
    this.#child = child;
    this.#writer = child.stdin.getWriter();
    this.#reader = child.stdout.getReader();
  }

  write(bytes: Uint8Array): Promise<void> {
    return this.#writer.write(bytes);
  }

  /** Reads one frame and returns the beginning of its body. */
  async read(): Promise<string> {
    while (true) {
      const body = this.#cutter.next();
      if (body) return new TextDecoder().decode(body.subarray(0, 200));
      const { value } = await this.#reader.read();
      if (!value) throw new Error("the process has exited");
      this.#cutter.push(value);
    }
  }

  /** Peak memory in MB; NaN when this machine does not report it. */
  async peak(): Promise<number> {
    return canTell ? (await factsOf(this.#child.pid)).peak / 1e6 : NaN;
  }

  async end(): Promise<void> {
    await this.#writer.close();
    await this.#reader.cancel();
    await this.#child.stderr.cancel();
    await this.#child.status;
  }
}

/** The player's results of the native actions. */
const results: Readonly<Record<string, unknown>> = {
  "player.playlist.list": { active: "d", playlists: [{ id: "d", name: "Default", count: 1, locked: false }] },
  "player.playlist.create": { playlist: "shadow" },
  "player.playlist.lock": {},
  "player.playlist.append": { start: 0, count: MAX_PRELOAD_ENTRIES },
  "player.playlist.activate": {},
  "player.playback.setOrder": { previous: 0 },
  "player.playback.play": {},
};

/** One round: milliseconds from the start of the frame, and peak memory in MB. */
interface Round {
  readonly first: number;
  readonly done: number;
  readonly next: number;
  readonly appends: number;
  readonly peak: number;
}

/** Answers native actions, whose names go to `onAction`, until the bridge sends a response. Returns its text. */
async function response(peer: Peer, onAction: (method: string) => void = () => {}): Promise<string> {
  while (true) {
    const text = await peer.read();
    const [, id, method] = /^\{"jsonrpc":"2.0","id":(\d+),"method":"([^"]+)"/.exec(text) ?? [];
    if (method !== undefined) {
      onAction(method);
      await peer.write(resultFrame(Number(id), results[method]));
    } else if (!text.includes('"event"')) return text;
  }
}

async function bridgeRound(directory: string): Promise<Round> {
  const peer = new Peer(startBridge(directory));
  await peer.write(ping);
  await peer.read();
  const start = performance.now();
  const written = peer.write(batch);
  let first = NaN;
  let appends = 0;
  const text = await response(peer, (method) => {
    if (Number.isNaN(first)) first = performance.now() - start;
    if (method === "player.playlist.append") appends++;
  });
  if (!text.includes(`"tracksAdded":${MAX_PRELOAD_ENTRIES}`)) throw new Error(`unexpected response ${text}`);
  const done = performance.now() - start;
  await written;
  const sent = performance.now();
  await peer.write(ping);
  await response(peer);
  const next = performance.now() - sent;
  const peak = await peer.peak();
  // Ends the session while the player still answers, so that the bridge can restore the playback order.
  await peer.write(stop);
  await response(peer);
  await peer.end();
  return { first, done, next, appends, peak };
}

async function floorRound(reader: string): Promise<number> {
  const peer = new Peer(startProgram(reader, []));
  await peer.write(ping);
  await peer.read();
  const start = performance.now();
  const written = peer.write(batch);
  await peer.read();
  const time = performance.now() - start;
  await written;
  await peer.end();
  return time;
}

const rounds = roundsOrDefault(9);
const directory = await Deno.makeTempDir({ prefix: "tonearm-bench-" });
const reader = `${directory}/frame_reader`;
const source = new URL("frame_reader.c", import.meta.url).pathname;
const { code, stderr } = await runProgram("cc", ["-O2", "-o", reader, source]);
if (code !== 0) throw new Error(stderr);
const bridge: Round[] = [];
const floor: number[] = [];
for (let round = 0; round < rounds; round++) {
  floor.push(await floorRound(reader));
  bridge.push(await bridgeRound(directory));
}
await Deno.remove(directory, { recursive: true });

const base = median(floor);
const medianOf = (key: keyof Round): number => median(bridge.map((round) => round[key]));
const times = (value: number): string => `${value.toFixed(1)} ms, ${(value / base).toFixed(2)} times`;
console.log(`frame of ${(batch.length / 1e6).toFixed(1)} MB, ${rounds} rounds, medians`);
console.log(`C program reads it        ${base.toFixed(1)} ms`);
console.log(`bridge, first frame       ${times(medianOf("first"))}`);
console.log(`bridge, result            ${times(medianOf("done"))}`);
console.log(`bridge, the next call     ${medianOf("next").toFixed(2)} ms`);
console.log(`bridge, native appends    ${bridge[0]?.appends}`);
console.log(`bridge, peak memory       ${medianOf("peak").toFixed(0)} MB`);
