/** The version, commit and time of a build. */

import { version } from "../../host_stdio/version.ts";
import { runProgram } from "../support/process.ts";
import { root } from "../tree.ts";

export interface Stamp {
  /** The version of deno.json. */
  readonly version: string;
  /** The commit, abbreviated, followed by `-modified` when files differ from it; undefined outside a Git clone. */
  readonly commit: string | undefined;
  /** The time of the commit. All built files get it, so that builds are reproducible. */
  readonly time: Date;
}

const COMMIT_LENGTH = 12;

/** Reads the stamp of a tree from Git. */
export async function stampOf(tree: URL = root): Promise<Stamp> {
  const head = await git(tree, "log", "-1", `--abbrev=${COMMIT_LENGTH}`, "--format=%h %ct", "--", ".");
  const [, commit, seconds] = /^([0-9a-f]+) (\d+)$/.exec(head ?? "") ?? [];
  if (commit === undefined) return { version, commit: undefined, time: new Date(0) };
  const isModified = await git(tree, "status", "--porcelain", "--", ".") !== "";
  return {
    version,
    commit: isModified ? `${commit}-modified` : commit,
    time: new Date(Number(seconds) * 1000),
  };
}

/** The output of git; undefined when it fails. */
async function git(tree: URL, ...args: string[]): Promise<string | undefined> {
  try {
    const { code, stdout } = await runProgram("git", args, { cwd: tree });
    return code === 0 ? stdout.trim() : undefined;
  } catch (error) {
    // Without Git the stamp has no commit; the rest of the build is the same.
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
