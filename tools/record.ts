/**
 * `deno task record -- <command>`: runs in the bridge's place, starts the real bridge, passes on every byte, and writes the
 * exchange as a fixture (docs/faults.md).
 */

import { Capture, wireLine } from "./fixtures/capture.ts";
import { readRecording, type Recording, recordingText } from "./fixtures/recording.ts";
import { exitWithUsageError, optionsOrExit, switchOption, textOption } from "./support/options.ts";
import { within } from "./support/timeout.ts";
import { chooseColors } from "./terminal.ts";

const usage = `Records the messages between a player and the bridge as a fixture.

Usage: deno task record [flags] -- <command> [arguments]

Put it in place of the bridge's command in the player's configuration. It starts the command, passes
on every byte in both directions, and writes the fixture when the bridge has ended. It never
overwrites a file.

Flags:
  --out=FILE     where to write the fixture (default: recording.jsonc in the working directory)
  --title=TEXT   title of the fixture, a sentence
  --wire         print the messages on stderr
  --help         this text

Exit codes: those of the command, and
  2    the command line is wrong
  127  the command cannot be started
`;

const EXIT_NOT_STARTED = 127;
/** Timeout for writing the last lines to stderr, in milliseconds. */
const STDERR_GRACE_MS = 100;
/** Timeout for a signal to this process, in milliseconds. */
const SIGNAL_GRACE_MS = 1000;

const encoder = new TextEncoder();
const stderr = Deno.stderr.writable.getWriter();
/** Resolves when the lines on stderr are written, or stderr is closed. */
let written: Promise<void> = Promise.resolve();

/** Writes a line in the background, because a full stderr must not block the exchange. */
function print(line: string): void {
  written = stderr.write(encoder.encode(`${line}\n`)).catch(() => {
    // stderr is closed, and there is no other way to report it.
  });
}

/** Signals that are passed on to the bridge. */
const signals: readonly Deno.Signal[] = Deno.build.os === "windows"
  ? ["SIGINT", "SIGBREAK"]
  : ["SIGINT", "SIGTERM", "SIGHUP"];

async function record(command: string, args: readonly string[]): Promise<void> {
  const capture = new Capture([command, ...args], Deno.cwd());
  const child = await start(command, args);
  const listeners = signals.map((signal) => ({ signal, pass: () => passSignal(child, signal) }));
  for (const { signal, pass } of listeners) Deno.addSignalListener(signal, pass);
  if (wire) {
    chooseColors(Deno.stderr);
    const begin = Date.now();
    capture.onMessage = (entry) => print(wireLine(entry, begin));
  }
  const status = await capture.relay(child, Deno.stdin.readable, Deno.stdout);
  try {
    await writeFixture(readRecording({ ...capture.recorded(status), title }));
  } catch (error) {
    // The player still gets the exit code of the bridge.
    print(`record: cannot write the fixture: ${error instanceof Error ? error.message : error}`);
  }
  if (capture.full) print("record: the exchange is too long; the fixture has its beginning");
  await within(STDERR_GRACE_MS, written);
  if (status.signal !== null) {
    for (const { signal, pass } of listeners) Deno.removeSignalListener(signal, pass);
    Deno.kill(Deno.pid, status.signal);
    // Deno.kill returns before the signal has ended this process.
    await new Promise((resolve) => setTimeout(resolve, SIGNAL_GRACE_MS));
  }
  Deno.exit(status.code);
}

async function start(command: string, args: readonly string[]): Promise<Deno.ChildProcess> {
  try {
    return new Deno.Command(command, {
      args: [...args],
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
  } catch (error) {
    print(`record: ${error instanceof Error ? error.message : error}`);
    await written;
    Deno.exit(EXIT_NOT_STARTED);
  }
}

function passSignal(child: Deno.ChildProcess, signal: Deno.Signal): void {
  try {
    child.kill(signal);
  } catch {
    // The bridge has already ended.
  }
}

/** Writes the fixture as recorded first, because the player may kill the recorder, and then normalized. */
async function writeFixture(recording: Recording): Promise<void> {
  const path = await createFile(recordingText(recording));
  // Loads the whole bridge, so it waits until all bytes are passed on.
  const { writeNormalizedFixture } = await import("./fixtures/normalize.ts");
  const { text, flaw } = await writeNormalizedFixture(recording);
  await Deno.writeTextFile(path, text);
  const outcome = flaw === undefined ? "it holds" : `it does not hold: ${flaw}`;
  print(`record: ${recording.steps.length} messages in ${path}; ${outcome}`);
}

/** Creates a file. Adds a number to its name when the file exists. */
async function createFile(text: string): Promise<string> {
  for (let number = 1;; number++) {
    const path = number === 1 ? out : out.replace(/(?=\.[^./\\]*$|$)/, `-${number}`);
    try {
      await Deno.writeTextFile(path, text, { createNew: true });
      return path;
    } catch (error) {
      if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    }
  }
}

const { out, title, wire, rest: [command, ...args] } = optionsOrExit({
  name: "record",
  usage,
  options: { out: textOption("recording.jsonc"), title: textOption(), wire: switchOption() },
  rest: true,
});
if (command === undefined) exitWithUsageError("record", "the bridge's command is missing; it comes after --");
await record(command, args);
