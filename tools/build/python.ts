/** The wheel of the Python client. */

import { fromFileUrl } from "@std/path";
import { runProgram } from "../support/process.ts";
import { root } from "../tree.ts";
import { ToolFailed } from "./run.ts";

const backend = fromFileUrl(new URL("clients/python/build_backend.py", root));

/**
 * Builds the wheel. Needs Python 3.11.
 *
 * @param directory The output folder; made when missing.
 * @returns The name of the wheel.
 * @throws {ToolFailed} When Python is missing or fails.
 */
export async function buildWheel(directory: string): Promise<string> {
  try {
    const { code, stdout, stderr } = await runProgram("python3", [backend, directory]);
    if (code !== 0) throw new ToolFailed("build python", stderr);
    return stdout.trim();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new ToolFailed("build python", "python3 is not installed");
  }
}
