import "../support/deadline.ts";
import { assertEquals, assertRejects } from "@std/assert";
import { NoSuchPlayer, startMpv, startPlayer, windowArguments } from "../../playground/players.ts";

Deno.test("the reference player needs no other program", async () => {
  const player = await startPlayer("reference", "/nonexistent");
  assertEquals(player.name, "reference player");
  assertEquals(player.facts.nowPlaying, null);
  await player.close();
});

Deno.test("without mpv, the error says how to install it", async () => {
  const program = "/nonexistent/mpv";
  const error = await assertRejects(
    () => startMpv("/nonexistent", { program }),
    NoSuchPlayer,
    `${program} is not installed`,
  );
  assertEquals(error.message.includes("apt install mpv"), true);
  assertEquals(error.message.includes("--player=reference"), true);
});

Deno.test("mpv opens a window at once only where there is a display", () => {
  const withVariables = (variables: Record<string, string>) => windowArguments((name) => variables[name]);
  assertEquals(withVariables({ DISPLAY: ":0" }), ["--force-window=yes"]);
  assertEquals(withVariables({ WAYLAND_DISPLAY: "wayland-0" }), ["--force-window=yes"]);
  if (Deno.build.os !== "darwin") assertEquals(withVariables({ DISPLAY: "", WAYLAND_DISPLAY: "" }), []);
});
