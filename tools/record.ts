/**
 * `deno task record -- <command>`: stands in for the bridge in a player's configuration, starts the real one, passes
 * every byte on unchanged, and writes the exchange as a fixture (docs/fixtures.md).
 */

import { setColorEnabled } from "@std/fmt/colors";
import { bridgeFlagsOf, fixtureAsRecorded, readRecording, type Recorded } from "./fixtures/write_fixture.ts";
import { LineWriter, WireView } from "./fixtures/wire_view.ts";
import { snapshotLogs } from "./fixtures/log_snapshot.ts";
import { passByThreads, passThrough } from "./fixtures/relay.ts";
import { CaptureBuffer, captureMemories, entriesOf } from "./fixtures/capture.ts";

const usage = `Records what a player and the bridge say to each other, as a fixture.

Usage: deno task record [flags] -- <command> [arguments]

In the player's configuration this stands in place of the bridge's command. It starts the command, passes every byte on
unchanged in both directions, and writes the fixture when the bridge has ended. An existing file is never overwritten.

Flags:
  --out=FILE     where to write the fixture; recording.jsonc in the working directory when left out
  --title=TEXT   the title of the fixture, a sentence
  --wire         print the traffic on stderr as it goes by
  --help         this text

Exit codes: those of the command, and
  2    the command line cannot be carried out
  127  the command cannot be started
`;

const EXIT_USAGE = 2;
const EXIT_NOT_STARTED = 127;
const DEFAULT_OUT = "recording.jsonc";
/** How many characters a line of the traffic may have when stderr is no terminal. */
const DEFAULT_WIDTH = 160;
/** How long the last lines may take to be read, in milliseconds. */
const STDERR_GRACE_MS = 100;
/** How long a signal to this process may take, in milliseconds. */
const SIGNAL_GRACE_MS = 1000;

const encoder = new TextEncoder();
const stderr = new LineWriter(Deno.stderr);

interface Options {
  readonly out: string;
  readonly title: string | undefined;
  readonly wire: boolean;
  readonly command: string;
  readonly args: readonly string[];
}

/** What the command line asks for; undefined for the help. */
function readOptions(): Options | undefined {
  const end = Deno.args.indexOf("--");
  const own = end < 0 ? Deno.args : Deno.args.slice(0, end);
  const values = new Map<string, string>();
  let wire = false;
  for (let at = 0; at < own.length; at++) {
    const argument = own[at] ?? "";
    const [, name = "", value] = /^--(out|title)(?:=(.*))?$/s.exec(argument) ?? [];
    if (argument === "--help" || argument === "-h") return undefined;
    if (argument === "--wire") wire = true;
    else if (name === "") refuse(`unknown flag ${argument}; the bridge's command comes after --`);
    else values.set(name, value ?? own[++at] ?? refuse(`--${name} needs a value`));
  }
  const [command, ...args] = end < 0 ? [] : Deno.args.slice(end + 1);
  if (command === undefined) refuse("the bridge's command is missing; it comes after --");
  return { out: values.get("out") ?? DEFAULT_OUT, title: values.get("title"), wire, command, args };
}

function refuse(reason: string): never {
  Deno.stderr.writeSync(encoder.encode(`record: ${reason}\n`));
  Deno.exit(EXIT_USAGE);
}

/** The signals that are passed on to the bridge. */
const signals: readonly Deno.Signal[] = Deno.build.os === "windows"
  ? ["SIGINT", "SIGBREAK"]
  : ["SIGINT", "SIGTERM", "SIGHUP"];

const listeners = new Map<Deno.Signal, () => void>();

async function record(options: Options): Promise<Deno.CommandStatus> {
  const { title, command, args } = options;
  const given = bridgeFlagsOf([command, ...args]).flags.logDirectory ?? ".";
  const logDirectory = await Deno.realPath(given).catch(() => Deno.cwd());
  const before = snapshotLogs(logDirectory);
  const [player, bridge] = captureMemories();
  const child = start(command, args);
  for (const signal of signals) {
    const listener = (): void => passSignal(child, signal);
    Deno.addSignalListener(signal, listener);
    listeners.set(signal, listener);
  }
  const tapes = { player: new CaptureBuffer(player), bridge: new CaptureBuffer(bridge) };
  const view = options.wire ? wireView() : undefined;
  const status = (options.wire ? undefined : await passByThreads(child, { player, bridge })) ??
    await passThrough({
      child,
      input: Deno.stdin,
      output: Deno.stdout,
      tapes,
      onPiece: view && ((from, piece) => view.hear(from, piece)),
    });
  const recorded: Recorded = {
    entries: entriesOf(tapes),
    title,
    command: [command, ...args],
    logDirectory,
    before,
    after: snapshotLogs(logDirectory),
    exit: status.signal === null ? status.code : undefined,
  };
  try {
    await writeFixture(recorded, options.out);
  } catch (error) {
    // Whatever becomes of the fixture, the player is told how the bridge has ended.
    stderr.write(`record: the fixture cannot be written: ${error instanceof Error ? error.message : error}`);
  }
  if (tapes.player.full || tapes.bridge.full) {
    stderr.write("record: the exchange was too long to keep; the fixture has its beginning");
  }
  return status;
}

function start(command: string, args: readonly string[]): Deno.ChildProcess {
  try {
    return new Deno.Command(command, {
      args: [...args],
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    Deno.stderr.writeSync(encoder.encode(`record: ${reason}\n`));
    Deno.exit(EXIT_NOT_STARTED);
  }
}

function passSignal(child: Deno.ChildProcess, signal: Deno.Signal): void {
  try {
    child.kill(signal);
  } catch {
    // The bridge has ended already.
  }
}

function wireView(): WireView {
  const terminal = Deno.stderr.isTerminal();
  setColorEnabled(terminal && !Deno.noColor);
  const width = terminal ? Deno.consoleSize().columns : DEFAULT_WIDTH;
  return new WireView((line) => stderr.write(line), width);
}

/** Writes the fixture as it was heard at once, because whoever waits for the end may not wait long, and then in order. */
async function writeFixture(recorded: Recorded, out: string): Promise<void> {
  const read = readRecording(recorded);
  const heard = fixtureAsRecorded(recorded, read);
  const path = await createFile(out, heard.text);
  // The bridge itself is loaded only now, so that nothing of it delayed what was passed on.
  const { writeNormalizedFixture } = await import("./fixtures/normalize.ts");
  const { text, messages, flaw } = await writeNormalizedFixture(recorded, read);
  await Deno.writeTextFile(path, text);
  const verdict = flaw === undefined ? "it holds" : `it does not hold: ${flaw}`;
  stderr.write(`record: ${messages} messages in ${path}; ${verdict}`);
}

/** Writes a file that is not there yet; a number is put into the name when it is. */
async function createFile(out: string, text: string): Promise<string> {
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

/** Ends as the bridge has ended. */
async function endAs(status: Deno.CommandStatus): Promise<never> {
  await Promise.race([stderr.flush(), new Promise((resolve) => setTimeout(resolve, STDERR_GRACE_MS))]);
  if (status.signal !== null) {
    for (const [signal, listener] of listeners) Deno.removeSignalListener(signal, listener);
    Deno.kill(Deno.pid, status.signal);
    // It comes from outside, like any other.
    await new Promise((resolve) => setTimeout(resolve, SIGNAL_GRACE_MS));
  }
  Deno.exit(status.code);
}

const options = readOptions();
if (!options) {
  Deno.stdout.writeSync(encoder.encode(usage));
} else {
  await endAs(await record(options));
}
