import { spawnBridge, type SpawnedBridge } from "../../clients/typescript/spawn_bridge.ts";
import type { ExtensionName } from "../../host_stdio/api/extension_names.ts";
import { version } from "../../host_stdio/version.ts";
import { environmentOf, MpvPlayer, type MpvPlayerOptions } from "./player.ts";
import { type ClipboardActions, clipboardOf } from "./system_clipboard.ts";

export interface MpvHostOptions extends MpvPlayerOptions {
  /** Flags of the bridge. */
  readonly bridgeFlags?: readonly string[];
  /** The extensions to switch on (extensions.md); none by default. */
  readonly extensions?: readonly ExtensionName[];
}

/** mpv as a player, connected to a bridge of its own. */
export class MpvHost extends MpvPlayer {
  /** The bridge, for calls of panels. */
  readonly bridge: SpawnedBridge;

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
   * Starts mpv or connects to one, and starts a bridge under its sandbox.
   *
   * @throws {Error} When mpv or the bridge cannot be started.
   */
  static async start(options: MpvHostOptions): Promise<MpvHost> {
    const host = new MpvHost(options, await clipboardOf(environmentOf(options)));
    await host.firstConnection();
    try {
      await host.bridge.initialize(
        { name: "mpv", version: `${host.version} (host ${version})` },
        options.extensions ? { extensions: options.extensions } : {},
      );
      return host;
    } catch (error) {
      await host.close();
      throw error;
    }
  }

  /** Settles when the user has quit mpv, mpv has failed, or the bridge has ended: with whether mpv has failed. */
  override get ended(): Promise<boolean> {
    return Promise.race([super.ended, this.bridge.ended.then(() => false)]);
  }

  /** Ends the bridge first, so that mpv still carries out the bridge's last actions. */
  override async close(): Promise<void> {
    await this.bridge.close();
    await super.close();
  }
}
