/**
 * mpv as a player, with a bridge of its own.
 *
 * @module
 */

import { spawnBridge, type SpawnedBridge } from "../../client/spawn_bridge.ts";
import { version } from "../../version.ts";
import { environmentOf, MpvPlayer, type MpvPlayerOptions } from "./player.ts";
import { type ClipboardActions, clipboardOf } from "./system_clipboard.ts";

/** What a host is made with. */
export interface MpvHostOptions extends MpvPlayerOptions {
  /** Flags of the bridge. */
  readonly bridgeFlags?: readonly string[];
}

/** mpv and a bridge, connected. */
export class MpvHost extends MpvPlayer {
  /** The bridge, for the calls of panels. */
  readonly bridge: SpawnedBridge;

  /**
   * @param options See {@linkcode MpvHostOptions}.
   * @param clipboard The clipboard of the desktop.
   */
  protected constructor(
    options: MpvHostOptions,
    clipboard: { actions: ClipboardActions; kind: string },
  ) {
    super(options, clipboard);
    this.bridge = spawnBridge({
      directory: options.directory,
      actions: this.actions,
      flags: options.bridgeFlags ?? [],
      onDiagnostic: (line) => this.say(line),
    });
    this.onSignal((signal) => {
      if (!this.bridge.client.gone.aborted) this.bridge.signal(signal);
    });
  }

  /**
   * Starts or finds mpv, starts a bridge under its sandbox, and connects the two.
   *
   * @param options See {@linkcode MpvHostOptions}.
   * @returns The running host.
   * @throws {Error} When mpv or the bridge cannot be started.
   */
  static async start(options: MpvHostOptions): Promise<MpvHost> {
    const host = new MpvHost(options, await clipboardOf(environmentOf(options)));
    await host.begun();
    try {
      await host.bridge.initialize({ name: "mpv", version: `${host.version} (host ${version})` });
      return host;
    } catch (error) {
      await host.close();
      throw error;
    }
  }

  /** Settles when it is over: mpv was quit, or the bridge has gone. */
  override get ended(): Promise<void> {
    return Promise.race([super.ended, this.bridge.ended]);
  }

  /** Ends everything that was started: the bridge first, so that what it still asks for is carried out. */
  override async close(): Promise<void> {
    await this.bridge.close();
    await super.close();
  }
}
