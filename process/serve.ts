/**
 * Serves one player over stdin and stdout until one of them goes.
 *
 * @module
 */

import { Bridge } from "../handlers/core/application.ts";
import { namespaces } from "../handlers/mod.ts";
import { systemClock } from "../host_stdio/clock.ts";
import { Connection, type ConnectionEnd } from "../host_stdio/connection.ts";
import type { Diagnostics } from "../host_stdio/diagnostics.ts";
import type { ByteSink } from "../host_stdio/frame_writer.ts";
import type { WireLimits } from "../limits/wire.ts";
import { version } from "../version.ts";
import type { StderrDiagnostics } from "./stderr_diagnostics.ts";

/** What can be asked about rights; `Deno.permissions` is one. */
export interface Permissions {
  /** See {@linkcode Deno.Permissions.querySync}. */
  querySync(descriptor: Deno.PermissionDescriptor): { readonly state: Deno.PermissionState };
}

/** What the bridge never does. */
const NEVER_NEEDED: readonly Deno.PermissionDescriptor[] = [
  ...(["net", "run", "env", "ffi", "sys"] as const).map((name) => ({ name })),
  // One of the hosts from which Deno imports unless that is denied.
  { name: "import", host: "esm.sh:443" },
];

/**
 * The rights beyond the log directory. The runtime tells whether a given right is there, and does not list those that
 * are: so what is granted for a single host, program or variable, or for a folder that the log directory does not lie in,
 * stays unseen.
 *
 * @param logDirectory The log directory, an absolute path.
 * @param permissions The rights of the process; those of Deno when left out.
 * @returns The names, such as `net` or `read /`; empty when all is as it should be.
 */
export function excessRights(logDirectory: string, permissions: Permissions = Deno.permissions): string[] {
  const path = parentOf(logDirectory);
  const granted = (descriptor: Deno.PermissionDescriptor): boolean =>
    permissions.querySync(descriptor).state === "granted";
  return [
    ...NEVER_NEEDED.filter(granted).map(({ name }) => name),
    ...(["read", "write"] as const).filter((name) => granted({ name, path })).map((name) =>
      `${name} ${path}`
    ),
  ];
}

/**
 * Reports rights that the bridge does not need.
 *
 * @param logDirectory The log directory, an absolute path.
 * @param diagnostics Where they are reported.
 * @param permissions As for {@linkcode excessRights}.
 */
export function reportExcessRights(
  logDirectory: string,
  diagnostics: Diagnostics,
  permissions?: Permissions,
): void {
  const rights = excessRights(logDirectory, permissions);
  if (rights.length === 0) return;
  diagnostics.report("warning", "the bridge has rights that it does not need: {rights}", {
    rights: rights.join(", "),
  });
}

/** The directory above, which holds whatever a right is too wide by. The topmost is its own. */
function parentOf(directory: string): string {
  const [, parent = directory] = /^(.*[\\/])[^\\/]+[\\/]?$/.exec(directory) ?? [];
  // A root keeps its separator: `C:` alone would be the working directory of that drive.
  return /^(?:[A-Za-z]:)?[\\/]$/.test(parent) ? parent : parent.replace(/[\\/]$/, "");
}

/** What a bridge process is made with. */
export interface ServeOptions {
  /** The directory of the log files, an absolute path. */
  readonly logDirectory: string;
  /** The limits of the pipe. */
  readonly limits: WireLimits;
  /** Where diagnostics go. */
  readonly diagnostics: StderrDiagnostics;
}

/** The exit code of each end (protocol.md, "Frame"). */
export const exitCodes: Readonly<Record<ConnectionEnd, number>> = {
  end: 0,
  outputClosed: 0,
  stopped: 0,
  endInsideFrame: 1,
  inputFailed: 1,
  outputFailed: 1,
};

/**
 * Where frames go. Only of Linux is it known how much a pipe takes while nobody reads; elsewhere nothing is written that
 * could hold everything else up.
 */
const stdout: ByteSink = Deno.build.os === "linux"
  ? Deno.stdout
  : { write: (bytes) => Deno.stdout.write(bytes) };

/** How long the end may take once a signal has come, in milliseconds: whoever sent it waits for a second. */
const SIGNAL_GRACE_MS = 700;
/** How long diagnostics may take to be read at the end, in milliseconds. */
const DIAGNOSTICS_GRACE_MS = 100;

/**
 * Serves the player.
 *
 * @param options See {@linkcode ServeOptions}.
 * @returns The exit code.
 */
export async function serve({ logDirectory, limits, diagnostics }: ServeOptions): Promise<number> {
  const connection = new Connection({
    source: Deno.stdin,
    sink: stdout,
    limits,
    clock: systemClock,
    diagnostics,
    application: (link) =>
      new Bridge(link, {
        logDirectory,
        version,
        clock: systemClock,
        diagnostics,
        namespaces,
      }),
  });
  const signalled = Promise.withResolvers<ConnectionEnd>();
  for (const signal of stopSignals()) {
    Deno.addSignalListener(signal, () => {
      connection.stop();
      setTimeout(() => signalled.resolve("stopped"), SIGNAL_GRACE_MS);
    });
  }
  globalThis.addEventListener("unhandledrejection", (event) => {
    // A defect costs the call it happened in, never the others.
    event.preventDefault();
    diagnostics.report("error", "a defect of the bridge: {error}", { error: event.reason });
  });
  const running = connection.run();
  // The first bytes are already being waited for: this does not hold them up.
  reportExcessRights(logDirectory, diagnostics);
  const end = await Promise.race([running, signalled.promise]);
  await Promise.race([
    diagnostics.flush(),
    new Promise((resolve) => setTimeout(resolve, DIAGNOSTICS_GRACE_MS)),
  ]);
  return exitCodes[end];
}

/**
 * The signals that ask a process to end. SIGHUP comes when its terminal is closed, on Windows its console, which leaves it
 * some seconds. Windows sends no SIGTERM; it has the break key.
 */
function stopSignals(): readonly Deno.Signal[] {
  return ["SIGINT", "SIGHUP", Deno.build.os === "windows" ? "SIGBREAK" : "SIGTERM"];
}
