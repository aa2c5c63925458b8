/** A bridge that is replaced when it dies (docs/players.md, "When the bridge ends"). */

import type { ActionAnswer, ActionName, ActionParams } from "../../host_stdio/api/native_actions.ts";
import type { SignalInput } from "../../host_stdio/api/signals.ts";
import { type Clock, systemClock, within } from "../../host_stdio/clock.ts";
import { rpcError } from "../../host_stdio/errors.ts";
import type { LifecycleInput } from "../../host_stdio/lifecycle.ts";
import { unlessAborted } from "../../host_stdio/unless_aborted.ts";
import type { ActionTable } from "./actions.ts";
import type { BridgeLink, EventMessage, InvokeOptions } from "./bridge_client.ts";
import { type Abortable, ConnectedBridge } from "./connected_bridge.ts";
import { BridgeError, BridgeGone } from "./errors.ts";
import { listen, report, tell } from "./listeners.ts";
import { Restarts } from "./restarts.ts";
import { spawnBridge, type SpawnedBridge, type SpawnOptions } from "./spawn_bridge.ts";
import { UserSettings } from "./user_settings.ts";

/** The event that every panel gets when a bridge has taken the place of one that has died. */
export const RESTARTED = "bridge:restarted";

/** How long a call waits for a bridge that is being started, in milliseconds. */
const CALL_WAIT_MS = 10_000;

/** How long a new bridge waits until the user's settings are given back, in milliseconds. */
const GIVE_BACK_MS = 5000;

/** How long a new bridge waits until the player has told its present state, in milliseconds. */
const STATE_MS = 5000;

/** How a bridge has died. */
export interface BridgeDeath {
  /** Why: the exit code of the process, and the last lines of its stderr. */
  readonly reason: BridgeGone;
  /** In how many milliseconds another one is started; undefined for never, unless the player asks. */
  readonly restartsIn: number | undefined;
}

/** Options of a {@linkcode RestartingBridge}. */
export interface RestartOptions<Started extends ConnectedBridge> {
  /**
   * Starts a bridge, with `settings` as its option of that name.
   *
   * @throws {BridgeGone} If it cannot be started.
   */
  start(settings: UserSettings): Started;
  /** The clock for delays and deadlines; the machine's by default. */
  readonly clock?: Clock;
  /** Called when a bridge has died or could not be started again. An error that it throws is reported as uncaught. */
  readonly onDeath?: (death: BridgeDeath) => void;
  /** Called when another bridge works, before the panels get `bridge:restarted`. */
  readonly onRestarted?: () => void;
}

/**
 * A bridge that is replaced when it dies.
 *
 * The calls that are pending then are rejected with {@linkcode BridgeError} -32001. The user's settings are given back
 * ({@linkcode BridgeClient.gaveBack}). After 0.5 s, then after twice the delay each time, at most 30 s, another bridge is
 * started: it is initialized with the same native actions and extensions, gets the plugins and the present state of the
 * player, and then every panel gets the event `bridge:restarted`, with `{}`. Meanwhile calls wait, at most 10 s, and
 * signals are dropped. After five deaths within a minute no bridge is started until {@linkcode RestartingBridge.restart}
 * is called.
 */
export class RestartingBridge<Started extends ConnectedBridge = SpawnedBridge> extends ConnectedBridge {
  readonly #link: RestartingLink<Started>;

  /**
   * Starts the first bridge.
   *
   * @param options See {@linkcode RestartOptions}.
   * @throws {BridgeGone} If it cannot be started.
   */
  constructor(options: RestartOptions<Started>) {
    const link = new RestartingLink(options);
    super(link);
    this.#link = link;
  }

  /** The latest bridge, which may have died. */
  get latest(): Started {
    return this.#link.latest;
  }

  /** Whether a bridge runs and takes calls. */
  get isRunning(): boolean {
    return this.#link.isRunning;
  }

  /** Starts another bridge at once, and forgets the deaths so far. Nothing happens while a bridge runs or starts. */
  restart(): void {
    this.#link.restart();
  }

  /**
   * Closes the bridge as {@linkcode ConnectedBridge.close} does. No other one is started.
   *
   * @param options Passed on to the running bridge.
   * @returns What the bridge answers.
   */
  override close(options: Abortable = {}): Promise<unknown> {
    return this.#link.closeBridge(options);
  }
}

/**
 * Starts a bridge process as {@linkcode spawnBridge} does, and another one whenever it dies.
 *
 * @param options Those of {@linkcode spawnBridge}, and the listeners of {@linkcode RestartOptions}.
 * @returns The bridge.
 * @throws {BridgeGone} If the process cannot be started.
 * @throws The signal's reason, if the signal is aborted already.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { keepBridge } from "../../mod.ts";
 *
 * const directory = await Deno.makeTempDir();
 * {
 *   await using bridge = keepBridge({ directory });
 *   const restarted = new Promise((resolve) => bridge.onEvent(({ event }) => resolve(event)));
 *   bridge.latest.process.kill("SIGKILL");
 *
 *   assertEquals(await restarted, "bridge:restarted");
 *   assertEquals((await bridge.invoke("test.ping")).pong, true);
 * }
 * await Deno.remove(directory, { recursive: true });
 * ```
 */
