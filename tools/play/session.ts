/** A player, and one bridge process at a time with the events and bytes between them. */

import { resolve } from "@std/path";
import type { EventMessage } from "../../clients/typescript/bridge_client.ts";
import type { ExitStatus } from "../../clients/typescript/child_process.ts";
import { BridgeGone } from "../../clients/typescript/errors.ts";
import { bridgeArguments, type SpawnedBridge } from "../../clients/typescript/spawn_bridge.ts";
import type { ExtensionName } from "../../host_stdio/api/extension_names.ts";
import type { Player } from "../../players/model/player.ts";
import { Capture } from "../fixtures/capture.ts";
import { snapshotLogs } from "../fixtures/log_snapshot.ts";
import { writeNormalizedFixture } from "../fixtures/normalize.ts";
import { bridgeFlagsOf } from "../fixtures/write_fixture.ts";
import type { PluginModule } from "../support/plugin_module.ts";
import { type Speaker, tappedBridge } from "../support/wire_tap.ts";
import { typedPath } from "../typed_path.ts";
import type { ActionAnswer } from "./show.ts";

/** How long a bridge may take to end after its input is closed, in milliseconds. */
const END_MS = 5000;
/** Delay after which a slow end is reported, in milliseconds. */
const REPORT_END_MS = 2000;
const KEPT_EVENTS = 1000;

/** A written recording; `flaw` is why replaying it fails, undefined when it passes. */
export interface WrittenRecording {
  readonly messages: number;
  readonly flaw: string | undefined;
}

/** Receives what happens in a session. */
export interface SessionView {
  event(message: EventMessage): void;
  /** The player has answered a native action. */
  action(name: string, params: unknown, answer: ActionAnswer): void;
  /** Bytes on a pipe. */
  piece(from: Speaker, bytes: Uint8Array): void;
  /** A line that the bridge wrote to stderr. */
  diagnostic(line: string): void;
  /** The bridge ended although the session did not end it. */
  lost(exitCode: number): void;
  /** A step that takes long has begun. */
  busy(what: string): void;
  recorded(file: string, recording: WrittenRecording): void;
  notRecorded(file: string, error: unknown): void;
}

/** How a session starts its bridges: their flags, the extensions that the player switches on, its plugins. */
export interface BridgeSettings {
  readonly flags: readonly string[];
  readonly extensions: readonly ExtensionName[];
  readonly plugins?: PluginModule | undefined;
}

/** A player and one bridge at a time. */
export class Session {
  readonly player: Player;
  /** The operations that the bridge offers; empty before {@linkcode Session.initialize}. */
  operations: readonly string[] = [];
  /** The operations that need a native action which the player lacks. */
  unsupported: ReadonlySet<string> = new Set();
  /** The file for the recording of this bridge; undefined when it is not recorded. */
  recordTo: string | undefined;
  /** The last events, oldest first. */
  readonly events: EventMessage[] = [];
  readonly #directory: string;
  readonly #settings: BridgeSettings;
  readonly #view: SessionView;
  #running: RunningBridge;
  #ending = false;
  #unheard: EventMessage[] = [];
  readonly #waiting = new Set<() => void>();

  /**
   * Starts a bridge.
   *
   * @param player The player, which ends with the session.
   * @param directory The working directory of the bridge, for its log files.
   */
  constructor(player: Player, directory: string, settings: BridgeSettings, view: SessionView) {
    this.player = player;
    this.#directory = directory;
    this.#settings = settings;
    this.#view = view;
    this.#running = this.#start();
    player.onSignal((signal) => this.bridge.signal(signal));
    settings.plugins?.onEvent((params) => this.bridge.signal({ name: "signal.pluginEvent", params }));
  }

  get bridge(): SpawnedBridge {
    return this.#running.bridge;
  }

  /**
   * Tells the bridge what the player supports, learns what the bridge offers, and registers the plugins. Does nothing when
   * the bridge has gone.
   *
   * @param signal Stops waiting.
   * @throws {UsageError} When the bridge refuses a plugin.
   */
  async initialize(signal: AbortSignal): Promise<void> {
    const { name, version } = this.player;
    const { extensions, plugins } = this.#settings;
    try {
      const { operations, unsupported = [] } = await this.bridge.initialize({ name, version }, {
        extensions,
        signal,
      });
      this.operations = [...operations, ...await plugins?.register(this.bridge) ?? []];
      this.unsupported = new Set(unsupported);
    } catch (error) {
      // The view receives the end of the bridge.
      if (!(error instanceof BridgeGone)) throw error;
    }
  }

  /** Records this bridge, from its start, to a fixture that is written when the bridge ends. */
  record(file: string): void {
    this.recordTo = file;
  }

  /** Drops the events that {@linkcode Session.nextEvent} has not returned. */
  forgetEvents(): void {
    this.#unheard = [];
  }

