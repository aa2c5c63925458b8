/**
 * A host with a real mpv, for tests: no sound, no picture, no configuration, tracks of silence.
 *
 * @module
 */

import { join } from "@std/path";
import type { EventMessage } from "../../../mod.ts";
import { MpvHost, type MpvHostOptions } from "../../../players/mpv/host.ts";
import type { MpvChoice } from "../../../players/mpv/ipc/mpv_link.ts";
import type { ActionName, ActionReply } from "../../../host_stdio/native_actions.ts";
import type { CheckedActionParams } from "../../../client/actions.ts";
import type { Playlist } from "../../../players/model/playlists.ts";
import type { SignalInput } from "../../../host_stdio/signals.ts";

/** How an mpv is started that neither sounds nor shows anything, nor knows of its user. */
export const quietMpv = {
  program: "mpv",
  args: ["--no-config", "--ao=null", "--vo=null", "--load-scripts=no", "--ytdl=no", "--osc=no"],
};

/** Why tests with a real mpv are ignored; undefined when there is one. */
export const withoutMpv = await reason();

async function reason(): Promise<string | undefined> {
  try {
    const { success } = await new Deno.Command("mpv", { args: ["--version"], stdout: "null", stderr: "null" })
      .output();
    return success ? undefined : "mpv does not run here";
  } catch {
    // Nothing of that name.
    return "mpv is not installed";
  }
}

/**
 * A test with a real mpv; without one it is ignored, and its name says why.
 *
 * @param name What it shows.
 * @param test The test.
 * @param lacking What else it needs and is not there; undefined for nothing.
 */
export function mpvTest(
  name: string,
  test: () => Promise<void>,
  lacking: string | undefined = undefined,
): void {
  const why = withoutMpv ?? lacking;
  Deno.test({
    name: why === undefined ? name : `${name} (ignored: ${why})`,
    ignore: why !== undefined,
    fn: test,
  });
}

/** What was told, in order, and who waits for more of it. */
export class Told<Message> {
  /** All of it so far. */
  readonly all: Message[] = [];
  #taken = 0;
  #wake = Promise.withResolvers<void>();

  /** Takes a message. */
  add(message: Message): void {
    this.all.push(message);
    this.#wake.resolve();
    this.#wake = Promise.withResolvers();
  }

