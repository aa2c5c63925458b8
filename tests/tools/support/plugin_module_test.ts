import "../../support/deadline.ts";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { embedBridge } from "../../../mod.ts";
import { ReferencePlayer } from "../../../players/reference/mod.ts";
import { UsageError } from "../../../tools/support/options.ts";
import { PluginModule } from "../../../tools/support/plugin_module.ts";
import { tempDirectory } from "../../support/temp_directory.ts";

/** Loads a module with this source. */
async function loaded(
  source: string,
  use: (module: PluginModule, file: string) => Promise<void>,
): Promise<void> {
  await using temporary = await tempDirectory();
  const directory = temporary.path;
  const file = `${directory}/plugins.ts`;
  await Deno.writeTextFile(file, source);
  await use(await PluginModule.load(file), file);
}

Deno.test("the plugins of a module extend a player beside its own, also in built-in namespaces and event.*", async () => {
  const source = `
    export const scrobbler = (send) => ({
      name: "Scrobbler",
      version: "2",
      methods: {
        submit({ title }, panel) {
          send("scrobbler:submitted", { title });
          send("scrobbler:mine", 1, panel);
        },
        fail() { throw new Error("no network") },
      },
    });
    export function queue() { return { methods: { insertNext: ({ at }) => ({ success: true, at }) } } }
    export function event() { return { methods: { emit: () => 7 } } }`;
  await loaded(source, async (module) => {
    const player = new ReferencePlayer({ plugins: { lyrics: { find: () => "own" } } });
    await using bridge = await embedBridge({
      directory: "/nonexistent",
      actions: module.extend(player.actions),
    });
    module.onEvent((params) => bridge.signal({ name: "signal.pluginEvent", params }));
    const events: unknown[] = [];
    bridge.onEvent(({ event, data, panel }) => events.push([event, data, panel]));
    await bridge.initialize(player);
    assertEquals(await module.register(bridge), [
      "event.emit",
      "queue.insertNext",
      "scrobbler.submit",
      "scrobbler.fail",
    ]);
    await bridge.registerPlugin({ name: "L", namespace: "lyrics", version: "1", apis: [{ method: "find" }] });
    assertEquals(await bridge.invokePlugin("scrobbler.submit", { title: "a" }, { panel: "p1" }), {});
    assertEquals(await bridge.invokePlugin("queue.insertNext", { at: 3 }), { success: true, at: 3 });
    assertEquals(await bridge.invokePlugin("event.emit"), 7);
    assertEquals(await bridge.invokePlugin("lyrics.find"), "own");
    await assertRejects(() => bridge.invokePlugin("scrobbler.fail"), Error, "no network");
    assertEquals(events, [["scrobbler:submitted", { title: "a" }, undefined], ["scrobbler:mine", 1, "p1"]]);
    const registered = await bridge.invoke("system.getRegisteredPlugins");
    assert(registered.success);
    assertEquals(registered.registered.map(({ name, namespace, version }) => [name, namespace, version]), [
      ["event", "event", ""],
      ["L", "lyrics", "1"],
      ["queue", "queue", ""],
      ["Scrobbler", "scrobbler", "2"],
    ]);
    player.close();
  });
});

for (
  const [source, reason] of [
    ["", "has no export; export a function for each namespace, which returns the plugin"],
    ["export default 1", "has a default export; export the function under the name of its namespace"],
    ["export const a = {}", "exports a, which is not a function; export one that returns the plugin"],
    ["export const a = () => { throw new Error('why') }", "cannot make the plugin a: why"],
    [
      "export const a = () => 1",
      "makes no plugin: a() is not an object with methods; return {methods: {name: function}}",
    ],
    [
      "export const a = () => ({})",
      "makes no plugin: a().methods is not an object with methods; return {methods: {name: function}}",
    ],
    [
      "export const a = () => ({ methods: { b: 1 } })",
      "makes no plugin: a().methods.b is not a function; return {methods: {name: function}}",
    ],
  ] as const
) {
  Deno.test(`--plugins names the file and the remedy for ${JSON.stringify(source)}`, async () => {
    const error = await assertRejects(() => loaded(source, () => Promise.resolve()), UsageError);
    assertEquals(
      error.message.replace(/\S+plugins.ts/, "FILE"),
      `--plugins: FILE ${reason} (docs/players.md)`,
    );
  });
}

Deno.test("--plugins names a file that is missing or cannot be parsed", async () => {
  await assertRejects(
    () => PluginModule.load("/nonexistent/x.ts"),
    UsageError,
    "--plugins: /nonexistent/x.ts cannot be loaded: ",
  );
  await assertRejects(() => loaded("export {", () => Promise.resolve()), UsageError, "cannot be loaded: ");
});

Deno.test("a plugin that the bridge refuses is reported with its file", async () => {
  await loaded("export const queue = () => ({ methods: { add() {} } })", async (module, file) => {
    await using bridge = await embedBridge({ directory: "/nonexistent" });
    await assertRejects(
      () => module.register(bridge),
      UsageError,
      `--plugins: ${file} has a plugin queue: Invalid params: apis[0].method must not be built in`,
    );
  });
});
