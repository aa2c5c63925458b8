import "../../support/deadline.ts";
import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { ActionError } from "../../../players/reference/mod.ts";
import { StrictPlayer } from "./strict_player.ts";

Deno.test("console: lines are kept in order with level and time", async () => {
  using strict = new StrictPlayer();
  const time = strict.clock.now();
  assertEquals(await strict.ask("player.console.print", { level: "info", line: "one" }), {});
  strict.clock.advance(5);
  await strict.ask("player.console.print", { level: "error", line: "" });
  assertEquals<unknown>(strict.player.facts.consoleLines, [
    { level: "info", line: "one", time },
    { level: "error", line: "", time: time + 5 },
  ]);
});

Deno.test("console: only the last lines are kept", async () => {
  using strict = new StrictPlayer({ consoleLines: 2 });
  for (const line of ["a", "b", "c"]) await strict.ask("player.console.print", { level: "warn", line });
  assertEquals(strict.player.facts.consoleLines.map(({ line }) => line), ["b", "c"]);
});

Deno.test("app: commands are run and recorded", async () => {
  using strict = new StrictPlayer();
  for (const command of ["showConsole", "showPreferences", "restart", "exit"] as const) {
    assertEquals(await strict.ask("player.app.run", { command }), { executed: true });
  }
  assertEquals(strict.player.appCommands, ["showConsole", "showPreferences", "restart", "exit"]);
});

Deno.test("app: exit ends playback with the reason shutdown", async () => {
  using strict = new StrictPlayer();
  strict.user.play(0, 0);
  strict.take();
  await strict.ask("player.app.run", { command: "exit" });
  assertEquals(strict.signalled(), ["stopped shutdown"]);
  assertEquals(strict.clock.pendingTimers, 0);
});

Deno.test("app: no command runs while a dialog is open", async () => {
  using strict = new StrictPlayer();
  strict.user.openDialog();
  assertEquals(await strict.ask("player.app.run", { command: "exit" }), { executed: false });
  strict.user.closeDialog();
  assertEquals(await strict.ask("player.app.run", { command: "exit" }), { executed: true });
  assertEquals(strict.player.appCommands, ["exit"]);
});

Deno.test("app: reports the given profile directory", async () => {
  using strict = new StrictPlayer({ profile: "C:\\Profil\\ä", paths: { installation: "/player" } });
  const paths = await strict.ask("player.app.paths", {});
  assertEquals(paths.profile, "C:\\Profil\\ä");
  assertEquals(paths.installation, "/player");
});

Deno.test("app: searches and popups are recorded", async () => {
  using strict = new StrictPlayer();
  assertEquals(await strict.ask("player.app.showLibrarySearch", { query: "rain" }), {});
  assertEquals(await strict.ask("player.app.showPopup", { title: "", message: "m" }), {});
  assertEquals(strict.player.librarySearches, ["rain"]);
  assertEquals(strict.player.popupMessages, [{ title: "", message: "m" }]);
});

Deno.test("panels: each has its own configuration, with a field that no page can change", async () => {
  using strict = new StrictPlayer();
  const first = (await strict.ask("player.panel.getConfig", {}, "p1")).config;
  const second = (await strict.ask("player.panel.getConfig", {}, "p2")).config;
  assertEquals([first?.panelName, second?.panelName], ["Now Playing", "Library"]);
  assertEquals(first?.["edgeStyle"], "none");
});

Deno.test("panels: an unknown or missing panel has no configuration and cannot be changed", async () => {
  using strict = new StrictPlayer();
  for (const panel of ["p9", "constructor", null]) {
    assertEquals(await strict.ask("player.panel.getConfig", {}, panel), { config: null });
    const refusal = await strict.refusal("player.panel.setConfig", { patch: { grabFocus: false } }, panel);
    assertStringIncludes(refusal.message, "No such panel");
  }
});