export function keepBridge(
  { onDeath, onRestarted, ...options }:
    & SpawnOptions
    & Pick<RestartOptions<SpawnedBridge>, "onDeath" | "onRestarted">,
): RestartingBridge {
  const { signal, ...others } = options;
  signal?.throwIfAborted();
  const bridge = new RestartingBridge({
    start: (settings) => spawnBridge({ ...others, settings }),
    ...onDeath && { onDeath },
    ...onRestarted && { onRestarted },
  });
  signal?.addEventListener("abort", () => {
    bridge.close({ signal }).catch(() => {
      // The signal's reason.
    });
  }, { once: true });
  return bridge;
}

/** The state of a {@linkcode RestartingLink}. */
type LinkState = "running" | "starting" | "dead" | "closed";

/** The player's end of the connection to whichever bridge runs. */
class RestartingLink<Started extends ConnectedBridge> implements BridgeLink {
  readonly #options: RestartOptions<Started>;
  readonly #clock: Clock;
  readonly #settings = new UserSettings();
  readonly #restarts = new Restarts();
  readonly #tables: ActionTable[] = [];
  readonly #eventListeners = new Set<(message: EventMessage) => void>();
  readonly #gone = new AbortController();
  readonly ended: Promise<void>;
  #settleEnded = (): void => {};
  #latest: Started;
  #state: LinkState = "running";
  #cancelStart = (): void => {};
  /** Called when the state has changed. */
  #waiting = new Set<() => void>();
  /** What `bridge.initialize` was called with. */
  #initialized: unknown;
  readonly #plugins = new Map<string, unknown>();
  #library: SignalInput | undefined;

  constructor(options: RestartOptions<Started>) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.ended = new Promise((resolve) => this.#settleEnded = resolve);
    this.#latest = this.#make();
  }

  get latest(): Started {
    return this.#latest;
  }

  get isRunning(): boolean {
    return this.#state === "running";
  }

  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  get actions(): readonly ActionName[] | undefined {
    return this.#latest.client.actions;
  }

  implement(actions: ActionTable): ActionName[] {
    const missing = this.#latest.client.implement(actions);
    this.#tables.push(actions);
    return missing;
  }

