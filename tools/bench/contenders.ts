/** The contenders of the table: builds them and gives their commands. */

import { bundleFlags, sandboxFlags } from "../../clients/typescript/spawn_bridge.ts";
import { BUNDLE_ENTRY, bundleBridge } from "../build/bundle.ts";
import { stampOf } from "../build/stamp.ts";
import config from "../deno.json" with { type: "json" };
import { runProgram, versionOf } from "../support/process.ts";

export interface Contender {
  readonly name: string;
  /** The framing of messages (client.c). */
  readonly frames: "length" | "headers";
  /** How it answers (client.c). */
  readonly kind: "echo" | "rpc";
  readonly command: readonly [program: string, ...args: string[]];
}

/** The names of the contenders in tables. */
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

export interface Field {
  /** The path of the compiled client. */
  readonly client: string;
  readonly contenders: readonly Contender[];
  /** Why contenders are left out. */
  readonly missing: readonly string[];
}

/** Builds the client and the contenders in a directory. */
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
    missing.push("Node.js (node) is not installed: its contenders are left out");
  } else {
    const file = `${await npmCache()}/registry.npmjs.org/${library.slice("npm:".length).replace("@", "/")}`;
    contenders.push(
      { ...length, name: names.node, command: ["node", pathOf("./contenders/echo_node.mjs")] },
      { ...headers, name: names.vscodeNode, command: ["node", program, `${file}/lib/node/main.js`] },
    );
  }
  contenders.push(
    // The library reads the environment and more.
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

function sandboxed(program: string): string[] {
  return ["run", ...sandboxFlags, pathOf(program)];
}

/** The folder of npm packages in Deno's cache. */
async function npmCache(): Promise<string> {
  const info = await run(Deno.execPath(), ["info", "--json"]);
  return JSON.parse(info).npmCache;
}

async function run(program: string, args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runProgram(program, args, { cwd: pathOf("../../") });
  if (code === 0) return stdout;
  throw new Error(`${program} ${args.join(" ")} has failed:\n${stderr}`);
}

function pathOf(relative: string): string {
  return new URL(relative, import.meta.url).pathname;
}
