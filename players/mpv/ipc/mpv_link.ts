import { ActionError } from "../../model/actions.ts";
import { MpvClient, type MpvEvent, MpvGone, type MpvValue } from "./mpv_client.ts";
import { after, checkVersion, MpvProcess, type MpvProgram, type MpvStatus } from "./mpv_process.ts";

/** The mpv to use: one to start, or one that already runs. */
export type MpvChoice =
  | { readonly kind: "start"; readonly program: MpvProgram }
  | { readonly kind: "attach"; readonly socket: string };

export interface LinkListener {
  /**
   * Called when mpv is connected. Its events wait until this has settled.
   *
   * @param again Whether another mpv was connected before.
   */
  connected(again: boolean): Promise<void>;
  /** Called as soon as an event arrives, before answers that mpv sends after it. */
  arrived(event: MpvEvent): void;
  /** Called as soon as the first report to an observer of a property arrives. */
  reported(name: string, value: unknown): void;
  /** Called with each event, in order. The next one waits until this has settled. */
  event(event: MpvEvent): Promise<void>;
  /** Called when mpv has ended. */
  disconnected(): void;
  /** Called when the link no longer starts or looks for an mpv. */
  ended(): void;
  /** Called with messages for the user. */
  say(sentence: string): void;
}

/** The delay before the next attempt to start mpv or to connect to it, in milliseconds. */
const RETRY_MS = 500;

/** How long an attached mpv may take to answer the first command, in milliseconds. */
const ANSWER_MS = 5000;

/** How long the first mpv may take to carry out the commands that prepare it, and a later one, in milliseconds. */
const SETUP_MS = 10_000;
const RESTORE_MS = 60_000;

/** An mpv that exits by itself within this many milliseconds of its start has not started. */
const EARLY_MS = 2000;

/**
 * After this many crashes in a row, each within this many milliseconds of the start, mpv is not started
 * again.
 */
const MAX_CRASHES = 5;
const CRASH_MS = 10_000;

/** A connection to mpv that reconnects: it restarts a crashed mpv and waits for an attached one to return. */
export class MpvLink {
  /** Settles when the link no longer starts or looks for an mpv: with whether mpv has failed. */
  readonly ended: Promise<boolean>;
  readonly #choice: MpvChoice;
  readonly #listener: LinkListener;
  readonly #stop = new AbortController();
  #client: MpvClient | null = null;
  #process: MpvProcess | null = null;
  /** Why mpv was told to quit. */
  #quitting: "restart" | "exit" | undefined;
  /** The observer of each property. mpv's playlist has observer 1. */
  readonly #observers = new Map<string, number>();
  #lastObserver = 1;
  /** Who waits for the first report to an observer of a property, or to a newer one. */
  readonly #firstReports = new Map<number, PromiseWithResolvers<void> & { readonly name: string }>();
  /** Settles when all arrived events are handled. */
  #handled: Promise<void> = Promise.resolve();
  #firstUp = Promise.withResolvers<void>();

  constructor(choice: MpvChoice, listener: LinkListener) {
    this.#choice = choice;
    this.#listener = listener;
    this.ended = this.#run().finally(() => listener.ended());
  }

  /**
   * Settles when the first mpv is connected.
   *
   * @throws {Error} When it cannot be started or reached.
   */
  get ready(): Promise<void> {
    return this.#firstUp.promise;
  }

  get connected(): boolean {
    return this.#client !== null;
  }

  /** Settles when the connection to the current mpv has ended. */
  get closed(): Promise<void> {
    return this.#client?.closed ?? Promise.resolve();
  }

  /** The process id of the mpv that this link started; null when none runs. */
  get pid(): number | null {
    return this.#process && this.#process.pid;
  }

  /**
   * Sends a command with positional arguments.
   *
   * @returns mpv's answer.
   * @throws {MpvError} When mpv refuses the command.
   * @throws {MpvGone} When no mpv is connected.
   */
  command(name: string, ...args: readonly MpvValue[]): Promise<unknown> {
    return this.#client?.command(name, ...args) ?? Promise.reject(new MpvGone());
  }

