/**
 * Serves one player over stdin and stdout, and reports permissions that the bridge does not need (protocol.md,
 * "Sandbox").
 */

import type { WireLimits } from "../../limits/wire.ts";
import type { Clock } from "../clock.ts";
import { Connection, type ConnectionEnd, type ConnectionOptions } from "../connection.ts";
import type { Diagnostics } from "../diagnostics.ts";
import type { ByteSource } from "../frame_decoder.ts";
import type { ByteSink } from "../frame_writer.ts";
import { reportLeavingLink } from "./leaving_links.ts";
import { inNextTurn } from "./light_timers.ts";
import type { StderrDiagnostics } from "./stderr_diagnostics.ts";

/** The part of `Deno.permissions` that this module uses. */
export interface Permissions {
  /** See {@linkcode Deno.Permissions.querySync}. */
  querySync(descriptor: Deno.PermissionDescriptor): { readonly state: Deno.PermissionState };
}

/** Permissions that the bridge never uses. */
const NEVER_NEEDED: readonly Deno.PermissionDescriptor[] = [
  ...(["net", "run", "env", "ffi", "sys"] as const).map((name) => ({ name })),
  // Deno allows imports from this host by default.
  { name: "import", host: "esm.sh:443" },
];

/**
 * Lists permissions beyond the log directory. Deno can only be asked about one permission at a time, so permissions
 * for a single host, program or variable, or for a folder that does not contain the log directory, are not found.
 *
 * @param logDirectory An absolute path.
 * @returns Names such as `net` or `read /`.
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

/** Reports permissions that the bridge does not need. Nothing else would reveal them. */
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

/** Returns the parent directory; the root is its own. */
function parentOf(directory: string): string {
  const [, parent = directory] = /^(.*[\\/])[^\\/]+[\\/]?$/.exec(directory) ?? [];
  // A root keeps its separator, because `C:` alone means the current directory on that drive.
  return /^(?:[A-Za-z]:)?[\\/]$/.test(parent) ? parent : parent.replace(/[\\/]$/, "");
}

export interface ServeOptions {
  /** The directory of the log files, an absolute path. */
  readonly logDirectory: string;
  readonly limits: WireLimits;
  readonly clock: Clock;
  /** Diagnostics sink. */
  readonly diagnostics: StderrDiagnostics;
  /** Makes the operations, as for {@linkcode Connection}. */
  readonly application: ConnectionOptions["application"];
  /** Ends the process. */
  readonly exit: (code: number) => void;
}

/** The exit code for each end of the connection (protocol.md, "Frame"). */
export const exitCodes: Readonly<Record<ConnectionEnd, number>> = {
  end: 0,
  outputClosed: 0,
  stopped: 0,
  endInsideFrame: 1,
  inputFailed: 1,
  outputFailed: 1,
  outputUnread: 1,
};

/**
 * On Linux the minimum capacity of a pipe is known, so what fits is written synchronously. On other systems a
 * synchronous write could block.
 */
const stdout: ByteSink = Deno.build.os === "linux"
  ? Deno.stdout
  : { write: (bytes) => Deno.stdout.write(bytes) };

/** The time to shut down after a signal, in milliseconds. Programs that send SIGTERM usually wait for a second. */
const SIGNAL_GRACE_MS = 700;
/** How long to wait at the end until diagnostics are written, in milliseconds: after a signal, and otherwise. */
const DIAGNOSTICS_GRACE_MS = { stopped: 100, otherwise: 1000 };

/** Calls a function before each read but the first. */
function beforeLaterReads(source: ByteSource, prepare: () => void): ByteSource {
  let reads = 0;
  return {
    read: (buffer) => {
      if (++reads > 1) prepare();
      return source.read(buffer);
    },
  };
}

/** Serves the player until the connection ends, then ends the process with the exit code for that end. */
export async function serve(
  { logDirectory, limits, clock, diagnostics, application, exit }: ServeOptions,
): Promise<void> {
  const signalled = Promise.withResolvers<ConnectionEnd>();
  let hasReportedRights = false;
  const reportRights = () => {
    if (hasReportedRights) return;
    hasReportedRights = true;
    reportExcessRights(logDirectory, diagnostics);
    reportLeavingLink(diagnostics);
  };
  const connection = new Connection({
    // When the first calls are answered: their start takes no longer for it.
    source: beforeLaterReads(Deno.stdin, () => connection.isIdle && reportRights()),
    sink: stdout,
    limits,
    clock,
    inNextTurn,
    diagnostics,
    application,
  });
  globalThis.addEventListener("unhandledrejection", (event) => {
    // A defect fails only its own call, not the process.
    event.preventDefault();
    diagnostics.report("error", "a defect of the bridge: {error}", { error: event.reason });
  });
  const running = connection.run();
  // Installed after run(), so that the first read does not wait for it.
  for (const signal of stopSignals()) {
    Deno.addSignalListener(signal, () => {
      connection.stop();
      clock.after(SIGNAL_GRACE_MS, () => signalled.resolve("stopped"));
    });
  }
  const end = await Promise.race([running, signalled.promise]);
  reportRights();
  const grace = DIAGNOSTICS_GRACE_MS[end === "stopped" ? "stopped" : "otherwise"];
  // The timer ends the process itself: when the player died while LogTape was loaded, nothing that waited was resumed any
  // more, and such bridges lived for ever.
  clock.after(grace, () => exit(exitCodes[end]));
  await diagnostics.flush();
  exit(exitCodes[end]);
}

/**
 * Returns the signals that ask a process to end. SIGHUP is sent when the terminal closes; on Windows, when the console
 * closes, and the process then has some seconds. Windows has no SIGTERM; its break key sends SIGBREAK.
 */
function stopSignals(): readonly Deno.Signal[] {
  return ["SIGINT", "SIGHUP", Deno.build.os === "windows" ? "SIGBREAK" : "SIGTERM"];
}
