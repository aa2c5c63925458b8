#!/usr/bin/env node
/** The command of the npm package create-tonearm-panel: makes the folder of a new panel. */

import {
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { nameFlaw } from "./panel_name.ts";

const usage = `Makes a folder with a panel for players with Tonearm, its types, and a script that opens
the panel in the playground.

  npm create tonearm-panel NAME

NAME is the name of the folder, of its package, and of the panel: 1 to 63 of a-z 0-9 - _,
first a letter, last a letter or digit, and not xn-- at the beginning. The folder must be
missing or empty.

Flags, after -- when npm starts this:
  --help   print this and exit

Exit codes: 0 when the panel is made, 1 when a file cannot be written, 2 when the command line
is wrong.
`;

const [EXIT_FAILED, EXIT_USAGE] = [1, 2];

/** The folder's name is taken, or the command line is wrong. The message is for the user. */
class Refused extends Error {}

process.exitCode = run(process.argv.slice(2));

function run(args: readonly string[]): number {
  try {
    const name = nameIn(args);
    if (name === undefined) {
      process.stdout.write(usage);
      return 0;
    }
    checkFolder(name);
    makePanel(name);
    process.stdout.write(`Created ${name}/: a panel, its types and a script that opens the playground.

  cd ${name}
  npm install
  npm start
`);
    return 0;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const hint = error instanceof Refused ? "; see --help" : "";
    process.stderr.write(`create-tonearm-panel: ${error.message}${hint}\n`);
    return error instanceof Refused ? EXIT_USAGE : EXIT_FAILED;
  }
}

/** Returns the name of the panel; undefined for `--help`. */
function nameIn(args: readonly string[]): string | undefined {
  const { tokens } = parseArgs({ args: [...args], strict: false, tokens: true });
  const names: string[] = [];
  for (const token of tokens) {
    if (token.kind === "option" && token.name === "help" && token.value === undefined) return undefined;
    if (token.kind === "option") throw new Refused(`unknown flag ${JSON.stringify(token.rawName)}`);
    if (token.kind === "positional") names.push(token.value);
  }
  const [name, ...more] = names;
  if (name === undefined) throw new Refused("name the panel: npm create tonearm-panel NAME");
  if (more.length > 0) throw new Refused(`give one name, not ${names.length}: ${names.join(" ")}`);
  const flaw = nameFlaw(name);
  if (flaw !== undefined) throw new Refused(flaw);
  return name;
}

/** Refuses a folder in which a file could be overwritten. */
function checkFolder(name: string): void {
  const found = lstatSync(name, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isDirectory()) throw new Refused(`${name} exists and is not a folder: choose another name`);
  const [first] = readdirSync(name).toSorted();
  if (first === undefined) return;
  throw new Refused(`the folder ${name} is not empty: it contains ${first}; choose another name`);
}

/** Makes the panel in a folder beside it, which gets its name at the end: a failure leaves no part of a panel. */
function makePanel(name: string): void {
  const draft = `.${name}-${process.pid}-${Date.now()}`;
  try {
    cpSync(fileURLToPath(new URL("template/", import.meta.url)), draft, { recursive: true });
    // npm leaves files named .gitignore out of a package.
    renameSync(join(draft, "gitignore"), join(draft, ".gitignore"));
    const settings = join(draft, "package.json");
    const content = { ...JSON.parse(readFileSync(settings, "utf8")), name };
    useArchives(content.devDependencies);
    writeFileSync(settings, `${JSON.stringify(content, null, 2)}\n`);
    // Fails when the folder is no longer empty.
    if (existsSync(name)) rmdirSync(name);
    renameSync(draft, name);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Uses the packages beside the archive that `npm exec --package=ARCHIVE` runs this from: npm may not have them. */
function useArchives(versions: Record<string, string>): void {
  const from = process.env["npm_config_package"];
  if (!from?.endsWith(".tgz")) return;
  for (const [name, version] of Object.entries(versions)) {
    const file = `${name.replace("@", "").replace("/", "-")}-${version}.tgz`;
    const archive = resolve(dirname(from), file);
    if (existsSync(archive)) versions[name] = `file:${archive}`;
  }
}
