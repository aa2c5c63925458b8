/**
 * `deno task check-player -- <command>`: starts a player, takes the place of its bridge, and checks the player against the rules
 * of docs/native-actions.md (docs/players.md, "Checking").
 */

import { outcomeLines, summary } from "./check_player/report.ts";
import { checkPlayer, type Report } from "./check_player/run.ts";
import { silentTracks } from "./check_player/silent_tracks.ts";
import { StartedPlayer } from "./check_player/started_player.ts";
import {
  exitWithUsageError,
  integerOption,
  optionsOrExit,
  switchOption,
  textOption,
  textsOption,
} from "./support/options.ts";
import { chooseColors } from "./terminal.ts";

const NAME = "check-player";
const EXIT_NOT_STARTED = 3;

const options = optionsOrExit({
  name: NAME,
  rest: true,
  usage: `Checks a player against the rules of docs/native-actions.md.

Usage: deno task check-player [flags] -- <command> [arguments]
       deno task check-player [flags] --stdio

Starts the player by its command. The player has to start the check in the place of its bridge:
the word {bridge} among the arguments becomes the command of the check, the environment variable
TONEARM_BRIDGE_PROGRAM is the path of a program that starts it, and TONEARM_BRIDGE is its command
as a JSON array. With --stdio, the check talks to the player on stdin and stdout and reports on
stderr, so that the player can start it itself.

The check touches only playlists of its own, named "Tonearm check", and removes them at the end; a
player without player.playlist.delete keeps them, empty. Actions that the player does not claim in
bridge.initialize are left out.

Flags:
  --invasive      also check what touches the user's queue, playback, selection, clipboard and
                  menus; it is restored
  --windows       also open menus, windows and dialogs, which somebody has to close; includes
                  --invasive
  --media=PATH    a file, folder or URL that the player can play; may be repeated. Silent WAV files
                  when left out
  --panel=NAME    a panel of the player, whose configuration is then checked
  --answer-ms=MS  how long an answer may take, 5000 when left out
  --signal-ms=MS  how long a promised signal may take, 3000 when left out
  --json          print the report as JSON
  --stdio         stand in for the bridge on stdin and stdout
  --help          this text

Exit codes: 0 every rule that was checked holds, 1 a rule does not, 2 the command line is wrong,
3 the player cannot be started or does not start its bridge.
`,
  options: {
    invasive: switchOption(),
    windows: switchOption(),
    media: textsOption(),
    panel: textOption(),
    "answer-ms": integerOption({ min: 1, max: 600_000 }, 5000),
    "signal-ms": integerOption({ min: 1, max: 600_000 }, 3000),
    json: switchOption(),
    stdio: switchOption(),
  },
});

const [command, ...args] = options.rest;
if (options.stdio && command !== undefined) exitWithUsageError(NAME, "--stdio takes no command");
if (!options.stdio && command === undefined) {
  exitWithUsageError(NAME, "the player's command is missing; it comes after --");
}

const encoder = new TextEncoder();
const reports = options.stdio ? Deno.stderr : Deno.stdout;
chooseColors(reports);

function print(text: string): void {
  const bytes = encoder.encode(text);
  for (let at = 0; at < bytes.length;) at += reports.writeSync(bytes.subarray(at));
}

async function check(pipes: Parameters<typeof checkPlayer>[0]): Promise<Report> {
  await using tracks = await silentTracks();
  const report = await checkPlayer(pipes, {
    reach: options.windows ? "windows" : options.invasive ? "user" : "own",
    media: options.media.length > 0 ? options.media : tracks.paths,
    short: tracks.short,
    panel: options.panel,
    timeouts: { answerMs: options["answer-ms"], signalMs: options["signal-ms"] },
    ...!options.json && { onOutcome: (outcome) => print(outcomeLines(outcome)) },
  });
  print(options.json ? `${JSON.stringify(report, null, 2)}\n` : summary(report));
  return report;
}

function refuse(reason: string): number {
  Deno.stderr.writeSync(encoder.encode(`${NAME}: ${reason}\n`));
  return EXIT_NOT_STARTED;
}

async function main(): Promise<number> {
  let report: Report;
  if (command === undefined) {
    report = await check({ readable: Deno.stdin.readable, writable: Deno.stdout.writable });
  } else {
    await using player = await StartedPlayer.start(command, args).catch((error): undefined => {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    });
    if (!player) return refuse(`there is no program ${command}`);
    const pipes = await player.bridgePipes();
    if (typeof pipes === "string") return refuse(pipes);
    report = await check(pipes);
  }
  return report.rules.some(({ outcome }) => outcome === "failed") ? 1 : 0;
}

Deno.exit(await main());
