/**
 * Tonearm as a library: for players written in TypeScript, and for tools and tests that talk to a bridge.
 *
 * {@linkcode spawnBridge} starts a bridge process in its sandbox, {@linkcode connectBridge} uses an existing connection, and
 * {@linkcode embedBridge} runs a bridge in this process. All three return a {@linkcode ConnectedBridge}, with typed calls,
 * events, native actions and signals.
 *
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { embedBridge } from "./mod.ts";
 * import { ReferencePlayer } from "./players/reference/mod.ts";
 *
 * const player = new ReferencePlayer();
 * await using bridge = await embedBridge({ directory: "/nonexistent" });
 * const missing = bridge.implement(player.actions);
 * player.onSignal((signal) => bridge.signal(signal));
 *
 * bridge.on("menu:select", ({ itemId }, panel) => console.log(`${panel} chose ${itemId}`));
 * const result = await bridge.invoke("queue.add", { tracks: [0, 1] }, { panel: "p1" });
 *
 * assertEquals(missing, []);
 * assertEquals(result, { success: true, addedCount: 2, queueCount: 2 });
 * player.close();
 * ```
 *
 * The import has no side effects.
 *
 * @module
 */

import {
  connectBridge,
  type ConnectedBridge,
  type ConnectOptions,
} from "./clients/typescript/connected_bridge.ts";
import { memoryStreams, sinkOf, sourceOf } from "./clients/typescript/streams.ts";
import type { Disk } from "./handlers/core/disk.ts";
import { type Clock, systemClock } from "./host_stdio/clock.ts";
import { type Diagnostics, silentDiagnostics } from "./host_stdio/diagnostics.ts";
import { version } from "./host_stdio/version.ts";
import { defaultWireLimits, type WireLimits } from "./limits/wire.ts";

export type {
  Action,
  ActionOutcome,
  ActionReturn,
  ActionTable,
  CheckedActionParams,
  MissingActions,
} from "./clients/typescript/actions.ts";
export {
  BridgeClient,
  type BridgeClientOptions,
  type BridgeLink,
  type EventMessage,
  type InvokeOptions,
  type WireObserver,
} from "./clients/typescript/bridge_client.ts";
export { type BridgeEnd, BridgeError, BridgeGone } from "./clients/typescript/errors.ts";
export type {
  ChildCommand,
  ChildProcess,
  ExitStatus,
  StopSignal,
} from "./clients/typescript/child_process.ts";
export {
  type Abortable,
  connectBridge,
  ConnectedBridge,
  type ConnectOptions,
} from "./clients/typescript/connected_bridge.ts";
export type {
  EventListener,
  EventName,
  EventPayload,
  InvokeArguments,
  NoParams,
  OperationFailure,
  OperationName,
  OperationParams,
  OperationResult,
  OperationSuccess,
  PanelApi,
} from "./clients/typescript/operation_types.ts";
export {
  type BridgeDeath,
  keepBridge,
  RestartingBridge,
  type RestartOptions,
} from "./clients/typescript/restarting_bridge.ts";
export {
  bridgeArguments,
  sandboxFlags,
  spawnBridge,
  SpawnedBridge,
  type SpawnOptions,
} from "./clients/typescript/spawn_bridge.ts";
export { QueueTracker } from "./clients/typescript/queue_tracker.ts";
export { type EndableSink, memoryStreams, type StreamPair } from "./clients/typescript/streams.ts";
export { type AskPlayer, UserSettings } from "./clients/typescript/user_settings.ts";
export type { Clock } from "./host_stdio/clock.ts";
export type { DiagnosticLevel, Diagnostics } from "./host_stdio/diagnostics.ts";
export type { LifecycleAnswer, LifecycleInput, LifecycleName } from "./host_stdio/lifecycle.ts";
export { type ExtensionName, extensionNames } from "./host_stdio/api/extension_names.ts";
export type { Disk, DiskFile, FileFacts, OpenFlags } from "./handlers/core/disk.ts";
export type { ByteSource } from "./host_stdio/frame_decoder.ts";
export type { RpcErrorObject } from "./host_stdio/errors.ts";
export type { ByteSink } from "./host_stdio/frame_writer.ts";
export type { ActionAnswer, ActionName, ActionParams, ActionReply } from "./host_stdio/api/native_actions.ts";
export type {
  CommandNode,
  Handle,
  MenuContext,
  MenuNode,
  OverlayRow,
  PanelConfig,
  PanelPatch,
  QueuedTrack,
  SeparatorNode,
  SubmenuNode,
  Track,
} from "./host_stdio/api/shapes.ts";
export type { SignalInput, SignalMessage, SignalName, SignalParams } from "./host_stdio/api/signals.ts";
export type { WireLimits } from "./limits/wire.ts";
export { ActionError, type ActionHandler, type PlayerActions } from "./players/model/actions.ts";
export type {
  NowPlaying,
  Player,
  PlayerFacts,
  PlayerUser,
  PlaylistView,
  QueuedPlace,
  TrackPlace,
} from "./players/model/player.ts";
export type {
  Plugin,
  PluginMaker,
  PluginMethod,
  PluginMethods,
  SendPluginEvent,
} from "./players/model/plugins.ts";
export { version } from "./host_stdio/version.ts";

