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

// All other modules of a start, so that this one is the first to import them (docs/performance.md): Deno parses the source map
// of each module that is the first to import another.
import "./handlers/core/documented_schema.ts";
import "./handlers/core/namespace.ts";
import "./handlers/core/operation.ts";
import "./handlers/core/params.ts";
import "./handlers/core/plugins.ts";
import "./handlers/core/run_operation.ts";
import "./handlers/namespaces.ts";
import "./host_stdio/api/extension_messages.ts";
import "./host_stdio/api/extension_names.ts";
import "./host_stdio/api/native_actions.ts";
import "./host_stdio/api/shapes.ts";
import "./host_stdio/api/signals.ts";
import "./host_stdio/calls.ts";
import "./host_stdio/clock.ts";
import "./host_stdio/connection.ts";
import "./host_stdio/diagnostics.ts";
import "./host_stdio/envelope.ts";
import "./host_stdio/errors.ts";
import "./host_stdio/event_loop.ts";
import "./host_stdio/frame_decoder.ts";
import "./host_stdio/frame_writer.ts";
import "./host_stdio/garbage.ts";
import "./host_stdio/json_shape.ts";
import "./host_stdio/json_text.ts";
import "./host_stdio/lifecycle.ts";
import "./host_stdio/lifecycle_handlers.ts";
import "./host_stdio/message_writer.ts";
import "./host_stdio/native_requests.ts";
import "./host_stdio/player.ts";
import "./host_stdio/schema_check.ts";

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
