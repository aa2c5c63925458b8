/**
 * The playground without its server: a bridge in its sandbox, a player, panels, and the state that the pages receive.
 */

import type { EventMessage } from "../clients/typescript/bridge_client.ts";
import { BridgeError, BridgeGone } from "../clients/typescript/errors.ts";
import { type BridgeDeath, RestartingBridge } from "../clients/typescript/restarting_bridge.ts";
import { bridgeArguments, type SpawnedBridge } from "../clients/typescript/spawn_bridge.ts";
import type { UserSettings } from "../clients/typescript/user_settings.ts";
import { DEFAULT_LOG_FILE } from "../handlers/log/limits.ts";
import { type ExtensionName, extensionNames } from "../host_stdio/api/extension_names.ts";
import type { SignalInput } from "../host_stdio/api/signals.ts";
import { rpcError, type RpcErrorObject } from "../host_stdio/errors.ts";
import { reservedPrefixes } from "../host_stdio/lifecycle.ts";
import { version } from "../host_stdio/version.ts";
import type { Player } from "../players/model/player.ts";
import { readRecording, recordingText } from "../tools/fixtures/recording.ts";
import type { PluginModule } from "../tools/support/plugin_module.ts";
import { tappedBridge } from "../tools/support/wire_tap.ts";
import { logTail } from "./directory.ts";
import { type OpenPanel, type PanelCall, PanelRegistry } from "./panels.ts";
import { endedSentence, PlayerView } from "./player_view.ts";
import { type ProblemMessage, Problems } from "./problems.ts";
import { type Hello, type PlayerState, type ServerMessage, WIRE_ROWS, type WireRow } from "./protocol.ts";
import { WireLog } from "./wire_log.ts";

/** How long changes are collected before they are sent to the pages, in milliseconds. */
const TELL_AFTER_MS = 40;
/** Maximum number of rows in one message. */
const ROWS_A_MESSAGE = 500;
/** Maximum length of a method's name in a diagnostic, in UTF-16 code units. */
const MAX_METHOD = 100;
/** Timeout for the bridge's shutdown, in milliseconds. The whole playground ends within 2 s of Ctrl-C. */
const CLOSING_MS = 600;

/** Receives the messages for a page. */
export type Listener = (message: ServerMessage) => void;

/** The answer to the page. */
export type PanelAnswer =
  & { readonly id: number | string }
  & ({ result: unknown } | { error: RpcErrorObject });

/** A bridge, a player and their panels. */
export class Playground implements AsyncDisposable {
  /** The panels of all pages. */
  readonly panels: PanelRegistry;
  /** The player as the page sees and uses it. */
  readonly view: PlayerView;
  /** The problems of the existing panels. */
  readonly problems: Problems;
  readonly #player: Player;
  readonly #logDirectory: string;
  readonly #hasPanelFolder: boolean;
  readonly #report: (line: string) => void;
  readonly #wire: WireLog;
  readonly #plugins: PluginModule | undefined;
  readonly #extensions: readonly ExtensionName[];
  readonly #listeners = new Set<Listener>();
  readonly #stopSignals: () => void;
  readonly #bridge: RestartingBridge;
  #bridgeDetail = "";
  #operations: readonly string[] | undefined;
  readonly #initialized: Promise<void>;
  #unsupported: readonly string[] = [];
  #closing = false;
  /** Rows that the pages have not received. */
  #newRows: WireRow[] = [];
  /** Whether something may have changed since the last update of the pages began. */
  #isStale = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #updating: Promise<void> | undefined;
  #state: Partial<PlayerState> = {};
  #log: string | undefined;