/** Options of {@linkcode embedBridge}. */
export interface EmbedOptions extends ConnectOptions {
  /** The log directory, an absolute path. It need not exist if no `log` operation is called. */
  readonly directory: string;
  /**
   * The limits of the connection (protocol.md, "Flow control"). By default `maxFrameBytes` and `maxQueueBytes` are 67,108,864
   * (64 MiB), `actionTimeoutMs` is 30,000 and `startTimeoutMs` 15,000.
   */
  readonly limits?: Partial<WireLimits>;
  /** The bridge's clock; the machine's by default. */
  readonly clock?: Clock;
  /** The sink of the bridge's diagnostics; by default they are ignored. */
  readonly diagnostics?: Diagnostics;
  /**
   * The file system of the log files; that of Deno by default. Programs without Deno, such as a page, must pass one.
   */
  readonly disk?: Disk;
}

/**
 * Runs a bridge in this process and connects to it, for tests and tools. It works like a bridge process, but has no sandbox:
 * log files are written with the permissions of this program. Without Deno, for example in a page, it needs the option
 * `disk`.
 *
 * @param options See {@linkcode EmbedOptions}.
 * @returns The bridge.
 * @throws {Error} If there is neither Deno nor the option `disk`.
 * @throws The signal's reason, if the signal is aborted already.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { embedBridge } from "./mod.ts";
 *
 * await using bridge = await embedBridge({ directory: "/nonexistent" });
 * const { bridge: software } = await bridge.initialize({ name: "my player", version: "1.0" });
 *
 * assertEquals(software.name, "tonearm");
 * ```
 */
export async function embedBridge(options: EmbedOptions): Promise<ConnectedBridge> {
  const { disk = "Deno" in globalThis ? Deno : undefined } = options;
  if (!disk) throw new Error("without Deno an embedded bridge needs the option disk; or use spawnBridge");
  // Loaded on demand, because most programs start a process instead.
  const [{ Bridge }, { Connection }, { api }] = await Promise.all([
    import("./handlers/core/bridge.ts"),
    import("./host_stdio/connection.ts"),
    import("./handlers/api.ts"),
  ]);
  options.signal?.throwIfAborted();
  const { directory, clock = systemClock, diagnostics = silentDiagnostics } = options;
  const { maxFrameBytes = defaultWireLimits.maxFrameBytes } = options;
  const limits: WireLimits = { ...defaultWireLimits, maxFrameBytes, ...options.limits };
  const [playersEnd, bridgesEnd] = memoryStreams();
  const sink = sinkOf(bridgesEnd.writable);
  const connection = new Connection({
    source: sourceOf(bridgesEnd.readable),
    sink,
    limits,
    clock,
    diagnostics,
    application: (link) =>
      new Bridge(link, {
        logDirectory: directory,
        version,
        clock,
        diagnostics,
        disk,
        api,
      }),
  });
  void connection.run().finally(() => sink.end());
  return connectBridge(playersEnd, { ...options, maxFrameBytes: limits.maxFrameBytes });
}
