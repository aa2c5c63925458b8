/**
 * The bridge process: flags, console to stderr, serve stdin and stdout, exit code.
 *
 * @module
 */

import "./process/console_to_stderr.ts";
import {
  type Command,
  defaultCommand,
  EXIT_USAGE,
  FlagError,
  greeting,
  logDirectoryOf,
  usage,
} from "./process/command.ts";
import { serve } from "./process/serve.ts";
import { StderrDiagnostics } from "./process/stderr_diagnostics.ts";
import { commit, version } from "./version.ts";

const encoder = new TextEncoder();

async function readCommand(): Promise<Command> {
  if (Deno.args.length === 0) return defaultCommand;
  try {
    // Loaded on demand: most players start a bridge without flags.
    const { parseFlags } = await import("./process/flags.ts");
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
  Deno.stdout.writeSync(encoder.encode(usage));
} else if (command.kind === "version") {
  const stamp = commit === undefined ? version : `${version} (${commit})`;
  Deno.stdout.writeSync(encoder.encode(`tonearm ${stamp}\n`));
} else if (Deno.stdin.isTerminal()) {
  Deno.stderr.writeSync(encoder.encode(greeting));
} else {
  const { limits, logDirectory, logLevel } = command.flags;
  const diagnostics = new StderrDiagnostics(logLevel);
  Deno.exit(await serve({ logDirectory: readLogDirectory(logDirectory), limits, diagnostics }));
}