Deno.test("panels: a patch changes only its fields in its panel", async () => {
  using strict = new StrictPlayer();
  const before = strict.player.facts.panels;
  const { config } = await strict.ask("player.panel.setConfig", { patch: { panelName: "Ωmega" } }, "p2");
  assertEquals(config, { ...before["p2"], panelName: "Ωmega" } as typeof config);
  assertEquals(strict.player.facts.panels["p1"], before["p1"]);
  assertEquals((await strict.ask("player.panel.getConfig", {}, "p2")).config, config);
});

Deno.test("panels: can be opened and closed", async () => {
  using strict = new StrictPlayer();
  strict.user.openPanel("x", { config: { panelName: "X", theme: "dark" } });
  assertEquals((await strict.ask("player.panel.getConfig", {}, "x")).config?.["theme"], "dark");
  strict.user.closePanel("x");
  assertEquals(await strict.ask("player.panel.getConfig", {}, "x"), { config: null });
  assertThrows(() => strict.user.closePanel("x"), ActionError);
});

Deno.test("panels: a panel has the resolution of its display, others that of the main display", async () => {
  using strict = new StrictPlayer({ dpi: 120 });
  const dpi = async (panel: string | null) => (await strict.ask("player.system.display", {}, panel)).dpi;
  assertEquals([await dpi("p1"), await dpi("p2"), await dpi("p9"), await dpi(null)], [120, 144, 120, 120]);
});

Deno.test("system: the user can change locale and theme", async () => {
  using strict = new StrictPlayer({ locale: "de-AT", theme: { darkMode: false } });
  assertEquals(await strict.ask("player.system.locale", {}), { locale: "de-AT" });
  assertEquals((await strict.ask("player.system.theme", {})).darkMode, false);
  strict.user.changeLocale("ja");
  strict.user.changeTheme({ accentColor: "#00ff7F" });
  assertEquals(await strict.ask("player.system.locale", {}), { locale: "ja" });
  assertEquals([strict.player.locale, strict.player.theme.accentColor], ["ja", "#00ff7F"]);
  assertEquals((await strict.ask("player.system.theme", {})).accentColor, "#00ff7F");
  assertEquals((await strict.ask("player.system.theme", {})).darkMode, false);
});

Deno.test("plugins: an operation gets parameters and panel, and returns the answer", async () => {
  using strict = new StrictPlayer({
    plugins: { lyrics: { find: (params, panel) => ({ params, panel }), nothing: () => {} } },
  });
  const call = { namespace: "lyrics", method: "find", params: { title: "x" } };
  assertEquals(await strict.ask("player.plugin.invoke", call, "p2"), { params: { title: "x" }, panel: "p2" });
  assertEquals(await strict.ask("player.plugin.invoke", { ...call, method: "nothing" }), null);
});

Deno.test("plugins: an unknown namespace or method fails, also inherited names of objects", async () => {
  using strict = new StrictPlayer({ plugins: { lyrics: { find: () => 1 } } });
  for (
    const [namespace, method] of [["x", "find"], ["lyrics", "x"], ["lyrics", "toString"], ["__proto__", "x"]]
  ) {
    const refusal = await strict.refusal("player.plugin.invoke", {
      namespace: namespace ?? "",
      method: method ?? "",
      params: {},
    });
    assertStringIncludes(refusal.message, `${namespace}.${method}`);
  }
});

Deno.test("plugins: an operation that throws or rejects fails with its message", async () => {
  using strict = new StrictPlayer();
  strict.player.registerPlugin("p", {
    now: () => {
      throw new TypeError("at once");
    },
    later: () => Promise.reject(new Error("later")),
    coded: () => {
      throw new ActionError("coded", -7);
    },
  });
  const failure = (method: string) =>
    strict.refusal("player.plugin.invoke", { namespace: "p", method, params: {} });
  assertEquals((await failure("now")).message, "at once");
  assertEquals((await failure("later")).message, "later");
  assertEquals((await failure("coded")).code, -7);
  assertEquals(strict.player.unregisterPlugin("p"), true);
  assertEquals(strict.player.unregisterPlugin("p"), false);
  assertStringIncludes((await failure("now")).message, "No such plugin operation");
});
