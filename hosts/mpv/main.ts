/**
 * Plays with mpv, with a bridge beside it: `deno task mpv`.
 *
 * @module
 */

import { isAbsolute, join, resolve } from "@std/path";
import { FlagError, parseFlags, type Settings, usage } from "./flags.ts";
import { MpvHost } from "./host.ts";
import { printable } from "./printable.ts";
import { PROMPT_PANEL, runPrompt } from "./prompt.ts";

const encoder = new TextEncoder();

function print(text: string): void {
  Deno.stdout.writeSync(encoder.encode(printable(text)));
}

function complain(text: string): void {
  Deno.stderr.writeSync(encoder.encode(`${printable(text)}\n`));
}

/** Ends the process, which has to be said: a read of the terminal may still wait. */
function leave(code: number, reason?: unknown): never {
  if (reason !== undefined) complain(`mpv host: ${reason instanceof Error ? reason.message : reason}`);
  Deno.exit(code);
}

function settingsOf(args: readonly string[]): Settings {
  try {
    const command = parseFlags(args);
    if (command.kind === "play") return command.settings;
    print(usage);
    return leave(0);
  } catch (error) {
    if (error instanceof FlagError) return leave(2, error);
    throw error;
  }
}

async function logDirectoryOf(given: string | undefined): Promise<string> {
  const state = Deno.env.get("XDG_STATE_HOME") || join(Deno.env.get("HOME") ?? "/", ".local/state");
  const directory = given === undefined ? join(state, "tonearm-mpv") : absolute(given);
  await Deno.mkdir(directory, { recursive: true });
  return directory;
}

/** A path as it was typed: `deno task` changes the directory and tells where it was called. */
function absolute(path: string): string {
  if (/^[a-z0-9+.-]{2,}:\/\//i.test(path) || isAbsolute(path)) return path;
  return resolve(Deno.env.get("INIT_CWD") ?? Deno.cwd(), path);
}

async function* lines(): AsyncIterable<string> {
  let unfinished = "";
  for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
    const complete = (unfinished + text).split("\n");
    unfinished = complete.pop() ?? "";
    yield* complete;
  }
  if (unfinished !== "") yield unfinished;
}

const settings = settingsOf(Deno.args);
const { attach, program, mpvOptions, files } = settings;
try {
  const host = await MpvHost.start({
    mpv: attach === undefined
      ? { kind: "start", program: { program, args: mpvOptions } }
      : { kind: "attach", socket: absolute(attach) },
    program,
    directory: await logDirectoryOf(settings.logDirectory),
    panels: { [PROMPT_PANEL]: { config: { panelName: "Prompt" } } },
    say: complain,
  });
  const interrupted = Promise.withResolvers<void>();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    Deno.addSignalListener(signal, () => interrupted.resolve());
  }
  for (const missing of await host.load(files.map(absolute))) {
    complain(`mpv host: nothing to play in ${missing}`);
  }
  print(`Clipboard: ${host.clipboardKind}. "help" tells what can be typed.\n`);
  await Promise.race([runPrompt(host, lines(), print), host.ended, interrupted.promise]);
  const lost = host.bridge.client.gone.aborted;
  await host.close();
  if (lost) leave(1, "the bridge has gone");
  leave(0);
} catch (error) {
  leave(1, error);
}
