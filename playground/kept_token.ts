/**
 * The token of a playground with a fixed port. It is kept, so that addresses and the storage of panels outlive a restart.
 */

import { dirname, join } from "@std/path";
import { stateDirectory } from "../tools/support/state_directory.ts";

/** The characters of a token. */
export const tokenPattern: RegExp = /^[\w-]{22,200}$/;

/** Returns a random token. */
export function newToken(): string {
  return crypto.getRandomValues(new Uint8Array(24)).toBase64({ alphabet: "base64url" });
}

/**
 * Returns the kept token, which is created by the first call.
 *
 * @throws {Error} When its file can neither be read nor created, or has no token. The message says what to do.
 */
export async function keptToken(): Promise<string> {
  const file = join(stateDirectory(), "tonearm-playground", "token");
  try {
    await Deno.mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const token = newToken();
    await Deno.writeTextFile(file, token, { createNew: true, mode: 0o600 });
    return token;
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw failed(file, error);
  }
  const token = await Deno.readTextFile(file).catch((error: unknown) => {
    throw failed(file, error);
  });
  if (!tokenPattern.test(token)) throw new Error(`${file} has no token; remove the file, or give a --token`);
  return token;
}

function failed(file: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(`the token cannot be kept in ${file}: ${reason}; give a --token`);
}