  onEvent(listener: (message: EventMessage) => void, options: Abortable = {}): () => void {
    return listen(this.#eventListeners, listener, options.signal);
  }

  async invoke(method: string, params?: unknown, options: InvokeOptions = {}): Promise<unknown> {
    options.signal?.throwIfAborted();
    if (this.#state !== "running") await this.#untilRunning(options.signal);
    const isLifecycle = options.panel === undefined;
    try {
      const result = await this.#latest.client.invoke(method, params, options);
      if (isLifecycle) this.#remember(method, params);
      return result;
    } catch (error) {
      if (!(error instanceof BridgeGone) || this.gone.aborted) throw error;
      if (isLifecycle) this.#remember(method, params);
      throw gone(error);
    }
  }

  notify(method: string, params: unknown): void {
    this.#latest.client.notify(method, params);
  }

  signal(signal: SignalInput): void {
    if (signal.name === "signal.libraryChanged") this.#library = signal;
    this.#latest.client.signal(signal);
  }

  get gaveBack(): Promise<void> {
    return this.#latest.client.gaveBack;
  }

  askPlayer<Name extends ActionName>(
    name: Name,
    params: ActionParams<Name>,
  ): Promise<ActionAnswer<Name> | undefined> {
    return this.#latest.client.askPlayer(name, params);
  }

  abandon(reason?: BridgeGone): void {
    this.#close(reason);
    this.#latest.client.abandon(reason);
  }

  async close(): Promise<void> {
    this.#close();
    await this.#latest.client.close();
  }

  async closeBridge(options: Abortable): Promise<unknown> {
    this.#close();
    return await this.#latest.close(options);
  }

  restart(): void {
    if (this.#state !== "dead") return;
    this.#cancelStart();
    this.#restarts.forget();
    void this.#start();
  }

  /** Remembers what a new bridge has to be told. */
  #remember(method: string, params: unknown): void {
    if (method === "bridge.initialize") this.#initialized = params;
    else if (method === "bridge.registerPlugin") this.#plugins.set(namespaceIn(params), params);
    else if (method === "bridge.unregisterPlugin") this.#plugins.delete(namespaceIn(params));
  }

  /**
   * Waits until a bridge runs.
   *
   * @throws {BridgeError} -32001 if none does in time, or none will be started.
   * @throws {BridgeGone} If the player has closed the bridge.
   */
  async #untilRunning(signal: AbortSignal | undefined): Promise<void> {
    const end = this.#clock.monotonic() + CALL_WAIT_MS;
    while (this.#state === "starting" && this.#clock.monotonic() < end) {
      let stop = (): void => {};
      const changed = new Promise<void>((resolve) => this.#waiting.add(stop = resolve));
      try {
        await unlessAborted(within(this.#clock, end - this.#clock.monotonic(), changed), signal);
      } finally {
        this.#waiting.delete(stop);
      }
    }
    if (this.#state === "closed") throw this.gone.reason;
    if (this.#state !== "running") throw gone();
  }

  #enter(state: LinkState): void {
    if (this.#state === "closed") return;
    this.#state = state;
    const waiting = this.#waiting;
    this.#waiting = new Set();
    for (const resolve of waiting) resolve();
  }

  #close(reason: BridgeGone = new BridgeGone("the bridge is closed")): void {
    if (this.#state === "closed") return;
    this.#cancelStart();
    this.#enter("closed");
    this.#gone.abort(reason);
    void this.#latest.ended.then(this.#settleEnded);
  }

  /** Starts a bridge and listens to it. */
  #make(): Started {
    this.#restarts.started(this.#clock.monotonic());
    const bridge = this.#options.start(this.#settings);
    const { client } = bridge;
    for (const table of this.#tables) client.implement(table);
    client.onEvent((message) => tell(this.#eventListeners, message));
    client.gone.addEventListener("abort", () => this.#died(client.gone.reason), { once: true });
    return bridge;
  }

  #died(reason: BridgeGone): void {
    if (this.#state === "closed") return;
    const restartsIn = this.#restarts.died(this.#clock.monotonic());
    this.#cancelStart = restartsIn === undefined
      ? () => {}
      : this.#clock.after(restartsIn, () => void this.#start());
    this.#enter(restartsIn === undefined ? "dead" : "starting");
    this.#call(() => this.#options.onDeath?.({ reason, restartsIn }));
  }

  async #start(): Promise<void> {
    this.#enter("starting");
    // Before another bridge begins to change them.
    await within(this.#clock, GIVE_BACK_MS, this.#latest.client.gaveBack);
    if (this.#state === "closed") return;
    let bridge: Started;
    try {
      bridge = this.#latest = this.#make();
    } catch (error) {
      return this.#died(
        error instanceof BridgeGone ? error : new BridgeGone(String(error), { cause: error }),
      );
    }
    try {
      await this.#tellAll(bridge);
    } catch (error) {
      // What is wrong with a bridge that has died again is known already.
      if (error instanceof BridgeGone) return;
      report(error);
    }
    if (bridge.client.gone.aborted || this.gone.aborted) return;
    this.#enter("running");
    this.#call(() => this.#options.onRestarted?.());
    tell(this.#eventListeners, { event: RESTARTED, panel: undefined, data: {} });
  }

  /** Tells a new bridge what the last one knew. */
  async #tellAll({ client }: Started): Promise<void> {
    if (this.#initialized !== undefined) await client.invoke("bridge.initialize", this.#initialized);
    await Promise.all(
      [...this.#plugins.values()].map((plugin) => client.invoke("bridge.registerPlugin", plugin)),
    );
    await within(this.#clock, STATE_MS, this.#tellState(client));
  }

  /** Tells a new bridge the present state of the player, as far as signals have told it to the last one. */
  async #tellState(client: BridgeLink): Promise<void> {
    if (this.#library) client.signal(this.#library);
    const [list, now, playback] = await Promise.all([
      this.askPlayer("player.playlist.list", {}),
      this.askPlayer("player.playback.nowPlaying", {}),
      this.askPlayer("player.playback.state", {}),
    ]);
    if (list) {
      client.signal({
        name: "signal.playlistsChanged",
        params: { order: list.playlists.map(({ id }) => id) },
      });
    }
    if (!now?.track) return;
    const { track: { path, subsong }, playlist, item } = now;
    const paused = playback?.state === "paused";
    const handle = { path, subsong };
    client.signal({ name: "signal.trackStarted", params: { handle, playlist, item, paused } });
  }

  #call(listener: () => void): void {
    try {
      listener();
    } catch (error) {
      report(error);
    }
  }
}

/** Makes the error of a call that a bridge does not answer because it has died. */
function gone(cause?: BridgeGone): BridgeError {
  const error = new BridgeError(rpcError("playerDidNotAnswer", "the bridge has ended"));
  error.cause = cause;
  return error;
}

function namespaceIn(params: unknown): string {
  return (params as LifecycleInput<"bridge.unregisterPlugin">).namespace;
}
