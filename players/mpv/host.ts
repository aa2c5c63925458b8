import { BridgeError } from "../../clients/typescript/errors.ts";
import {
  type BridgeDeath,
  keepBridge,
  type RestartingBridge,
} from "../../clients/typescript/restarting_bridge.ts";
import type { ExtensionName } from "../../host_stdio/api/extension_names.ts";
import { version } from "../../host_stdio/version.ts";
import { environmentOf, MpvPlayer, type MpvPlayerOptions } from "./player.ts";
import { type ClipboardActions, clipboardOf } from "./system_clipboard.ts";

export interface MpvHostOptions extends MpvPlayerOptions {
  readonly bridgeFlags?: readonly string[];
  /** The extensions to switch on (extensions.md); none by default. */
  readonly extensions?: readonly ExtensionName[];
}

/** mpv as a player, connected to a bridge of its own. */
export class MpvHost extends MpvPlayer {
  /** The bridge, for calls of panels. Another one takes its place when it dies. */
  readonly bridge: RestartingBridge;

  protected constructor(
    options: MpvHostOptions,
    clipboard: { actions: ClipboardActions; kind: string },
  ) {
    super(options, clipboard);
    this.bridge = keepBridge({
      directory: options.directory,
      actions: this.actions,
      flags: options.bridgeFlags ?? [],
      onDiagnostic: (line) => this.say(line),
      onDeath: (death) => this.say(describeDeath(death)),
      onRestarted: () => this.say("The bridge is running again"),
    });
    this.onSignal((signal) => this.bridge.signal(signal));
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
      // The cause says how a bridge that has died has ended.
      throw error instanceof BridgeError ? error.cause ?? error : error;
    }
  }

  /** Ends the bridge first, so that mpv still carries out the bridge's last actions. */
  override async close(): Promise<void> {
    await this.bridge.close();
    await super.close();
  }
}

function describeDeath({ reason, restartsIn }: BridgeDeath): string {
  const when = restartsIn === undefined
    ? "It is not started again before bridge.restart() is called"
    : `It starts again in ${restartsIn / 1000} s`;
  return `The bridge ended with exit code ${reason.exitCode ?? "unknown"}. ${when}`;
}
