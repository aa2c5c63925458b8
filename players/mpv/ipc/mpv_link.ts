/**
 * The mpv there is at the moment: one that we start, or one that somebody else has started. When it goes, another one
 * takes its place.
 *
 * @module
 */

import { ActionError } from "../../model/actions.ts";
import { MpvClient, type MpvEvent, MpvGone, type MpvValue } from "./mpv_client.ts";
import { checkVersion, MpvProcess, type MpvProgram } from "./mpv_process.ts";

/** Which mpv. */
export type MpvChoice =
  | { readonly kind: "start"; readonly program: MpvProgram }
  | { readonly kind: "attach"; readonly socket: string };

/** What is told about the link. */
export interface LinkListener {
  /**
   * mpv can be talked to. Its events wait until this has settled.
   *
   * @param again Whether another mpv was there before.
   */
  connected(again: boolean): Promise<void>;
  /** An event has arrived. It is told before the answers that mpv writes behind it are. */
  arrived(event: MpvEvent): void;
  /** An event, in order; the next one waits until this has settled. */
  event(event: MpvEvent): Promise<void>;
  /** mpv has gone. */
  disconnected(): void;
  /** A sentence for people. */
  say(sentence: string): void;
}

/** How long it is waited before mpv is looked for, or started, again, in milliseconds. */
const RETRY_MS = 500;

/** How long an mpv that was not started here may take to answer for the first time, in milliseconds. */
const ANSWER_MS = 5000;

/** How many mpv in a row may die within this many milliseconds each, before no other is started. */
const DEATHS = 5;
const QUICK_DEATH_MS = 10_000;

/** A link to mpv that mends itself. */
export class MpvLink {
  /** Settles when no other mpv comes any more: the user has quit it, or it was given up. */
  readonly ended: Promise<void>;
  readonly #choice: MpvChoice;
  readonly #listener: LinkListener;
  readonly #stop = new AbortController();
  #client: MpvClient | null = null;
  #process: MpvProcess | null = null;
  #restarting = false;
  /** The events that are being heard, one behind the other. */
  #told: Promise<void> = Promise.resolve();
  #firstUp = Promise.withResolvers<void>();

  /**
   * @param choice Which mpv.
   * @param listener Who is told.
   */
  constructor(choice: MpvChoice, listener: LinkListener) {
    this.#choice = choice;
    this.#listener = listener;
    this.ended = this.#run();
  }

  /**
   * Waits for the first mpv.
   *
   * @throws {Error} When it cannot be started or reached.
   */
  get ready(): Promise<void> {
    return this.#firstUp.promise;
  }

  /** Whether mpv can be talked to. */
  get connected(): boolean {
    return this.#client !== null;
  }

  /** Settles when the connection to this mpv has ended. */
  get closed(): Promise<void> {
    return this.#client?.closed ?? Promise.resolve();
  }

  /** The number of the process that was started; null when none was, or none is. */
  get pid(): number | null {
    return this.#process && this.#process.pid;
  }

  /**
   * Has mpv carry out a command.
   *
   * @param name The command.
   * @param args Its arguments in order.
   * @returns What mpv answers.
   * @throws {MpvError} When mpv refuses it.
   * @throws {MpvGone} When there is no mpv.
   */
  command(name: string, ...args: readonly MpvValue[]): Promise<unknown> {
    return this.#client?.command(name, ...args) ?? Promise.reject(new MpvGone());
  }

  /**
   * Has mpv carry out a command whose arguments have names.
   *
   * @param name The command.
   * @param args Its arguments by their names.
   * @returns What mpv answers.
   * @throws As {@linkcode MpvLink.command}.
   */
  commandOf(name: string, args: Readonly<Record<string, MpvValue>>): Promise<unknown> {
    return this.#client?.commandOf(name, args) ?? Promise.reject(new MpvGone());
  }

  /**
   * Reads a property.
   *
   * @param name Its name.
   * @returns Its value; undefined when mpv has none for it at the moment.
   * @throws {MpvGone} When there is no mpv.
   */
  async property(name: string): Promise<unknown> {
    try {
      return await this.command("get_property", name);
    } catch (error) {
      if (error instanceof MpvGone) throw error;
      return undefined;
    }
  }

