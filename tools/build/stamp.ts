/**
 * What a build says of itself: version, commit, time.
 *
 * @module
 */

import { version } from "../../version.ts";
import { root } from "../tree.ts";

/** What a build is of. */
export interface Stamp {
  /** The version of deno.json. */
  readonly version: string;
  /** The commit, abbreviated, with `-modified` behind it when files differ from it; undefined outside of a Git clone. */
  readonly commit: string | undefined;
  /** When the commit was made, which is the time of every file that is built, so that a build can be repeated. */
  readonly time: Date;
}

/** How many characters of a commit are shown. */
const COMMIT_LENGTH = 12;

/**
 * Finds out what a build of a tree is of.
 *
 * @param tree The folder of the tree; this one when left out.
 * @returns The stamp.
 */
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

/** What git prints; undefined when it cannot tell. */
async function git(tree: URL, ...args: string[]): Promise<string | undefined> {
  try {
    const { success, stdout } = await new Deno.Command("git", { args, cwd: tree, stderr: "null" }).output();
    return success ? new TextDecoder().decode(stdout).trim() : undefined;
  } catch (error) {
    // Without git there is no commit to name; what is built is the same.
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
