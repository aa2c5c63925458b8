import { assert, assertEquals, assertRejects } from "@std/assert";
import { BridgeError, BridgeGone, embedBridge, sandboxFlags, spawnBridge } from "../mod.ts";
import { ReferencePlayer } from "../players/reference/mod.ts";
import { runDeno } from "../tools/support/process.ts";
import { waitFor } from "./support/deadline.ts";
import { FakeClock } from "./support/fake_clock.ts";

/** Runs a program without permissions and returns its output. */
async function run(source: string): Promise<{ code: number; stdout: string; stderr: string }> {
  return await runDeno(["run", "--no-prompt", "-"], { cwd: new URL("..", import.meta.url), input: source });
}

const mod = JSON.stringify(new URL("../mod.ts", import.meta.url).href);

Deno.test("importing the library needs no permissions, prints nothing and starts nothing", async () => {
  assertEquals(await run(`import ${mod};`), { code: 0, stdout: "", stderr: "" });
});

Deno.test("importing the library changes no globals", async () => {
  const { stdout, stderr } = await run(`
    const look = (object) => Reflect.ownKeys(object).map((key) => {
      const { value, get, set } = Reflect.getOwnPropertyDescriptor(object, key);
      return [key, value, get, set];
    });
    const seen = [globalThis, console, Object.prototype, Array.prototype, String.prototype, Promise.prototype];
    const before = seen.map(look);
    const timers = globalThis.setTimeout;
    await import(${mod});
    const after = seen.map(look);
    const same = before.every((list, at) => list.length === after[at].length && list.every((entry, index) =>
      entry.every((part, place) => Object.is(part, after[at][index][place]))));
    console.log(same && timers === globalThis.setTimeout);
  `);
  assertEquals([stdout, stderr], ["true\n", ""]);
});

Deno.test("importing the library loads neither the bridge nor slow packages", async () => {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", new URL("../mod.ts", import.meta.url).href],
    cwd: new URL("..", import.meta.url),
  });
  interface Module {
    readonly specifier: string;
    readonly dependencies?: readonly {
      readonly code?: { readonly specifier?: string };
      readonly isDynamic?: boolean;
    }[];
  }
  const { modules, redirects } = JSON.parse(new TextDecoder().decode((await command.output()).stdout)) as {
    modules: Module[];
    redirects: Record<string, string>;
  };
  const bySpecifier = new Map(modules.map((module) => [module.specifier, module]));
  const loaded = new Set<string>();
  const visit = (given: string): void => {
    const specifier = redirects[given] ?? given;
    if (loaded.has(specifier)) return;
    loaded.add(specifier);
    for (const { code, isDynamic } of bySpecifier.get(specifier)?.dependencies ?? []) {
      if (code?.specifier !== undefined && isDynamic !== true) visit(code.specifier);
    }
  };
  visit(new URL("../mod.ts", import.meta.url).href);
  const packages = [...loaded].filter((specifier) => !specifier.startsWith("file:"));
  assertEquals(packages.map((name) => name.replace(/^npm:\/?/, "").replace(/@[\d.]+$/, "")), [
    "valibot",
    "deno-std@1.4.0/text/levenshtein_distance.js",
  ]);
  assertEquals([...loaded].filter((specifier) => specifier.includes("/handlers/")), []);
  assert(loaded.size > 20, "the modules of the library were found");
});

Deno.test("embedBridge runs a bridge in this process with the caller's clock and diagnostics", async () => {
  const clock = new FakeClock(5_000);
  const reported: string[] = [];
  await using bridge = await embedBridge({
    directory: "/nonexistent",
    clock,
    diagnostics: { report: (level, message) => reported.push(`${level}: ${message}`) },
    limits: { actionTimeoutMs: 10 },
    actions: { "player.queue.count": () => new Promise(() => {}) },
  });
  assertEquals(await bridge.invoke("test.ping"), { pong: true, timestamp: 5 });
  const call = bridge.invoke("queue.getCount");
  await bridge.invoke("test.ping");
  clock.advance(10);
  await assertRejects(() => call, BridgeError, "Player did not answer");
  bridge.client.notify("signal.unheardOf", {});
  await bridge.invoke("test.ping");
  assertEquals(reported, ["warning: a notification was ignored: {reason}"]);
  await bridge.close();
  assertEquals(clock.pendingTimers, 0);
});

