/**
 * The command line of the demo.
 *
 * @module
 */

/** The text of `--help`. */
export const usage = `Shows Tonearm at work: starts a bridge process under its sandbox in a fresh temporary
profile directory, lets a player in memory stand behind it, calls every operation through
the pipe and writes down what crosses it.

  deno task demo [-- FLAGS]                          with Deno installed
  npx --yes deno@2.9.6 task demo [-- FLAGS]          with Node.js and npm only

FLAGS are handed on to the bridge, such as --log-level=debug; -- --help lists them.

How to read the transcript:

  queue.get {…}    a panel calls an operation
  →  ←             a native action that the bridge asks the player for, and its answer
  ⚑                an event that the bridge sends to panels
  =                the result of the call
  ☞                the user does something, or something happens in the player
  ✓  ✗             something holds, or does not

Colours are used on a terminal unless NO_COLOR is set. Exit code: 0 when all went as it has
to and every operation was called, 1 otherwise, 2 when the command line is wrong.
`;

/** What a command line asks for. */
export type Command =
  | { readonly kind: "help" }
  | { readonly kind: "play"; readonly flags: readonly string[] }
  | { readonly kind: "wrong"; readonly argument: string };

/**
 * Reads the command line.
 *
 * @param args The arguments.
 * @returns What they ask for.
 */
export function readCommand(args: readonly string[]): Command {
  const [first, ...rest] = args;
  if (first === undefined) return { kind: "play", flags: [] };
  if (first === "--") return { kind: "play", flags: rest };
  return first === "--help" || first === "-h" ? { kind: "help" } : { kind: "wrong", argument: first };
}
