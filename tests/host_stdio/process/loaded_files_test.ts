import "../../support/deadline.ts";
import { assert, assertEquals } from "@std/assert";
import { bridgeCommand } from "../../../tools/support/process.ts";
import { BridgeProcess, request } from "../../support/bridge_process.ts";

/** The path of a module: the end of a source file's address, or the comment before a module of a bundle. */
const modulePath = /^(?:\/\/ |file:.*\/)((?:handlers|host_stdio)\/\S+)$/gm;

/**
 * Returns the modules of which a bridge process loads the code to answer `bridge.initialize` and a call.
 *
 * @param extensions The extensions that the player switches on.
 */
async function loadedModules(extensions?: readonly string[]): Promise<string[]> {
  const coverage = await Deno.makeTempDir({ prefix: "tonearm-loaded-" });
  try {
    await using bridge = await BridgeProcess.start({ env: { DENO_COVERAGE_DIR: coverage } });
    const player = { name: "test", version: "1" };
    const initialize = { protocolVersion: 1, player, ...extensions && { extensions } };
    assert((await bridge.ask(request(1, "bridge.initialize", initialize))).result.operations);
    await bridge.write(request(2, "test.ping", {}, "panel"));
    // An extension may ask the player first.
    while ((await bridge.read()).id !== 2);
    assertEquals((await bridge.end()).code, 0);
    const addresses = await Promise.all((await Array.fromAsync(Deno.readDir(coverage))).map(async (file) => {
      return JSON.parse(await Deno.readTextFile(`${coverage}/${file.name}`)).url as string;
    }));
    const texts = await Promise.all(addresses.map((address) => Deno.readTextFile(new URL(address))));
    return [...[...addresses, ...texts].join("\n").matchAll(modulePath)].map(([, path = ""]) => path);
  } finally {
    await Deno.remove(coverage, { recursive: true });
  }
}

Deno.test({
  name: "a bridge loads no code of an extension before its player switches one on",
  // A binary records no coverage.
  ignore: bridgeCommand().args[0] !== "run",
  async fn() {
    const isOfExtension = (path: string) => path.startsWith("handlers/extensions/");
    const [without, withOne] = [await loadedModules(), await loadedModules(["playback"])];
    assert(without.includes("handlers/queue/mod.ts") && without.includes("host_stdio/connection.ts"));
    assertEquals(without.filter(isOfExtension), []);
    assert(withOne.includes("handlers/extensions/playback/mod.ts"));
  },
});
