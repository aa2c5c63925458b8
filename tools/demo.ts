/** The demo: runs the script `demo.txt` at the prompt and prints a summary. */

import { bold, dim, green, red } from "@std/fmt/colors";
import { sandboxFlags } from "../clients/typescript/spawn_bridge.ts";
import { version } from "../host_stdio/version.ts";
import { plainText } from "../limits/unicode.ts";
import { openReference } from "./play/players.ts";
import { Prompt } from "./play/prompt.ts";
import { optionsOrExit, switchOption } from "./support/options.ts";
import { chooseColors, print, SCRIPT_WIDTH } from "./terminal.ts";

const usage = `Shows Tonearm at work: starts a bridge process in its sandbox, connected to a media player in
memory, and runs the script tools/demo.txt, which calls the operations.

  deno task demo                            prints a summary
  deno task demo --verbose                  prints every call, native action and event
  deno task demo [--verbose] -- FLAGS       FLAGS go to the bridge, such as --log-level=debug
  npx --yes deno@2.9.6 task demo            with Node.js and npm only

deno task play < tools/demo.txt runs the same script; deno task play opens an interactive prompt.

Exit code: 0 when every check of the script passed, 1 otherwise, 2 when the command line is wrong,
130 after Ctrl-C.
`;

const INTERRUPTED = 130;
/** Maximum number of lines printed of one result, such as a menu. */
const SHOWN_LINES = 24;
/** Maximum number of faults in the summary. */
const SHOWN_FAULTS = 10;

const { verbose, rest } = optionsOrExit({
  name: "demo",
  usage,
  options: { verbose: switchOption() },
  rest: true,
});
Deno.exit(await runDemo(verbose, rest) ? 0 : 1);

/** Runs the script; returns whether every check passed. */
async function runDemo(verbose: boolean, flags: readonly string[]): Promise<boolean> {
  const begin = performance.now();
  const script = await Deno.readTextFile(new URL("demo.txt", import.meta.url));
  const opened = await openReference("tonearm-demo-");
  const { directory } = opened;
  const onInterrupt = () => {
    // The bridge has received the signal as well and ends by itself.
    Deno.removeSync(directory, { recursive: true });
    Deno.exit(INTERRUPTED);
  };
  Deno.addSignalListener("SIGINT", onInterrupt);
  chooseColors();
  say(bold(`Tonearm ${version}: a bridge process and a player in memory, run by tools/demo.txt`));
  say(`  ${dim("bridge  ")} ${["deno run", ...sandboxFlags, "main.ts", ...flags].join(" ")}`);
  say(`  ${dim("profile ")} ${directory} (its working directory; removed at the end)`);
  const prompt = new Prompt({
    ...opened,
    flags,
    extensions: [],
    width: SCRIPT_WIDTH,
    write: (lines) => verbose && shortened(lines).forEach(say),
  });
  try {
    await prompt.begin();
    if (prompt.operations.length > 0) await runSections(prompt, script, verbose);
  } finally {
    await prompt.close().finally(opened.cleanUp);
    Deno.removeSignalListener("SIGINT", onInterrupt);
  }
  const { code } = await prompt.bridge.status;
  return summarize(prompt, code, flags, performance.now() - begin);
}

/** Runs the lines. Without `verbose`, prints one line for each `## ` heading. */
async function runSections(prompt: Prompt, script: string, verbose: boolean): Promise<void> {
  for (const section of script.split(/^(?=## )/m)) {
    const [, title] = /^## (.*)$/m.exec(section) ?? [];
    if (verbose && title !== undefined) say("");
    const { unexpected, faults: { length: faults } } = prompt;
    for (const line of section.trimEnd().split("\n")) {
      prompt.echo(line);
      await prompt.run(line);
    }
    if (!verbose && title !== undefined) {
      const isGood = prompt.faults.length === faults && prompt.unexpected === unexpected;
      say(`  ${isGood ? green("✓") : red("✗")} ${title}`);
    }
  }
}

function summarize(
  prompt: Prompt,
  exitCode: number,
  flags: readonly string[],
  milliseconds: number,
): boolean {
  const { operations, succeeded, unexpected, diagnostics } = prompt;
  const missed = operations.filter((name) => !succeeded.has(name));
  const faults = [...prompt.faults];
  if (operations.length === 0) faults.push("the bridge did not start");
  if (unexpected > 0) faults.push(`calls were refused that no :refused line expects: ${unexpected}`);
  if (exitCode !== 0) faults.push(`the bridge ended with exit code ${exitCode}`);
  // With flags such as --log-level the bridge may write to stderr.
  if (diagnostics.length > 0 && flags.length === 0) faults.push("the bridge wrote to stderr");
  const line = (good: boolean, text: string): void => say(`  ${good ? green("✓") : red("✗")} ${text}`);
  say(bold("Summary"));
  const others = missed.length > 0 ? `, not ${missed.join(", ")}` : "";
  line(
    operations.length > 0,
    `${operations.length - missed.length} of ${operations.length} operations called${others}`,
  );
  line(faults.length === 0, faults.length === 0 ? "no faults" : `${faults.length} faults`);
  for (const fault of faults.slice(0, SHOWN_FAULTS)) say(`      ${fault}`);
  if (faults.length > 0) { for (const each of diagnostics) say(`      bridge: ${plainText(each)}`); }
  line(true, `${(milliseconds / 1000).toFixed(2)} s`);
  return faults.length === 0;
}

/** Cuts a result to {@linkcode SHOWN_LINES} lines. */
function shortened(lines: readonly string[]): readonly string[] {
  const more = lines.length - SHOWN_LINES;
  return more <= 0 ? lines : [...lines.slice(0, SHOWN_LINES), `    … ${more} more lines`];
}

function say(line: string): void {
  print(`${line}\n`);
}