  /**
   * Waits for an event and drops those before it.
   *
   * @throws The reason of the signal, when that is aborted first.
   */
  async nextEvent(name: string, signal: AbortSignal): Promise<EventMessage> {
    await this.hasEvents([name], signal);
    const at = this.#unheard.findIndex(({ event }) => event === name);
    const [found] = this.#unheard.splice(0, at + 1).slice(-1);
    if (!found) throw new Error(`the event ${name} is missing`);
    return found;
  }

  /**
   * Waits until events have arrived, and keeps them for {@linkcode Session.nextEvent}.
   *
   * @throws The reason of the signal, when that is aborted first.
   */
  async hasEvents(names: readonly string[], signal: AbortSignal): Promise<void> {
    while (!names.every((name) => this.#unheard.some(({ event }) => event === name))) {
      signal.throwIfAborted();
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.add(resolve);
      signal.addEventListener("abort", () => resolve(), { once: true });
      await promise;
      this.#waiting.delete(resolve);
    }
  }

  /**
   * Ends the bridge, writes its recording and starts a new one. The player keeps its state.
   *
   * @throws {Error} When the new bridge cannot be started, for example because the working directory is gone.
   */
  async restart(signal: AbortSignal): Promise<void> {
    await this.#endBridge();
    this.#running = this.#start();
    await this.initialize(signal);
  }

  /** Ends the bridge, by force after some seconds, then the player. */
  async end(): Promise<ExitStatus> {
    try {
      return await this.#endBridge();
    } finally {
      await this.player.close();
    }
  }

  #start(): RunningBridge {
    this.#ending = false;
    const running = new RunningBridge(this.player, this.#directory, this.#settings, this.#view);
    const { bridge } = running;
    bridge.onEvent((message) => this.#hear(message));
    void bridge.ended.then(async () => {
      if (this.#ending) return;
      // Show the last lines on stderr before the end of the bridge.
      await bridge.diagnostics;
      this.#view.lost((await bridge.status).code);
    });
    return running;
  }

  #hear(message: EventMessage): void {
    for (const list of [this.events, this.#unheard]) if (list.push(message) > KEPT_EVENTS) list.shift();
    this.#view.event(message);
    for (const wake of this.#waiting) wake();
  }

  async #endBridge(): Promise<ExitStatus> {
    this.#ending = true;
    const file = this.recordTo;
    this.recordTo = undefined;
    const seconds = (END_MS - REPORT_END_MS) / 1000;
    const slow = setTimeout(
      () => this.#view.busy(`the bridge is finishing its work; it is ended by force in ${seconds} s`),
      REPORT_END_MS,
    );
    const status = await this.bridge.close({ signal: AbortSignal.timeout(END_MS) });
    clearTimeout(slow);
    if (file === undefined) return status;
    this.#view.busy(`writing and replaying ${file}`);
    try {
      this.#view.recorded(file, await this.#running.write(typedPath(file)));
    } catch (error) {
      this.#view.notRecorded(file, error);
    }
    return status;
  }
}

/** A bridge process whose pipes are recorded. */
class RunningBridge {
  readonly bridge: SpawnedBridge;
  readonly #command: readonly string[];
  readonly #logDirectory: string;
  readonly #capture = new Capture();
  readonly #before: ReturnType<typeof snapshotLogs>;

  constructor(
    { actions }: Player,
    directory: string,
    { flags, plugins }: BridgeSettings,
    view: SessionView,
  ) {
    this.#command = [Deno.execPath(), ...bridgeArguments(flags)];
    this.#logDirectory = resolve(directory, bridgeFlagsOf(this.#command).flags.logDirectory ?? ".");
    this.#before = snapshotLogs(this.#logDirectory);
    /** The actions that the player has not answered, oldest first. */
    const open: { readonly name: string; readonly params: unknown }[] = [];
    this.bridge = tappedBridge({
      directory,
      flags,
      actions: plugins?.extend(actions) ?? actions,
      observer: {
        onAction: (name, params) => void open.push({ name, params }),
        onActionAnswered(name, answer) {
          const at = open.findIndex((each) => each.name === name);
          const [asked] = at < 0 ? [] : open.splice(at, 1);
          view.action(name, asked?.params, answer);
        },
      },
      onDiagnostic: (line) => view.diagnostic(line),
    }, {
      hear: (from, bytes) => {
        this.#capture.hear(from, bytes);
        view.piece(from, bytes);
      },
      inputEnded: () => this.#capture.end("player"),
    });
  }

  /**
   * Waits for the end of the bridge and writes the recording as a fixture.
   *
   * @throws {Deno.errors.AlreadyExists} When the file exists.
   */
  async write(file: string): Promise<WrittenRecording> {
    const { code, signal } = await this.bridge.status;
    const { text, messages, flaw } = await writeNormalizedFixture({
      entries: this.#capture.entries(),
      command: this.#command,
      logDirectory: this.#logDirectory,
      before: this.#before,
      after: snapshotLogs(this.#logDirectory),
      exit: signal === null ? code : undefined,
    });
    await Deno.writeTextFile(file, text, { createNew: true });
    return { messages, flaw: this.#capture.full ? "the exchange was too long; this is its beginning" : flaw };
  }
}