  /**
   * Starts the bridge.
   *
   * @param options The log directory of the bridge, the function that returns an existing panel's key by its name (if
   * the playground has one), the plugins of the player, the extensions to switch on (all by default), the diagnostics
   * sink, and the sink of the player's notices (`report` by default).
   */
  constructor(
    player: Player,
    options: {
      logDirectory: string;
      frameKey?: ((name: string) => string) | undefined;
      plugins?: PluginModule | undefined;
      extensions?: readonly ExtensionName[];
      report?: (line: string) => void;
      say?: (sentence: string) => void;
    },
  ) {
    this.#player = player;
    this.view = new PlayerView(player, () => this.#changed());
    this.#logDirectory = options.logDirectory;
    this.panels = new PanelRegistry(options.frameKey);
    this.#hasPanelFolder = options.frameKey !== undefined;
    this.#report = options.report ?? (() => {});
    this.problems = new Problems(({ panel, text }) => {
      this.#report(`${panel}: ${text}`);
      this.#tellProblems();
    });
    this.#wire = new WireLog((row) => {
      this.#newRows.push(row);
      // Without answers of the player the pages are not updated, so the list would grow. The pages keep WIRE_ROWS rows.
      if (this.#newRows.length > 2 * WIRE_ROWS) this.#newRows.splice(0, WIRE_ROWS);
      this.#changed();
    });
    this.#plugins = options.plugins;
    this.#extensions = options.extensions ?? extensionNames;
    this.#bridge = new RestartingBridge({
      start: (settings) => this.#start(settings),
      onDeath: (death) => this.#died(death),
      onRestarted: () => this.#tell(this.#bridgeState()),
    });
    this.#bridge.onEvent((message) => this.#deliver(message));
    this.#initialized = this.#initialize().catch((error: unknown) => {
      // The end of a bridge is reported by #died.
      const cause = error instanceof BridgeError ? error.cause : error;
      if (!(cause instanceof BridgeGone)) {
        this.#report(error instanceof Error ? error.message : String(error));
      }
    });
    this.#plugins?.onEvent((params) => this.#signal({ name: "signal.pluginEvent", params }));
    this.#stopSignals = player.onSignal((signal) => {
      this.#signal(signal);
      this.#changed();
    });
    const say = (sentence: string): void => {
      if (!this.#closing) (options.say ?? this.#report)(sentence);
    };
    player.onNotice?.(say);
    void player.ended?.then(() => say(endedSentence(player)));
  }

  /** The first message to a page. */
  get hello(): Hello {
    const player = { name: this.#player.name, commands: this.view.commands };
    return { kind: "hello", player, version, hasPanelFolder: this.#hasPanelFolder };
  }

  /** Returns the operations that the bridge offers, when it has reported them; undefined when it has ended before. */
  async operations(): Promise<readonly string[] | undefined> {
    await this.#initialized;
    return this.#operations;
  }

  /** The bridge's process, for tests. */
  get bridgeProcess(): SpawnedBridge["process"] {
    return this.#bridge.latest.process;
  }

  /**
   * Sends the whole state to a page, and then each change.
   *
   * @returns A function that stops the messages.
   */
  listen(listener: Listener): () => void {
    listener(this.hello);
    listener(this.#bridgeState());
    listener({ kind: "problems", problems: this.problems.list });
    // The next update sends the newest rows to every page.
    const known = this.#wire.rows.slice(0, -this.#newRows.length || undefined);
    for (let at = 0; at < known.length; at += ROWS_A_MESSAGE) {
      listener({ kind: "wire", rows: known.slice(at, at + ROWS_A_MESSAGE) });
    }
    listener({ kind: "player", state: this.#state });
    if (this.#log !== undefined) listener({ kind: "log", text: this.#log });
    this.#listeners.add(listener);
    this.#changed();
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Opens a panel in the player's window.
   *
   * @throws {RangeError} See {@linkcode PanelRegistry.open}.
   */
  openPanel(name: string, framed: boolean): OpenPanel {
    const panel = this.panels.open(name, framed);
    this.#player.user.openPanel(panel.name, { config: { panelName: panel.name } });
    this.#changed();
    return panel;
  }

  /** Closes a panel. A page that is still connected receives no more events. */
  closePanel(panel: OpenPanel): void {
    this.panels.close(panel);
    this.pageGone(panel);
    this.#player.user.closePanel(panel.name);
    this.#changed();
  }

  /** Tells the bridge that the page in a panel has gone, as when a web view loads another page. */
  pageGone(panel: OpenPanel): void {
    panel.send = undefined;
    this.#bridge.panelClosed(panel.name);
  }

  /** Takes a message about a problem from the page of an existing panel (frame/frame.js). */
  takeProblem({ name }: OpenPanel, message: ProblemMessage): void {
    if ("listens" in message) this.problems.checkEvent(name, message.listens, this.#plugins !== undefined);
    else this.problems.addError(name, message.problem, message.member, this.#operations ?? []);
  }

  /** Reloads the pages of all existing panels. */
  reloadFrames(): void {
    this.problems.clear();
    this.#tellProblems();
    this.#sendToFrames({ reload: true });
  }

  #sendToFrames(message: object): void {
    for (const panel of this.panels.all) if (panel.framed) panel.send?.(message);
  }

  /** Passes a panel's call to the bridge, unless the method is reserved for the player or the bridge. */
  async call(panel: OpenPanel, call: PanelCall): Promise<PanelAnswer> {
    const answer = await this.#call(panel, call);
    if (panel.framed && "error" in answer && panel.send) {
      this.problems.addRejected(panel.name, call.method, answer.error, this.#operations ?? []);
    }
    return answer;
  }

  async #call(panel: OpenPanel, call: PanelCall): Promise<PanelAnswer> {
    const { id, method, params } = call;
    if (isReserved(method)) {
      const error = rpcError("methodNotFound", method);
      this.#wire.refuse(panel.name, call, error);
      return { id, error };
    }
    if (panel.framed) this.problems.checkCall(panel.name, method, params);
    const forget = this.#wire.expect(panel.name, id);
    try {
      return { id, result: await this.#bridge.client.invoke(method, params, { panel: panel.name }) };
    } catch (error) {
      // A call that has waited for another bridge was not written.
      forget();
      if (error instanceof BridgeError) return { id, error: errorOf(error) };
      if (error instanceof BridgeGone) return { id, error: { code: 0, message: "The bridge has ended" } };
      if (error instanceof RangeError) return { id, error: rpcError("frameTooLarge") };
      // A failed call must not end the server.
      this.#report(`a call of ${method.slice(0, MAX_METHOD)} failed: ${String(error)}`);
      return { id, error: rpcError("internal") };
    }
  }

  /** Schedules an update of the pages, because the player may have changed. */
  touch(): void {
    this.#changed();
  }

  /**
   * Returns the whole body of a message on the wire.
   *
   * @throws {RangeError} When the message is too old.
   */
  body(seq: number): string {
    const body = this.#wire.body(seq);
    if (body === undefined) throw new RangeError("the message is too old");
    return body;
  }

  /**
   * Formats messages on the wire as a fixture, without log files.
   *
   * @throws {RangeError} When all messages are too old.
   */
  fixture(rows: readonly number[]): string {
    const entries = this.#wire.entries(rows);
    if (entries.length === 0) throw new RangeError("these messages are too old");
    return recordingText(readRecording({
      entries,
      command: [Deno.execPath(), ...bridgeArguments()],
      logDirectory: this.#logDirectory,
      before: {},
      after: {},
      exit: undefined,
    }));
  }

  /** Starts a new bridge when the last ones have died too often. The player keeps its state. */
  restart(): void {
    if (!this.#closing) this.#bridge.restart();
  }

  /** Ends the bridge and the player. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#stopSignals();
    clearTimeout(this.#timer);
    await this.#updating;
    this.#listeners.clear();
    await this.#bridge.close({ signal: AbortSignal.timeout(CLOSING_MS) }).catch((error: unknown) => {
      // The timeout has ended the bridge by force; wait for its end below.
      if (!(error instanceof DOMException)) throw error;
    });
    await Promise.all([this.#bridge.latest.status, this.view.close()]);
  }

  /** Ends the bridge and the player. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #start(settings: UserSettings): SpawnedBridge {
    this.#wire.begin();
    return tappedBridge({
      directory: this.#logDirectory,
      actions: this.#plugins?.extend(this.view.actions) ?? this.view.actions,
      settings,
      onDiagnostic: this.#report,
    }, this.#wire);
  }

  #died({ reason, restartsIn }: BridgeDeath): void {
    const end = `The bridge ended with exit code ${reason.exitCode ?? "unknown"}`;
    this.#bridgeDetail = restartsIn === undefined ? end : `${end}. It starts again in ${restartsIn / 1000} s`;
    // Exit code 0, as after SIGTERM, needs no report.
    if (reason.exitCode !== 0) this.#report(this.#bridgeDetail);
    this.#tell(this.#bridgeState());
  }

  async #initialize(): Promise<void> {
    const { name, version } = this.#player;
    const { operations, unsupported = [] } = await this.#bridge.initialize({ name, version }, {
      extensions: this.#extensions,
    });
    this.#operations = operations;
    this.#unsupported = unsupported;
    this.#tell(this.#bridgeState());
    if (!this.#plugins) return;
    this.#operations = [...operations, ...await this.#plugins.register(this.#bridge)];
    this.#tell(this.#bridgeState());
  }

  #signal(signal: SignalInput): void {
    this.#bridge.signal(signal);
  }

  #deliver({ event, panel, data }: EventMessage): void {
    const targets = panel === undefined ? this.panels.all : [this.panels.withName(panel)];
    for (const target of targets) {
      if (target?.send?.({ event, data }) === false) {
        this.#report(`the event ${event} is too long for the panel ${target.name}`);
      }
    }
  }

  #bridgeState(): ServerMessage {
    const detail = this.#bridge.isRunning ? "" : this.#bridgeDetail;
    const [operations, unsupported] = [this.#operations, this.#unsupported];
    return { kind: "bridge", running: this.#bridge.isRunning, detail, operations, unsupported };
  }

  #tellProblems(): void {
    this.#tell({ kind: "problems", problems: this.problems.list });
  }

  #tell(message: ServerMessage): void {
    for (const listener of [...this.#listeners]) listener(message);
  }

  #changed(): void {
    this.#isStale = true;
    if (this.#timer !== undefined || this.#closing) return;
    this.#timer = setTimeout(() => {
      this.#isStale = false;
      this.#updating = this.#updatePages().finally(() => {
        this.#timer = undefined;
        if (this.#isStale) this.#changed();
      });
    }, TELL_AFTER_MS);
  }

  async #updatePages(): Promise<void> {
    const rows = this.#newRows;
    this.#newRows = [];
    for (let at = 0; at < rows.length; at += ROWS_A_MESSAGE) {
      this.#tell({ kind: "wire", rows: rows.slice(at, at + ROWS_A_MESSAGE) });
    }
    if (this.#listeners.size === 0) return;
    try {
      const state = await this.view.state();
      const changed = changesOf(this.#state, state);
      if (this.#state.theme && changed.theme) this.#sendToFrames({ restyle: true });
      this.#state = state;
      if (Object.keys(changed).length > 0) this.#tell({ kind: "player", state: changed });
      const log = await logTail(`${this.#logDirectory}/${DEFAULT_LOG_FILE}`);
      if (log !== this.#log) {
        this.#log = log;
        this.#tell({ kind: "log", text: log });
      }
    } catch (error) {
      this.#report(
        `the state of the player cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
}

/** Whether only a player or only the bridge may use a method. */
function isReserved(method: string): boolean {
  return method === "event" || reservedPrefixes.some((prefix) => method.startsWith(`${prefix}.`));
}

function errorOf({ code, message, data }: BridgeError): RpcErrorObject {
  return { code, message, ...data === undefined ? {} : { data } };
}

/** Returns the members that have changed. */
function changesOf(before: Partial<PlayerState>, now: PlayerState): Partial<PlayerState> {
  const last: Readonly<Record<string, unknown>> = before;
  return Object.fromEntries(
    Object.entries(now).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(last[key])),
  );
}