  /**
   * Sends a command with named arguments.
   *
   * @throws As {@linkcode MpvLink.command}.
   */
  commandOf(name: string, args: Readonly<Record<string, MpvValue>>): Promise<unknown> {
    return this.#client?.commandOf(name, args) ?? Promise.reject(new MpvGone());
  }

  /**
   * Reads a property; undefined when it has no value.
   *
   * @throws {MpvGone} When no mpv is connected.
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
   * Observes a property, from now on with a new observer. Settles when mpv has reported its value.
   *
   * @throws {MpvGone} When no mpv is connected.
   */
  async observe(name: string): Promise<void> {
    const id = ++this.#lastObserver;
    const before = this.#observers.get(name);
    const first = Promise.withResolvers<void>();
    this.#firstReports.set(id, { ...first, name });
    this.#observers.set(name, id);
    const observing = this.command("observe_property", id, name);
    const stopped = before === undefined ? undefined : this.command("unobserve_property", before);
    await Promise.all([first.promise, observing.catch(first.reject), stopped]);
  }

  /**
   * Sets an observed property. Settles when mpv has reported its value, to a new observer: mpv reports to an old one
   * neither a change that its user undoes at once nor the undoing.
   *
   * @throws As {@linkcode MpvLink.command}.
   */
  async set(name: string, value: MpvValue): Promise<void> {
    await this.command("set_property", name, value);
    await this.observe(name);
  }

  /**
   * Ends mpv and starts it again.
   *
   * @throws {ActionError} When mpv was not started by this player.
   */
  async restart(): Promise<void> {
    if (this.#choice.kind === "attach") throw new ActionError("mpv was not started by this player");
    await this.#quit("restart");
  }

  /** Ends mpv. */
  async quit(): Promise<void> {
    await this.#quit("exit");
  }

  async #quit(why: "restart" | "exit"): Promise<void> {
    this.#quitting = why;
    await this.command("quit");
  }

  /** Settles when all arrived events are handled. An event handler that waits for it waits forever. */
  eventsHandled(): Promise<void> {
    return this.#handled;
  }

  /** Ends the link and a started mpv. An attached mpv keeps running. */
  async close(): Promise<void> {
    this.#stop.abort();
    if (this.#process) await this.#process.end();
    else this.#client?.close();
    await this.ended;
  }

  /** Returns whether mpv has failed. */
  async #run(): Promise<boolean> {
    let again = false;
    let crashes = 0;
    while (!this.#stop.signal.aborted) {
      // A chain of events, each waiting for the one before. The first waits for the set-up.
      const setUp = Promise.withResolvers<void>();
      this.#handled = setUp.promise;
      const onEvent = (event: MpvEvent): void => {
        this.#listener.arrived(event);
        this.#noteFirst(event);
        this.#handled = this.#handled.then(() => this.#pass(event)).catch((error) => {
          // Errors of an mpv that has ended are expected. Report others, and go on with the next event.
          if (!(error instanceof MpvGone)) this.#listener.say(`${event.event}: ${describe(error)}`);
        });
      };
      let client: MpvClient;
      try {
        client = await this.#open(onEvent);
      } catch (error) {
        if (this.#stop.signal.aborted) break;
        if (!again) {
          this.#firstUp.reject(error);
          return true;
        }
        if (this.#choice.kind === "start" && ++crashes >= MAX_CRASHES) {
          return this.#fail(`mpv cannot be restarted: ${describe(error)}`);
        }
        await this.#pause();
        continue;
      }
      const since = performance.now();
      this.#quitting = undefined;
      this.#client = client;
      const isSetUp = await this.#setUp(client, again);
      setUp.resolve();
      if (isSetUp) this.#firstUp.resolve();
      await client.closed;
      this.#client = null;
      this.#observers.clear();
      for (const { reject } of this.#firstReports.values()) reject(new MpvGone());
      this.#firstReports.clear();
      await this.#handled;
      const status = await this.#process?.status;
      this.#process = null;
      this.#listener.disconnected();
      if (this.#stop.signal.aborted) break;
      if (!isSetUp && !again) {
        this.#firstUp.reject(
          new Error(status ? `mpv did not start${after(status)}` : "mpv has disconnected"),
        );
        return true;
      }
      again = true;
      const early = performance.now() - since < EARLY_MS;
      if (status && status.signal === null && this.#quitting !== "restart") {
        if (!early || this.#quitting === "exit") return false;
        return this.#fail(`mpv exited with code ${status.code} right after its start${after(status)}`);
      }
      if (this.#quitting !== "restart") {
        crashes = performance.now() - since < CRASH_MS ? crashes + 1 : 0;
        if (status && crashes >= MAX_CRASHES) {
          return this.#fail(`mpv crashed ${MAX_CRASHES} times in a row and is not restarted${after(status)}`);
        }
        this.#listener.say(status ? `mpv was ${endOf(status)}; restarting it` : "mpv has disconnected");
        if (!status || crashes > 1) await this.#pause();
      }
    }
    this.#firstUp.resolve();
    return false;
  }

  #noteFirst({ event, id, name, data }: MpvEvent): void {
    if (event !== "property-change" || typeof id !== "number") return;
    let isFirst = false;
    for (const [observer, first] of this.#firstReports) {
      if (observer > id) break;
      if (first.name !== name) continue;
      // mpv does not report to an observer that was replaced at once.
      this.#firstReports.delete(observer);
      first.resolve();
      isFirst = true;
    }
    if (isFirst) this.#listener.reported(String(name), data);
  }

