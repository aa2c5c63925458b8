// deno-lint-ignore-file no-console
import { spawnBridge } from "@tonearm/tonearm";
import { scrobbler } from "./scrobbler.ts";

// The events: the bridge passes them on to the panels.
const { name = "", version = "", methods } = scrobbler((event, data, panel) =>
  bridge.signal({ name: "signal.pluginEvent", params: { event, data, panel } })
);

// The operations: the bridge has checked that the plugin registered them.
const bridge = spawnBridge({
  directory: await Deno.makeTempDir(),
  actions: { "player.plugin.invoke": ({ method, params }, panel) => methods[method]?.(params, panel) },
});
const apis = Object.keys(methods).map((method) => ({ method }));
await bridge.registerPlugin({ name, namespace: "scrobbler", version, apis });

// What a panel does, with panel.js: invoke and on.
bridge.onPluginEvent(
  "scrobbler:submitted",
  (data, panel) => console.log("event", data, "for", panel ?? "all panels"),
);
const submit = (params: object) => bridge.invokePlugin("scrobbler.submit", params, { panel: "lyrics" });
console.log("result", await submit({ title: "Tidewater" }));
console.log("result", await submit({}));
await bridge.close();