Deno.test("two embedded bridges are independent", async () => {
  await using first = await embedBridge({ directory: "/nonexistent" });
  await using second = await embedBridge({ directory: "/nonexistent" });
  await first.registerPlugin({ name: "Notes", namespace: "notes", version: "1", apis: [{ method: "add" }] });
  const registered = async (
    bridge: typeof first,
  ) => (await bridge.invoke("system.isPluginRegistered", { namespace: "notes" }));
  assertEquals(await registered(first), { success: true, registered: true });
  assertEquals(await registered(second), { success: true, registered: false });
});

Deno.test("an embedded bridge with the reference player shows a menu and reports the choice", async () => {
  const player = new ReferencePlayer();
  await using bridge = await embedBridge({ directory: "/nonexistent", actions: player.actions });
  player.onSignal((signal) => bridge.signal(signal));
  const heard: unknown[] = [];
  bridge.on("menu:select", (data, panel) => heard.push("select", data, panel));
  const dismissed = new Promise((resolve) =>
    bridge.on("menu:dismiss", (data, panel) => resolve([data, panel]))
  );
  const shown = await bridge.invoke("menu.show", { items: [{ id: "a", label: "A" }] }, { panel: "p1" });
  assert(shown.success);
  player.user.chooseRow("a");
  const { menuId } = shown;
  assertEquals(await dismissed, [{ menuId, reason: "select" }, "p1"]);
  assertEquals(heard, ["select", { menuId, itemId: "a" }, "p1"]);
  player.close();
});

Deno.test("an operation of a plugin is called by its name and its answer is returned unchanged", async () => {
  await using bridge = await embedBridge({
    directory: "/nonexistent",
    actions: {
      "player.plugin.invoke": ({ namespace, method, params }, panel) => [namespace, method, params, panel],
    },
  });
  await bridge.registerPlugin({
    name: "Notes",
    namespace: "notes",
    version: "1",
    apis: [{ method: "add.to" }],
  });
  assertEquals(
    await bridge.invokePlugin("notes.add.to", { text: "x" }, { panel: "p2" }),
    ["notes", "add.to", { text: "x" }, "p2"],
  );
  assertEquals(await bridge.unregisterPlugin("notes"), { removed: true });
  await assertRejects(() => bridge.invokePlugin("notes.add.to"), BridgeError, "Method not found");
});

Deno.test("cancelling a call of an embedded bridge cancels it in the bridge", async () => {
  const asked = Promise.withResolvers<void>();
  await using bridge = await embedBridge({
    directory: "/nonexistent",
    actions: {
      "player.queue.count": () => {
        asked.resolve();
        return new Promise(() => {});
      },
    },
  });
  const controller = new AbortController();
  const call = bridge.invoke("queue.getCount", undefined, { signal: controller.signal });
  await waitFor("the native action", asked.promise);
  controller.abort(new Error("enough"));
  await assertRejects(() => call, Error, "enough");
  // The call is cancelled, so the bridge closes without waiting for the player.
  await bridge.close();
});

Deno.test("the library starts a bridge process", async () => {
  const directory = await Deno.makeTempDir({ prefix: "tonearm-test-" });
  assert(sandboxFlags.includes("--no-prompt"));
  const bridge = spawnBridge({ directory });
  assertEquals((await bridge.invoke("test.echo", { message: "é" })).success, true);
  await bridge.close();
  await assertRejects(() => bridge.invoke("test.ping"), BridgeGone);
  await Deno.remove(directory, { recursive: true });
});

Deno.test("embedBridge ends when its signal is aborted, and does not start with an aborted signal", async () => {
  const controller = new AbortController();
  const bridge = await embedBridge({ directory: "/nonexistent", signal: controller.signal });
  assertEquals((await bridge.invoke("test.ping")).pong, true);
  controller.abort();
  await bridge.ended;
  await assertRejects(() => bridge.invoke("test.ping"), BridgeGone);
  const reason = new Error("too late");
  await assertRejects(
    () => embedBridge({ directory: "/nonexistent", signal: AbortSignal.abort(reason) }),
    Error,
    "too late",
  );
});
