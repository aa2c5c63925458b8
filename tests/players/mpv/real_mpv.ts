/** A player with a real mpv, for tests: without sound, picture and configuration, with silent tracks. */

import { assert } from "@std/assert";
import { join } from "@std/path";
import type { CheckedActionParams } from "../../../clients/typescript/actions.ts";
import type { ActionName, ActionReply } from "../../../host_stdio/api/native_actions.ts";
import type { SignalInput } from "../../../host_stdio/api/signals.ts";
import type { EventMessage } from "../../../mod.ts";
import type { Playlist } from "../../../players/model/playlists.ts";
import { MpvHost, type MpvHostOptions } from "../../../players/mpv/host.ts";
import type { MpvChoice } from "../../../players/mpv/ipc/mpv_link.ts";
import { eventually, naming, waitFor } from "../../support/deadline.ts";

/** The command of mpv without sound, picture and the user's configuration. */
export const quietMpv = {
  program: "mpv",
  args: [
    "--no-config",
    "--ao=null",
    "--vo=null",
    "--load-scripts=no",
    "--ytdl=no",
    "--osc=no",
    // mpv drops keys beyond seven that it has not handled. Tests press more at once.
    "--input-key-fifo-size=100",
  ],
};

/** Why tests with a real mpv are ignored; undefined when mpv is installed. */
export const withoutMpv = await reason();

async function reason(): Promise<string | undefined> {
  try {
    const { success } = await new Deno.Command("mpv", { args: ["--version"], stdout: "null", stderr: "null" })
      .output();
    return success ? undefined : "mpv does not run here";
  } catch {
    return "mpv is not installed";
  }
}

/**
 * Defines a test with a real mpv. Without mpv the test is ignored, and its name says why.
 *
 * @param whyIgnored Another reason to ignore the test.
 */
export function mpvTest(
  name: string,
  test: () => Promise<void>,
  whyIgnored: string | undefined = undefined,
): void {
  const why = withoutMpv ?? whyIgnored;
  Deno.test({
    name: why === undefined ? name : `${name} (ignored: ${why})`,
    ignore: why !== undefined,
    fn: test,
  });
}

/** A log of messages with a read position. */
export class MessageLog<Message> {
  readonly all: Message[] = [];
  #taken = 0;
  #wake = Promise.withResolvers<void>();

  add(message: Message): void {
    this.all.push(message);
    this.#wake.resolve();
    this.#wake = Promise.withResolvers();
  }

  /** Returns the next message that matches. Skips those before it. */
  async next(fits: (message: Message) => boolean): Promise<Message> {
    while (true) {
      const wake = this.#wake.promise;
      while (this.#taken < this.all.length) {
        const message = this.all[this.#taken++];
        if (message !== undefined && fits(message)) return message;
      }
      await waitFor(() => `a matching message; the last ones: ${JSON.stringify(this.all.slice(-8))}`, wake);
    }
  }

  /** Skips all messages so far. */
  skip(): void {
    this.#taken = this.all.length;
  }
}

export { eventually };

export class TestHost implements AsyncDisposable {
  readonly host: MpvHost;
  /** The directory of the tracks. */
  readonly directory: string;
  /** The signals that the bridge got. */
  readonly signals = new MessageLog<SignalInput>();
  /** The events that the bridge sent. */
  readonly events = new MessageLog<EventMessage>();
  /** The player's notices. */
  readonly sentences: MessageLog<string>;

  private constructor(host: MpvHost, directory: string, sentences: MessageLog<string>) {
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

  static async start(
    options: Partial<MpvHostOptions> & { readonly args?: readonly string[] } = {},
  ): Promise<TestHost> {
    const { args = [], ...rest } = options;
    const directory = await Deno.makeTempDir({ prefix: "tonearm-mpv-test-" });
    await Deno.mkdir(join(directory, "log"));
    const sentences = new MessageLog<string>();
    const mpv: MpvChoice = { kind: "start", program: { ...quietMpv, args: [...quietMpv.args, ...args] } };
    try {
      const host = await MpvHost.start({
        mpv,
        directory: join(directory, "log"),
        panels: { p1: {} },
        // The servers of tests.
        streams: ["127.0.0.1"],
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

  /** Connects to a running mpv as soon as its socket exists. */
  static async attached(socket: string): Promise<TestHost> {
    const host = await waitFor(`an mpv that listens on ${socket}`, async () => {
      try {
        return await TestHost.start({ mpv: { kind: "attach", socket } });
      } catch (error) {
        if (!String(error).includes(`no mpv listens on ${socket}`)) throw error;
        return undefined;
      }
    });
    assert(host);
    return host;
  }

  /** Waits for a notice. */
  async heard(fits: (sentence: string) => boolean): Promise<void> {
    await this.sentences.next(fits);
  }

  /** Writes silent tracks. */
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

  /** Calls an operation for the panel. */
  // deno-lint-ignore no-explicit-any -- any JSON, which assertions check
  call(name: string, params: object = {}): Promise<any> {
    return naming(`the answer to ${name}`, this.host.bridge.client.invoke(name, params, { panel: "p1" }));
  }

  /** Calls a native action as the bridge does. */
  async act<Name extends ActionName>(
    name: Name,
    params: CheckedActionParams<Name>,
  ): Promise<ActionReply<Name>> {
    const { [name]: action } = this.host.actions;
    const answer = await action?.(params, undefined, new AbortController().signal);
    if (answer === undefined) throw new Error(`${name} has no answer`);
    return answer;
  }

  /** Appends tracks to a playlist as the bridge does, and returns their number. */
  async append({ id }: Playlist, paths: readonly string[]): Promise<number> {
    const { resolved } = await this.act("player.media.resolve", { paths: [...paths] });
    const handles = resolved.flat().map(({ path, subsong = 0 }) => ({ path, subsong }));
    const { count } = await this.act("player.playlist.append", { playlist: id, handles });
    return count;
  }

  /** Waits for a signal that matches. */
  async signal(
    name: SignalInput["name"],
    fits: (params: SignalInput["params"]) => boolean = () => true,
  ): Promise<SignalInput> {
    return await this.signals.next((message) => message.name === name && fits(message.params));
  }

  async event(name: string): Promise<EventMessage> {
    return await this.events.next(({ event }) => event === name);
  }

  async plays(path: string): Promise<void> {
    await this.signals.next((message) =>
      message.name === "signal.trackStarted" && message.params.handle.path === path
    );
  }

  /** Waits until a track plays. Returns at once when one is playing. */
  async playing(): Promise<void> {
    const { playback } = this.host;
    if (playback.playing) return;
    await new Promise<void>((resolve) => playback.observe(() => playback.playing && resolve()));
  }

  /** Goes to the end of the playing track. */
  async endTrack(): Promise<void> {
    // Wait for sound: on a loaded machine, mpv once ignored a seek right after the start.
    await eventually(async () => assert(await this.inMpv("get_property", "playback-time") as number > 0));
    await this.inMpv("seek", -0.3, "absolute");
  }

  /** Sends a command as the user of mpv does. */
  inMpv(command: string, ...args: (string | number | boolean)[]): Promise<unknown> {
    return this.host.link.command(command, ...args);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.host.close();
    await Deno.remove(this.directory, { recursive: true });
  }
}

/**
 * Returns a silent wav file.
 *
 * @param tags Tags by their four-letter names in a wav file.
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
