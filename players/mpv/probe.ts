import * as v from "valibot";
import type { Handle, Track } from "../../host_stdio/api/shapes.ts";
import { isStreamUrl } from "../../limits/paths.ts";
import type { MpvEvent } from "./ipc/mpv_client.ts";
import { MpvProcess } from "./ipc/mpv_process.ts";
import { openTrack, type PropertyReader } from "./tags.ts";

/** How long a file may take to open, in milliseconds: a disk that sleeps takes some seconds. */
const OPENING_MS = 15_000;

/**
 * A file may refer to addresses on the network, which reading its tags must not request, and the files beside it may be
 * pipes.
 */
const alone: readonly string[] = [
  "--autoload-files=no",
  "--load-unsafe-playlists=no",
  "--ytdl=no",
  "--stream-lavf-o-append=protocol_whitelist=data",
  "--demuxer-lavf-o-append=protocol_whitelist=data",
];

const options: readonly string[] = [
  ...alone,
  "--no-config",
  "--pause",
  "--ao=null",
  "--vo=null",
  "--vid=no",
  "--sid=no",
  "--osc=no",
  "--load-scripts=no",
  "--audio-display=no",
];

/** Writes the embedded picture to the standard output. */
const pictureOptions: readonly string[] = [
  ...alone,
  "--no-config",
  "--no-audio",
  "--no-sub",
  "--really-quiet",
  "--load-scripts=no",
  "--frames=1",
  "--o=-",
  "--of=image2pipe",
  "--ovc=png",
];

/** The property `track-list` of a file with an embedded picture but no video. */
const withPicture = v.pipe(
  v.array(v.object({ type: v.string(), albumart: v.optional(v.boolean()) })),
  v.check((tracks) => {
    const pictures = tracks.filter(({ type }) => type === "video");
    return pictures.length > 0 && pictures.every(({ albumart }) => albumart === true);
  }),
);

/** A second mpv, without audio and video output, that opens one file after another to read its metadata. */
export class Probe {
  readonly #program: string;
  #process: Promise<MpvProcess> | undefined;
  #lastFile: Promise<unknown> = Promise.resolve();
  readonly #closing = new AbortController();
  #onEvent: (event: MpvEvent) => void = () => {};

  /** @param program The executable of mpv. */
  constructor(program: string) {
    this.#program = program;
  }

  /** Reads the metadata of a file; null when it cannot be played. */
  look(handle: Handle): Promise<Track | null> {
    return this.open(handle.path, (read) => openTrack(handle, read));
  }

  /** Opens a file and reads properties of mpv; null when it cannot be played. */
  open<Result>(path: string, use: (read: PropertyReader) => Promise<Result>): Promise<Result | null> {
    const result = this.#lastFile.then(() => this.#open(path, use));
    this.#lastFile = result.catch(() => {
      // The caller gets the error.
    });
    return result;
  }

  /**
   * Returns a file's embedded picture as PNG, read by a separate mpv; undefined when it has none.
   *
   * @param limit The maximum number of bytes to read.
   */
  async picture(path: string, limit: number): Promise<Uint8Array | undefined> {
    const embedded = await this.open(path, async (read) => v.is(withPicture, await read("track-list")));
    if (!embedded) return undefined;
    const child = new Deno.Command(this.#program, {
      args: [...pictureOptions, "--", path],
      stdin: "null",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const late = setTimeout(() => {
      try {
        child.kill("SIGKILL");
      } catch {
        // mpv has already ended.
      }
    }, OPENING_MS);
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let length = 0;
    for await (const chunk of child.stdout) {
      chunks.push(chunk.subarray(0, limit - length));
      length += chunks.at(-1)?.length ?? 0;
      // Leaving the loop closes the pipe, and mpv ends.
      if (length === limit) break;
    }
    await child.status;
    clearTimeout(late);
    return length > 0 ? await new Blob(chunks).bytes() : undefined;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#drop();
  }

  async #open<Result>(
    path: string,
    use: (read: PropertyReader) => Promise<Result>,
  ): Promise<Result | null> {
    if (this.#closing.signal.aborted || isStreamUrl(path)) return null;
    this.#process ??= MpvProcess.start(
      { program: this.#program, args: options },
      (event) => this.#onEvent(event),
      this.#closing.signal,
    );
    let mpv: MpvProcess;
    try {
      mpv = await this.#process;
    } catch (error) {
      this.#process = undefined;
      throw error;
    }
    const { client } = mpv;
    const opened = Promise.withResolvers<boolean>();
    this.#onEvent = ({ event, reason }) => {
      if (event === "file-loaded") opened.resolve(true);
      // Ignore the end of the previous file, which was stopped.
      if (event === "end-file" && reason === "error") opened.resolve(false);
    };
    const late = setTimeout(() => opened.resolve(false), OPENING_MS);
    void client.closed.then(() => opened.resolve(false));
    try {
      await client.command("loadfile", path, "replace");
      if (!await opened.promise) return null;
      const read = (name: string): Promise<unknown> =>
        client.command("get_property", name).catch(() => undefined);
      const result = await use(read);
      await client.command("stop");
      return result;
    } catch {
      // mpv crashed on this file: the next file gets another mpv.
      await this.#drop();
      return null;
    } finally {
      clearTimeout(late);
      this.#onEvent = () => {};
    }
  }

  async #drop(): Promise<void> {
    const process = this.#process;
    this.#process = undefined;
    if (!process) return;
    try {
      await (await process).end();
    } catch {
      // It never started; the caller of `look` got the error.
    }
  }
}
