import "./support/deadline.ts";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { BridgeError, BridgeGone, embedBridge } from "../mod.ts";
import { ManualClock } from "../tools/support/manual_clock.ts";
import { runDeno } from "../tools/support/process.ts";

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
  const clock = new ManualClock(5_000);
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
