/**
 * A second mpv, without sound and picture, that opens files to see what is in them.
 *
 * @module
 */

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

/** Opens files to see what is in them, one after the other. */
export class Probe {
  readonly #program: Pick<MpvProgram, "program" | "socket">;
  #process: Promise<MpvProcess> | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #closed = false;
  #hear: (event: MpvEvent) => void = () => {};

  /**
   * @param program mpv.
   * @param socket Where it listens; in a directory of its own when left out.
   */
  constructor(program: MpvProgram["program"], socket?: MpvProgram["socket"]) {
    this.#program = { program, ...socket === undefined ? {} : { socket } };
  }

  /**
   * Looks at a file.
   *
   * @param handle The file.
   * @returns What is in it; null when it cannot be played.
   */
  look(handle: Handle): Promise<Track | null> {
    const result = this.#turn.then(() => this.#look(handle));
    this.#turn = result.catch(() => {
      // Whoever asked is told.
    });
    return result;
  }

  /** Ends the second mpv. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#drop();
  }

  async #look(handle: Handle): Promise<Track | null> {
    if (this.#closed) return null;
    this.#process ??= MpvProcess.start(
      { ...this.#program, args: options },
      (event) => this.#hear(event),
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
    this.#hear = ({ event, reason }) => {
      if (event === "file-loaded") opened.resolve(true);
      // The one before was stopped for this one.
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
      // It has died of this file: the next one gets another mpv.
      await this.#drop();
      return null;
    } finally {
      clearTimeout(late);
      this.#hear = () => {};
    }
  }

  async #drop(): Promise<void> {
    const process = this.#process;
    this.#process = undefined;
    if (!process) return;
    try {
      await (await process).end();
    } catch {
      // It never came up; whoever wanted to look at something was told.
    }
  }
}
