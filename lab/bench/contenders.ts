/**
 * What is compared: each contender as a command, and what has to be built before.
 *
 * @module
 */

import { bundleFlags, sandboxFlags } from "../../client/spawn_bridge.ts";
import { BUNDLE_ENTRY, bundleBridge } from "../../tools/build/bundle.ts";
import { stampOf } from "../../tools/build/stamp.ts";
import config from "../deno.json" with { type: "json" };

/** Something that the client can start and talk to. */
export interface Contender {
  /** How tables name it. */
  readonly name: string;
  /** How it frames messages; see client.c. */
  readonly frames: "length" | "headers";
  /** How it answers; see client.c. */
  readonly kind: "echo" | "rpc";
  /** The program and its arguments. */
  readonly command: readonly [program: string, ...args: string[]];
}

/** The contenders that others are compared with, and the bridge itself, by their names. */
export const names = {
  c: "C echo",
  deno: "Deno echo",
  ahead: "Deno echo, reading ahead",
  json: "Deno JSON echo",
  node: "Node echo",
  vscodeNode: "vscode-jsonrpc on Node",
  vscodeDeno: "vscode-jsonrpc on Deno",
  source: "bridge",
  bundle: "bridge, bundled",
} as const;

/** What there is to compare. */
export interface Field {
  /** The compiled client. */
  readonly client: string;
  /** The contenders. */
  readonly contenders: readonly Contender[];
  /** What is left out, and why. */
  readonly missing: readonly string[];
}

/**
 * Builds the client and the contenders.
 *
 * @param directory Where they are put.
 * @returns What there is to compare.
 * @throws When something cannot be built.
 */
export async function build(directory: string): Promise<Field> {
  const client = `${directory}/client`;
  const echo = `${directory}/echo`;
  await run("cc", ["-O2", "-o", client, pathOf("./client.c")]);
  await run("cc", ["-O2", "-o", echo, pathOf("./contenders/echo.c")]);
  const deno = Deno.execPath();
  const bundle = `${directory}/bundle`;
  await Deno.mkdir(bundle);
  await bundleBridge(bundle, await stampOf());
  const library = config.imports["vscode-jsonrpc"];
  await run(deno, ["cache", library]);
  const program = pathOf("./contenders/vscode_jsonrpc.mjs");

  const length = { frames: "length", kind: "echo" } as const;
  const contenders: Contender[] = [
    { ...length, name: names.c, command: [echo] },
    { ...length, name: names.deno, command: [deno, ...sandboxed("./contenders/echo.ts")] },
    { ...length, name: names.ahead, command: [deno, ...sandboxed("./contenders/echo.ts"), "ahead"] },
    { ...length, name: names.json, command: [deno, ...sandboxed("./contenders/echo_json.ts")] },
  ];
  const headers = { frames: "headers", kind: "rpc" } as const;
  const missing: string[] = [];
  if (await versionOf("node") === undefined) {
    missing.push("there is no Node.js (node): what runs on it is left out");
  } else {
    const file = `${await npmCache()}/registry.npmjs.org/${library.slice("npm:".length).replace("@", "/")}`;
    contenders.push(
      { ...length, name: names.node, command: ["node", pathOf("./contenders/echo_node.mjs")] },
      { ...headers, name: names.vscodeNode, command: ["node", program, `${file}/lib/node/main.js`] },
    );
  }
  contenders.push(
    // The library asks for the environment and more: it gets all rights.
    { ...headers, name: names.vscodeDeno, command: [deno, "run", "-A", program, "vscode-jsonrpc/node"] },
    { name: names.source, frames: "length", kind: "rpc", command: [deno, ...sandboxed("../../main.ts")] },
    {
      name: names.bundle,
      frames: "length",
      kind: "rpc",
      command: [deno, "run", ...sandboxFlags, ...bundleFlags, `${bundle}/${BUNDLE_ENTRY}`],
    },
  );
  return { client, contenders, missing };
}

/**
 * The version that a program gives of itself.
 *
 * @param program The program.
 * @returns The first line of what it prints; undefined when there is no such program.
 */
export async function versionOf(program: string): Promise<string | undefined> {
  try {
    const { success, stdout } = await new Deno.Command(program, { args: ["--version"], stderr: "null" })
      .output();
    return success ? new TextDecoder().decode(stdout).split("\n")[0]?.trim() : undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

function sandboxed(program: string): string[] {
  return ["run", ...sandboxFlags, pathOf(program)];
}

/** Where Deno keeps npm packages. */
async function npmCache(): Promise<string> {
  const info = await run(Deno.execPath(), ["info", "--json"]);
  return JSON.parse(info).npmCache;
}

async function run(program: string, args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args, cwd: pathOf("../../") })
    .output();
  if (success) return new TextDecoder().decode(stdout);
  throw new Error(`${program} ${args.join(" ")} has failed:\n${new TextDecoder().decode(stderr)}`);
}

function pathOf(relative: string): string {
  return new URL(relative, import.meta.url).pathname;
}