  /** The next message that fits, now or within a minute; those before it are passed over. */
  async next(fits: (message: Message) => boolean): Promise<Message> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      reject(new Error(`it did not come; what came last: ${JSON.stringify(this.all.slice(-8))}`));
    }, NEXT_MS);
    try {
      while (true) {
        const wake = this.#wake.promise;
        while (this.#taken < this.all.length) {
          const message = this.all[this.#taken++];
          if (message !== undefined && fits(message)) return message;
        }
        await Promise.race([wake, late]);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** Begins from here: what was told before is passed over. */
  skip(): void {
    this.#taken = this.all.length;
  }
}

/** How long a message may take to come, in milliseconds. */
const NEXT_MS = 60_000;

/** How long something may take to become true, in milliseconds; nothing that works takes nearly as long. */
const EVENTUALLY_MS = 30_000;

/** Waits until an assertion holds; fails with its failure when it never does. */
export async function eventually(assertion: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + EVENTUALLY_MS;
  while (true) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** A running host. */
export class TestHost implements AsyncDisposable {
  /** The host. */
  readonly host: MpvHost;
  /** A directory of its own, with the tracks in it. */
  readonly directory: string;
  /** The signals that the bridge was sent. */
  readonly signals = new Told<SignalInput>();
  /** The events that the bridge has sent. */
  readonly events = new Told<EventMessage>();
  /** What the host has said. */
  readonly sentences: Told<string>;

  private constructor(host: MpvHost, directory: string, sentences: Told<string>) {
    this.host = host;
    this.directory = directory;
    this.sentences = sentences;
    host.bridge.onEvent((message) => this.events.add(message));
    const { signal } = host.bridge;
    host.bridge.signal = (message) => {
      this.signals.add(message);
      signal.call(host.bridge, message);
    };
  }

  /** Starts one. */
  static async start(
    options: Partial<MpvHostOptions> & { readonly args?: readonly string[] } = {},
  ): Promise<TestHost> {
    const { args = [], ...rest } = options;
    const directory = await Deno.makeTempDir({ prefix: "tonearm-mpv-test-" });
    await Deno.mkdir(join(directory, "log"));
    const sentences = new Told<string>();
    const mpv: MpvChoice = { kind: "start", program: { ...quietMpv, args: [...quietMpv.args, ...args] } };
    try {
      const host = await MpvHost.start({
        mpv,
        directory: join(directory, "log"),
        panels: { p1: {} },
        environment: () => undefined,
        ...rest,
      });
      host.onNotice((sentence) => sentences.add(sentence));
      return new TestHost(host, directory, sentences);
    } catch (error) {
      await Deno.remove(directory, { recursive: true });
      throw error;
    }
  }

  /** Attaches one to a running mpv, waiting for its socket. */
  static async attached(socket: string): Promise<TestHost> {
    while (true) {
      try {
        return await TestHost.start({ mpv: { kind: "attach", socket } });
      } catch (error) {
        if (!(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.ConnectionRefused)) {
          throw error;
        }
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }
  }

  /** Waits for a sentence of the host. */
  async heard(fits: (sentence: string) => boolean): Promise<void> {
    await this.sentences.next(fits);
  }

  /** Writes tracks of silence. */
  async tracks(count: number, seconds: number): Promise<string[]> {
    const paths = Array.from(
      { length: count },
      (_track, index) => join(this.directory, `track ${index + 1}.wav`),
    );
    await Promise.all(
      paths.map((path, index) =>
        Deno.writeFile(path, wav(seconds, { INAM: `Title ${index + 1}`, IART: "Nobody", IPRD: "Silence" }))
      ),
    );
    return paths;
  }

  /** Calls an operation for the panel, whatever it answers. */
  // deno-lint-ignore no-explicit-any -- any JSON, looked at by assertions
  call(name: string, params: object = {}): Promise<any> {
    return this.host.bridge.client.invoke(name, params, { panel: "p1" });
  }

  /** Has the host carry out an action, as the bridge does. */
  async act<Name extends ActionName>(
    name: Name,
    params: CheckedActionParams<Name>,
  ): Promise<ActionReply<Name>> {
    const { [name]: action } = this.host.actions;
    const answer = await action?.(params, undefined, new AbortController().signal);
    if (answer === undefined) throw new Error(`${name} has no answer`);
    return answer;
  }

  /** Appends what is at paths to a playlist, as the bridge does, and gives the number of tracks. */
  async append({ id }: Playlist, paths: readonly string[]): Promise<number> {
    const { resolved } = await this.act("player.media.resolve", { paths: [...paths] });
    const handles = resolved.flat().map(({ path, subsong = 0 }) => ({ path, subsong }));
    const { count } = await this.act("player.playlist.append", { playlist: id, handles });
    return count;
  }

  /** Waits for a signal of that name, and that fits. */
  async signal(
    name: SignalInput["name"],
    fits: (params: SignalInput["params"]) => boolean = () => true,
  ): Promise<SignalInput> {
    return await this.signals.next((message) => message.name === name && fits(message.params));
  }

  /** Waits for an event. */
  async event(name: string): Promise<EventMessage> {
    return await this.events.next(({ event }) => event === name);
  }

  /** Waits until a track plays. */
  async plays(path: string): Promise<void> {
    await this.signals.next((message) =>
      message.name === "signal.trackStarted" && message.params.handle.path === path
    );
  }

  /** Waits until something plays, whenever it was told. */
  async playing(): Promise<void> {
    const { playback } = this.host;
    if (playback.playing) return;
    await new Promise<void>((resolve) => playback.observe(() => playback.playing && resolve()));
  }

  /** What the user does in mpv itself. */
  byHand(command: string, ...args: (string | number | boolean)[]): Promise<unknown> {
    return this.host.link.command(command, ...args);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.host.close();
    await Deno.remove(this.directory, { recursive: true });
  }
}

/**
 * A track of silence.
 *
 * @param seconds How long.
 * @param tags Its tags, by their four letters in a wav file.
 * @returns The file.
 */
export function wav(seconds: number, tags: Readonly<Record<string, string>> = {}): Uint8Array<ArrayBuffer> {
  const rate = 8000;
  const encoder = new TextEncoder();
  const number = (
    value: number,
  ): number[] => [value & 255, value >> 8 & 255, value >> 16 & 255, value >>> 24];
  const chunk = (name: string, content: readonly number[]): number[] => [
    ...encoder.encode(name),
    ...number(content.length),
    ...content,
    ...(content.length % 2 === 1 ? [0] : []),
  ];
  const texts = Object.entries(tags).flatMap(([name, text]) => chunk(name, [...encoder.encode(text), 0]));
  const format = chunk("fmt ", [1, 0, 1, 0, ...number(rate), ...number(rate * 2), 2, 0, 16, 0]);
  const list = chunk("LIST", [...encoder.encode("INFO"), ...texts]);
  const size = Math.round(rate * seconds) * 2;
  const head = [...encoder.encode("WAVE"), ...format, ...list, ...encoder.encode("data"), ...number(size)];
  const start = [...encoder.encode("RIFF"), ...number(head.length + size), ...head];
  const file = new Uint8Array(start.length + size);
  file.set(start);
  return file;
}
