/**
 * The playground without its server: a bridge under its sandbox, a player, panels, and what the pages are shown of it all.
 *
 * @module
 */

import { BridgeError, BridgeGone, type EventMessage } from "../client/bridge_client.ts";
import { bridgeArguments, type SpawnedBridge } from "../client/spawn_bridge.ts";
import { rpcError, type RpcErrorObject } from "../host_stdio/errors.ts";
import { reservedPrefixes } from "../host_stdio/lifecycle.ts";
import { DEFAULT_LOG_FILE } from "../handlers/log/limits.ts";
import { fixtureAsRecorded } from "../tools/fixtures/write_fixture.ts";
import type { Player } from "../players/model/player.ts";
import { version } from "../version.ts";
import { tappedBridge } from "../tools/support/wire_tap.ts";
import { logTail } from "./log_tail.ts";
import { type OpenPanel, PanelRegistry } from "./panel_registry.ts";
import { endedSentence, PlayerView } from "./player_view.ts";
import { type Hello, type PlayerState, type ServerMessage, WIRE_ROWS, type WireRow } from "./protocol.ts";
import { WireLog } from "./wire_log.ts";

/** How long news are collected before the pages are told, in milliseconds. */
const TELL_AFTER_MS = 40;
/** How many rows go into one message. */
const ROWS_A_MESSAGE = 500;
/** How much of a method's name a line for people has, in UTF-16 code units. */
const MAX_METHOD = 100;
/** How long the bridge may take to end in good order, in milliseconds. */
const CLOSING_MS = 3000;

/** Where a page's news go. */
export type Listener = (message: ServerMessage) => void;

/** A call as a panel's page posts it. */
export interface PanelCall {
  readonly id: number | string;
  readonly method: string;
  readonly params: unknown;
}

/** The answer that the page gets. */
export type PanelAnswer =
  & { readonly id: number | string }
  & ({ result: unknown } | { error: RpcErrorObject });

/** A bridge, a player and their panels. */
export class Playground implements AsyncDisposable {
  /** The panels of all pages. */
  readonly panels: PanelRegistry = new PanelRegistry();
  /** The player as the page sees and uses it. */
  readonly view: PlayerView;
  readonly #player: Player;
  readonly #logDirectory: string;
  readonly #hasPanelFolder: boolean;
  readonly #report: (line: string) => void;
  readonly #wire: WireLog;
  readonly #listeners = new Set<Listener>();
  readonly #stopSignals: () => void;
  #bridge: SpawnedBridge;
  #bridgeDetail = "";
  #running = true;
  #closing = false;
  /** Rows that the pages have not been told of. */
  #news: WireRow[] = [];
  /** Whether something may have changed since the pages were last begun to be told: also while they are. */
  #isStale = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #telling: Promise<void> | undefined;
  #state: Partial<PlayerState> = {};
  #log: string | undefined;

  /**
   * Starts the bridge.
   *
   * @param player The player.
   * @param options Where the bridge has its log files, whether there is an existing panel, and the sinks of diagnostics
   * and of what the player says (the first one by default).
   */
  constructor(
    player: Player,
    options: {
      logDirectory: string;
      hasPanelFolder?: boolean;
      report?: (line: string) => void;
      say?: (sentence: string) => void;
    },
  ) {
    this.#player = player;
    this.view = new PlayerView(player, () => this.#changed());
    this.#logDirectory = options.logDirectory;
    this.#hasPanelFolder = options.hasPanelFolder ?? false;
    this.#report = options.report ?? (() => {});
    this.#wire = new WireLog((row) => {
      this.#news.push(row);
      // A page keeps no more than these; it is not told while a player does not tell its state.
      if (this.#news.length > 2 * WIRE_ROWS) this.#news.splice(0, WIRE_ROWS);
      this.#changed();
    });
    this.#bridge = this.#start();
    this.#stopSignals = player.onSignal((signal) => {
      if (this.#running) this.#bridge.signal(signal);
      this.#changed();
    });
    const say = (sentence: string): void => {
      if (!this.#closing) (options.say ?? this.#report)(sentence);
    };
    player.onNotice?.(say);
    void player.ended?.then(() => say(endedSentence(player)));
  }

