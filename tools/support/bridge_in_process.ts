/** A bridge in this process, with all of its operations. */

import { api } from "../../handlers/api.ts";
import { Bridge, type BridgeOptions } from "../../handlers/core/bridge.ts";
import { Connection, type ConnectionOptions } from "../../host_stdio/connection.ts";
import { version } from "../../host_stdio/version.ts";
import { defaultWireLimits, type WireLimits } from "../../limits/wire.ts";

/** What a bridge in this process needs. */
export interface InProcessOptions
  extends
    Pick<ConnectionOptions, "source" | "sink" | "clock" | "diagnostics">,
    Partial<Pick<BridgeOptions, "logDirectory" | "disk">> {
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<WireLimits> | undefined;
}

/** Connects a bridge to a source and a sink. Its log directory does not exist unless another is given. */
export function connectInProcess(
  { logDirectory = "/nonexistent", disk = Deno, limits, ...options }: InProcessOptions,
): Connection {
  const { clock, diagnostics } = options;
  return new Connection({
    ...options,
    limits: { ...defaultWireLimits, ...limits },
    application: (link) => new Bridge(link, { logDirectory, disk, version, clock, diagnostics, api }),
  });
}
