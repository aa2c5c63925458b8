import type { Handle, Track } from "../../host_stdio/shapes.ts";
import type { MpvEvent } from "./ipc/mpv_client.ts";
import { MpvProcess, type MpvProgram } from "./ipc/mpv_process.ts";
import { openTrack } from "./tracks.ts";

/** How long a file may take to open, in milliseconds. */
const OPENING_MS = 5000;

const options: readonly string[] = [
  "--no-config",
  "--pause",
  "--ao=null",
  "--vo=null",
  "--vid=no",
  "--sid=no",
  "--osc=no",
  "--ytdl=no",
  "--load-scripts=no",
  "--audio-display=no",
  "--load-unsafe-playlists=no",
];

/** A second mpv, without sound and picture, that opens files to read their metadata, one after the other. */
export class Probe {
  readonly #program: Pick<MpvProgram, "program" | "socket">;
  #process: Promise<MpvProcess> | undefined;
  #lastFile: Promise<unknown> = Promise.resolve();
  #closed = false;
  #onEvent: (event: MpvEvent) => void = () => {};

  /** @param socket The socket of that mpv; by default in a new directory. */
  constructor(program: MpvProgram["program"], socket?: MpvProgram["socket"]) {
    this.#program = { program, ...socket === undefined ? {} : { socket } };
  }

  /** Reads the metadata of a file; null when it cannot be played. */
  look(handle: Handle): Promise<Track | null> {
    const result = this.#lastFile.then(() => this.#look(handle));
    this.#lastFile = result.catch(() => {
      // The caller gets the error.
    });
    return result;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#drop();
  }

  async #look(handle: Handle): Promise<Track | null> {
    if (this.#closed) return null;
    this.#process ??= MpvProcess.start(
      { ...this.#program, args: options },
      (event) => this.#onEvent(event),
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
      // Ignore the end of the file before, which was stopped.
      if (event === "end-file" && reason === "error") opened.resolve(false);
    };
    const late = setTimeout(() => opened.resolve(false), OPENING_MS);
    void client.closed.then(() => opened.resolve(false));
    try {
      await client.command("loadfile", handle.path, "replace");
      if (!await opened.promise) return null;
      const read = (name: string): Promise<unknown> =>
        client.command("get_property", name).catch(() => undefined);
      const track = await openTrack(handle, read);
      await client.command("stop");
      return track;
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
