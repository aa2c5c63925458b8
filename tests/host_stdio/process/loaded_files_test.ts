import "../../support/deadline.ts";
import { assert, assertEquals } from "@std/assert";
import { namespaceNames } from "../../../handlers/mod.ts";
import { extensionNames } from "../../../host_stdio/api/extension_names.ts";
import { bridgeCommand } from "../../../tools/support/process.ts";
import { root } from "../../../tools/tree.ts";
import { BridgeProcess, request } from "../../support/bridge_process.ts";
import { tempDirectory } from "../../support/temp_directory.ts";

/** The path of a module: the end of a source file's address, or the comment before a module of a bundle. */
const modulePath = /^(?:\/\/ |file:.*\/)((?:handlers|host_stdio)\/\S+)$/gm;

/** Returns the modules of which a bridge process loads the code to answer `test.ping` after what a player does before it. */
async function loadedModules(before: (bridge: BridgeProcess) => Promise<void>): Promise<string[]> {
  await using temporary = await tempDirectory();
  const coverage = temporary.path;
  await using bridge = await BridgeProcess.start({ env: { DENO_COVERAGE_DIR: coverage } });
  await before(bridge);
  await bridge.write(request(2, "test.ping", {}, "panel"));
  // An extension may ask the player first.
  while ((await bridge.read()).id !== 2);
  assertEquals((await bridge.end()).code, 0);
  const addresses = await Promise.all((await Array.fromAsync(Deno.readDir(coverage))).map(async (file) => {
    return JSON.parse(await Deno.readTextFile(`${coverage}/${file.name}`)).url as string;
  }));
  const texts = await Promise.all(addresses.map((address) => Deno.readTextFile(new URL(address))));
  return [...[...addresses, ...texts].join("\n").matchAll(modulePath)].map(([, path = ""]) => path);
}

/** Initializes a bridge with these extensions switched on. */
function initialize(extensions: readonly string[]): (bridge: BridgeProcess) => Promise<void> {
  const params = { protocolVersion: 1, player: { name: "test", version: "1" }, extensions };
  return async (bridge) => {
    assert((await bridge.ask(request(1, "bridge.initialize", params))).result.operations);
  };
}

/** The folders of extensions from which code was loaded, without what they share. */
function extensionsOf(modules: readonly string[]): string[] {
  const folders = modules.map((path) => /^handlers\/extensions\/(\w+)\//.exec(path)?.[1] ?? "shared");
  return [...new Set(folders)].filter((name) => name !== "shared").sort();
}

// A binary records no coverage.
const ignore = bridgeCommand().args[0] !== "run";

Deno.test({
  name:
    "a bridge from source loads the code of the namespaces that are called, and of all when it is initialized",
  // A bundle has all namespaces in the script that every start loads.
  ignore: ignore || !bridgeCommand().args.some((argument) => argument.endsWith(".ts")),
  async fn() {
    const namespace = /^handlers\/(?!core|extensions)(\w+)\//;
    const of = (
      modules: string[],
    ) => [...new Set(modules.flatMap((path) => namespace.exec(path)?.[1] ?? []))];
    const loaded = await loadedModules(() => Promise.resolve());
    assertEquals(of(loaded), ["test"]);
    const main = await Deno.readTextFile(new URL("main.ts", root));
    const missing = loaded.filter((path) => !of([path]).includes("test") && !main.includes(`"./${path}"`));
    assertEquals(missing, [], "main.ts imports all that every start loads");
    assertEquals(of(await loadedModules(initialize([]))).length, namespaceNames.length);
  },
});

Deno.test({
  name: "a bridge whose player switches no extension on loads no code of one",
  ignore,
  async fn() {
    const modules = await loadedModules(initialize([]));
    assert(modules.includes("handlers/queue/mod.ts") && modules.includes("host_stdio/connection.ts"));
    assertEquals(modules.filter((path) => path.startsWith("handlers/extensions/")), []);
  },
});

for (const names of [...extensionNames.map((name) => [name]), ["dialog", "queue"]]) {
  Deno.test({
    name: `a bridge whose player switches ${names.join(" and ")} on loads the code of no other extension`,
    ignore,
    fn: async () => assertEquals(extensionsOf(await loadedModules(initialize(names))), names),
  });
}
