/**
 * The bridge process: flags, console to stderr, serve stdin and stdout, exit code.
 *
 * @module
 */

import "./host_stdio/process/globals.ts";
import { api } from "./handlers/api.ts";
import { Bridge } from "./handlers/core/bridge.ts";
import {
  type Command,
  defaultCommand,
  EXIT_USAGE,
  FlagError,
  greeting,
  logDirectoryOf,
} from "./host_stdio/process/command.ts";
import { disk, giveUpLeavingLinks } from "./host_stdio/process/leaving_links.ts";
import { LightClock } from "./host_stdio/process/light_timers.ts";
import { serve } from "./host_stdio/process/serve.ts";
import { StderrDiagnostics } from "./host_stdio/process/stderr_diagnostics.ts";
import { commit, version } from "./host_stdio/version.ts";

const encoder = new TextEncoder();

async function readCommand(): Promise<Command> {
  if (Deno.args.length === 0) return defaultCommand;
  try {
    // Loaded on demand: most players start a bridge without flags.
    const { parseFlags } = await import("./host_stdio/process/flags.ts");
    return parseFlags(Deno.args);
  } catch (error) {
    return refuse(error);
  }
}

function readLogDirectory(given: string | undefined): string {
  try {
    return logDirectoryOf(given);
  } catch (error) {
    return refuse(error);
  }
}

/** Ends the process for an invalid command line; rethrows any other error. */
function refuse(error: unknown): never {
  if (!(error instanceof FlagError)) throw error;
  Deno.stderr.writeSync(encoder.encode(`tonearm: ${error.message}\n`));
  Deno.exit(EXIT_USAGE);
}

const command = await readCommand();
if (command.kind === "help") {
  Deno.stdout.writeSync(encoder.encode(command.text));
} else if (command.kind === "version") {
  const stamp = commit === undefined ? version : `${version} (${commit})`;
  Deno.stdout.writeSync(encoder.encode(`tonearm ${stamp}\n`));
} else if (Deno.stdin.isTerminal()) {
  Deno.stderr.writeSync(encoder.encode(greeting));
} else {
  const { limits, logLevel } = command.flags;
  const logDirectory = readLogDirectory(command.flags.logDirectory);
  if (command.flags.logDirectory !== undefined) giveUpLeavingLinks(logDirectory);
  const diagnostics = new StderrDiagnostics(logLevel);
  const clock = new LightClock();
  const services = { logDirectory, version, clock, diagnostics, disk };
  await serve({
    logDirectory,
    limits,
    clock,
    diagnostics,
    application: (link) => new Bridge(link, { ...services, api }),
    exit: Deno.exit,
  });
}