  /**
   * Ends mpv and starts it again.
   *
   * @throws {ActionError} When it is not ours to start.
   */
  async restart(): Promise<void> {
    if (this.#choice.kind === "attach") throw new ActionError("This mpv was started by somebody else");
    this.#restarting = true;
    await this.command("quit");
  }

  /** Settles when all events that have come so far were heard. Not for those who hear them: they would wait for themselves. */
  heard(): Promise<void> {
    return this.#told;
  }

  /** Ends the link: an mpv that we have started ends, another one is left alone. */
  async close(): Promise<void> {
    this.#stop.abort();
    if (this.#process) await this.#process.end();
    else this.#client?.close();
    await this.ended;
  }

  async #run(): Promise<void> {
    let again = false;
    let quickDeaths = 0;
    while (!this.#stop.signal.aborted) {
      // Events wait in this chain for the ones before them, and the first for what has to be set up.
      const setUp = Promise.withResolvers<void>();
      this.#told = setUp.promise;
      const onEvent = (event: MpvEvent): void => {
        this.#listener.arrived(event);
        this.#told = this.#told.then(() => this.#listener.event(event)).catch((error) => {
          // What was asked of an mpv that has gone; anything else is worth a sentence, and the next event its chance.
          if (!(error instanceof MpvGone)) this.#listener.say(`${event.event}: ${describe(error)}`);
        });
      };
      let client: MpvClient;
      try {
        client = await this.#open(onEvent);
      } catch (error) {
        if (!again && !this.#stop.signal.aborted) return this.#firstUp.reject(error);
        if (this.#choice.kind === "start" && ++quickDeaths >= DEATHS) {
          return this.#listener.say(`mpv is given up: ${describe(error)}`);
        }
        await this.#pause();
        continue;
      }
      const since = performance.now();
      this.#client = client;
      try {
        await this.#listener.connected(again);
      } catch (error) {
        if (!(error instanceof MpvGone)) this.#listener.say(describe(error));
      }
      setUp.resolve();
      this.#firstUp.resolve();
      again = true;
      await client.closed;
      this.#client = null;
      await this.#told;
      const status = await this.#process?.status;
      this.#process = null;
      this.#listener.disconnected();
      if (this.#stop.signal.aborted) break;
      if (status && status.signal === null && !this.#restarting) return;
      if (!this.#restarting) {
        quickDeaths = performance.now() - since < QUICK_DEATH_MS ? quickDeaths + 1 : 0;
        if (status && quickDeaths >= DEATHS) return this.#listener.say("mpv is given up: it keeps dying");
        this.#listener.say(
          status ? `mpv was killed by ${status.signal}; it is started again` : "mpv has gone",
        );
        if (!status || quickDeaths > 1) await this.#pause();
      }
      this.#restarting = false;
    }
    this.#firstUp.resolve();
  }

  async #open(onEvent: (event: MpvEvent) => void): Promise<MpvClient> {
    if (this.#choice.kind === "attach") return await this.#attach(this.#choice.socket, onEvent);
    this.#process = await MpvProcess.start(this.#choice.program, onEvent);
    // It was closed while it started.
    if (this.#stop.signal.aborted) void this.#process.end();
    return this.#process.client;
  }

  /** What listens at a socket need not be mpv, and mpv need not be well. */
  async #attach(socket: string, onEvent: (event: MpvEvent) => void): Promise<MpvClient> {
    const client = await MpvClient.connect(socket, onEvent);
    const { signal } = this.#stop;
    const close = (): void => client.close();
    signal.addEventListener("abort", close);
    const patience = setTimeout(close, ANSWER_MS);
    try {
      await client.command("client_name");
      checkVersion(String(await client.command("get_property", "mpv-version")));
      return client;
    } catch (error) {
      client.close();
      if (!(error instanceof MpvGone)) throw error;
      throw new Error(`${socket}: nothing answers there within ${ANSWER_MS / 1000} s as mpv does`);
    } finally {
      signal.removeEventListener("abort", close);
      clearTimeout(patience);
    }
  }

  async #pause(): Promise<void> {
    const { signal } = this.#stop;
    if (signal.aborted) return;
    const over = Promise.withResolvers<void>();
    const timer = setTimeout(over.resolve, RETRY_MS);
    signal.addEventListener("abort", () => over.resolve(), { once: true });
    await over.promise;
    clearTimeout(timer);
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