  /** What a page is told first. */
  get hello(): Hello {
    const player = { name: this.#player.name, commands: this.view.commands };
    return { kind: "hello", player, version, hasPanelFolder: this.#hasPanelFolder };
  }

  /** The bridge's process, for tests. */
  get bridgeProcess(): SpawnedBridge["process"] {
    return this.#bridge.process;
  }

  /**
   * Tells a page everything, and then what is new.
   *
   * @param listener What to tell.
   * @returns A function that ends it.
   */
  listen(listener: Listener): () => void {
    listener(this.hello);
    listener(this.#bridgeState());
    // The newest rows are about to be told to everybody.
    const known = this.#wire.rows.slice(0, -this.#news.length || undefined);
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
   * @param name The name that it should have.
   * @param framed Whether it is an existing panel in a frame.
   * @returns The panel.
   * @throws {RangeError} As {@linkcode PanelRegistry.open}.
   */
  openPanel(name: string, framed: boolean): OpenPanel {
    const panel = this.panels.open(name, framed);
    this.#player.user.openPanel(panel.name, { config: { panelName: panel.name } });
    this.#changed();
    return panel;
  }

  /**
   * Closes a panel. Its page, if it is still connected, hears nothing any more.
   *
   * @param panel The panel.
   */
  closePanel(panel: OpenPanel): void {
    this.panels.close(panel);
    this.pageGone(panel);
    this.#player.user.closePanel(panel.name);
    this.#changed();
  }

  /**
   * The page in a panel has gone: what belonged to it is forgotten, as when a web view loads another page.
   *
   * @param panel The panel.
   */
  pageGone(panel: OpenPanel): void {
    panel.send = undefined;
    if (this.#running) this.#bridge.panelClosed(panel.name);
  }

  /**
   * Passes a panel's call on, as a player does: everything but what is the player's own to say.
   *
   * @param panel The panel.
   * @param call The call.
   * @returns What the page is answered.
   */
  async call(panel: OpenPanel, call: PanelCall): Promise<PanelAnswer> {
    const { id, method, params } = call;
    if (isReserved(method)) {
      const error = rpcError("methodNotFound", method);
      this.#wire.refuse(panel.name, call, error);
      return { id, error };
    }
    const takeBack = this.#wire.expect(panel.name, id);
    try {
      return { id, result: await this.#bridge.client.invoke(method, params, { panel: panel.name }) };
    } catch (error) {
      if (error instanceof BridgeError) return { id, error: errorOf(error) };
      takeBack();
      if (error instanceof BridgeGone) return { id, error: { code: 0, message: "The bridge has ended" } };
      if (error instanceof RangeError) return { id, error: rpcError("frameTooLarge") };
      // A call of a page never ends the server.
      this.#report(`a call of ${method.slice(0, MAX_METHOD)} has failed: ${String(error)}`);
      return { id, error: rpcError("internal") };
    }
  }

  /** Says that something may have changed at the player. */
  touch(): void {
    this.#changed();
  }

  /**
   * Gives the whole body of a message on the wire.
   *
   * @param seq Its row.
   * @returns The text.
   * @throws {RangeError} When it is not kept any more.
   */
  body(seq: number): string {
    const body = this.#wire.body(seq);
    if (body === undefined) throw new RangeError("that message is not kept any more");
    return body;
  }

  /**
   * Writes messages on the wire as a fixture. What stood in log files before and after is not in it.
   *
   * @param rows The rows of the messages.
   * @returns The fixture.
   * @throws {RangeError} When none of them is kept any more.
   */
  fixture(rows: readonly number[]): string {
    const entries = this.#wire.entries(rows);
    if (entries.length === 0) throw new RangeError("none of these messages is kept any more");
    return fixtureAsRecorded({
      entries,
      command: [Deno.execPath(), ...bridgeArguments()],
      logDirectory: this.#logDirectory,
      before: new Map(),
      after: new Map(),
      exit: undefined,
    }).text;
  }

  /** Starts the bridge anew when it has ended. The player goes on as it is. */
  restart(): void {
    if (this.#running || this.#closing) return;
    this.#wire.begin();
    this.#running = true;
    this.#bridge = this.#start();
    this.#tell(this.#bridgeState());
  }

  /** Ends the bridge and the player. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#stopSignals();
    clearTimeout(this.#timer);
    await this.#telling;
    this.#listeners.clear();
    await this.#bridge.close({ signal: AbortSignal.timeout(CLOSING_MS) }).catch((error: unknown) => {
      // Out of patience: it has been told to end by force, and that it has ended is waited for.
      if (!(error instanceof DOMException)) throw error;
    });
    await this.#bridge.status;
    await this.view.close();
  }

  /** Ends the bridge and the player. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #start(): SpawnedBridge {
    const bridge = tappedBridge({
      directory: this.#logDirectory,
      actions: this.view.actions,
      onDiagnostic: this.#report,
    }, this.#wire);
    bridge.onEvent((message) => this.#deliver(message));
    const { name, version } = this.#player;
    bridge.initialize({ name, version }).catch((error: unknown) => {
      // One that has ended at once says so by its status.
      if (!(error instanceof BridgeGone)) this.#report(`the bridge refuses the playground: ${String(error)}`);
    });
    void bridge.ended.then(async () => {
      const { code } = await bridge.status;
      if (this.#closing) return;
      this.#running = false;
      this.#bridgeDetail = `The bridge has ended with exit code ${code}`;
      // One that was told to end, as by Ctrl-C in its terminal, is nothing to speak of there.
      if (code !== 0) this.#report(this.#bridgeDetail);
      this.#tell(this.#bridgeState());
    });
    return bridge;
  }

  #deliver({ event, panel, data }: EventMessage): void {
    const targets = panel === undefined ? this.panels.all : [this.panels.withName(panel)];
    for (const target of targets) {
      if (target?.send?.({ event, data }) === false) {
        this.#report(`the event ${event} is nested too deeply for the panel ${target.name}`);
      }
    }
  }

  #bridgeState(): ServerMessage {
    return { kind: "bridge", running: this.#running, detail: this.#running ? "" : this.#bridgeDetail };
  }

  #tell(message: ServerMessage): void {
    for (const listener of [...this.#listeners]) listener(message);
  }

  #changed(): void {
    this.#isStale = true;
    if (this.#timer !== undefined || this.#closing) return;
    this.#timer = setTimeout(() => {
      this.#isStale = false;
      this.#telling = this.#tellNews().finally(() => {
        this.#timer = undefined;
        if (this.#isStale) this.#changed();
      });
    }, TELL_AFTER_MS);
  }

  async #tellNews(): Promise<void> {
    const rows = this.#news;
    this.#news = [];
    for (let at = 0; at < rows.length; at += ROWS_A_MESSAGE) {
      this.#tell({ kind: "wire", rows: rows.slice(at, at + ROWS_A_MESSAGE) });
    }
    if (this.#listeners.size === 0) return;
    try {
      const state = await this.view.state();
      const changed = changesOf(this.#state, state);
      this.#state = state;
      if (Object.keys(changed).length > 0) this.#tell({ kind: "player", state: changed });
      const log = await logTail(`${this.#logDirectory}/${DEFAULT_LOG_FILE}`);
      if (log !== this.#log) {
        this.#log = log;
        this.#tell({ kind: "log", text: log });
      }
    } catch (error) {
      this.#report(
        `the player's state is not to be had: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
}

/** What only a player may say, and what only a bridge may ask for. */
function isReserved(method: string): boolean {
  return method === "event" || reservedPrefixes.some((prefix) => method.startsWith(`${prefix}.`));
}

function errorOf({ code, message, data }: BridgeError): RpcErrorObject {
  return { code, message, ...data === undefined ? {} : { data } };
}

/** The members that are not as they were. */
function changesOf(before: Partial<PlayerState>, now: PlayerState): Partial<PlayerState> {
  const last: Readonly<Record<string, unknown>> = before;
  return Object.fromEntries(
    Object.entries(now).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(last[key])),
  );
}
