/**
 * Serves one player over stdin and stdout until one of them goes.
 *
 * @module
 */

import { Bridge } from "../handlers/application.ts";
import { LazyNamespaces } from "../handlers/lazy_namespaces.ts";
import { systemClock } from "../host_stdio/clock.ts";
import { Connection, type ConnectionEnd } from "../host_stdio/connection.ts";
import type { ByteSink } from "../host_stdio/frame_writer.ts";
import type { WireLimits } from "../limits/wire.ts";
import { version } from "../version.ts";
import { reportExcessRights } from "./rights.ts";
import type { StderrDiagnostics } from "./stderr_diagnostics.ts";

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
        namespaces: new LazyNamespaces(),
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
