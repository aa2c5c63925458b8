/**
 * What the bridge says about itself on a terminal.
 *
 * @module
 */

import { defaultWireLimits } from "../limits/wire.ts";
import { diagnosticLevels } from "../host_stdio/diagnostics.ts";
import { DEFAULT_LOG_LEVEL } from "./command.ts";

/** The text of `--help`. */
export const usage = `Tonearm, the scripting bridge of desktop media players.

A media player starts it as a child process and talks to it over stdin and stdout in
length-prefixed JSON. It is of no use on a terminal; the demo shows it at work:

  deno task demo                          with Deno installed
  npx --yes deno@2.9.6 task demo          with Node.js and npm only

How a player starts it, with the log directory as working directory:

  tonearm [flags]           the single binary
  DENO_NO_UPDATE_CHECK=1 deno run --no-prompt --allow-read=. --allow-write=. --deny-import --cached-only main.ts [flags]

Flags, written --flag=value or --flag value:

  --log-dir DIRECTORY       where log files are (default: the working directory);
                            it has to be within what --allow-read and --allow-write grant
  --max-frame-bytes N       largest message body each way (default: ${defaultWireLimits.maxFrameBytes})
  --max-queue-bytes N       unread output from which on new calls are refused
                            (default: ${defaultWireLimits.maxQueueBytes})
  --action-timeout-ms N     how long the player may take for a native action
                            (default: ${defaultWireLimits.actionTimeoutMs})
  --log-level LEVEL         least important diagnostics on stderr: ${diagnosticLevels.join(", ")}
                            (default: ${DEFAULT_LOG_LEVEL})
  --version                 prints the version, and the commit that a bundle is of
  -h, --help                prints this

Exit codes: 0 the player has ended the conversation, 1 the input ended inside a message,
or input or output failed, 2 the command line is wrong.
`;

/** What is said when the bridge is started by hand. */
export const greeting =
  `Tonearm is the scripting bridge of desktop media players: a player starts it and talks to it
over stdin and stdout. There is nothing to type here. To see it at work: deno task demo
(without Deno: npx --yes deno@2.9.6 task demo). For the flags: --help
`;