  /** Passes an event on, unless it is a report from before the player set the property. */
  async #pass(event: MpvEvent): Promise<void> {
    const { id, name } = event;
    if (typeof id === "number" && id < (this.#observers.get(String(name)) ?? 0)) return;
    await this.#listener.event(event);
  }

  #fail(sentence: string): true {
    this.#listener.say(sentence);
    return true;
  }

  /** Prepares a new mpv. Returns false when it has ended or does not carry out the commands in time. */
  async #setUp(client: MpvClient, again: boolean): Promise<boolean> {
    const late = setTimeout(() => {
      this.#process?.kill();
      client.close();
    }, again ? RESTORE_MS : SETUP_MS);
    try {
      await this.#listener.connected(again);
      return true;
    } catch (error) {
      if (error instanceof MpvGone) return false;
      this.#listener.say(describe(error));
      return true;
    } finally {
      clearTimeout(late);
    }
  }

  async #open(onEvent: (event: MpvEvent) => void): Promise<MpvClient> {
    if (this.#choice.kind === "attach") return await this.#attach(this.#choice.socket, onEvent);
    this.#process = await MpvProcess.start(this.#choice.program, onEvent, this.#stop.signal);
    return this.#process.client;
  }

  /** Connects to a socket, whose other end may be another program or a hanging mpv. */
  async #attach(socket: string, onEvent: (event: MpvEvent) => void): Promise<MpvClient> {
    const client = await connectTo(socket, onEvent);
    const { signal } = this.#stop;
    const close = (): void => client.close();
    signal.addEventListener("abort", close);
    const timeout = setTimeout(close, ANSWER_MS);
    try {
      await client.command("client_name");
      checkVersion(String(await client.command("get_property", "mpv-version")));
      return client;
    } catch (error) {
      client.close();
      if (!(error instanceof MpvGone)) throw error;
      throw new Error(`${socket}: no answer from mpv within ${ANSWER_MS / 1000} s`);
    } finally {
      signal.removeEventListener("abort", close);
      clearTimeout(timeout);
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

function endOf({ code, signal }: MpvStatus): string {
  return signal === null ? `ended with code ${code}` : `killed by ${signal}`;
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Connects to a running mpv. The error names the socket. */
async function connectTo(socket: string, onEvent: (event: MpvEvent) => void): Promise<MpvClient> {
  try {
    return await MpvClient.connect(socket, onEvent);
  } catch (error) {
    const isNobody = error instanceof Deno.errors.NotFound || error instanceof Deno.errors.ConnectionRefused;
    throw new Error(
      isNobody
        ? `no mpv listens on ${socket}; start one with mpv --idle --input-ipc-server=${socket}`
        : `${socket}: ${describe(error)}`,
      { cause: error },
    );
  }
}
