import { assertEquals } from "@std/assert";
import { Reader } from "../../docs/tutorial_panels.ts";
import { Audacious, audaciousTest, eventually, settings, tracks, until } from "./real_audacious.ts";

audaciousTest("the first panel of docs/panels.md works in Audacious", async (desktop) => {
  await using reader = await Reader.open("Your first panel");
  // The files are complete when the tutorial reaches mpv.
  for (const player of ["reference", "mpv"]) assertEquals((await reader.untilPlayground()).player, player);
  for await (const { name } of Deno.readDir(reader.folder)) {
    const text = await Deno.readTextFile(`${reader.folder}/${name}`);
    await desktop.write({ [`tonearm/panels/my_panel/${name}`]: text });
  }
  await desktop.write({ config: settings(undefined, ["my_panel"]) });
  const [path = ""] = await tracks(desktop, 60);
  await using audacious = await Audacious.start(desktop);
  await desktop.audtool("--playlist-addurl", `file://${encodeURI(path)}`);
  using page = await audacious.page("my_panel");
  await until(page, `document.querySelector("h1").textContent === "Nothing is playing"`);
  await desktop.audtool("--playback-play");
  await until(page, `document.querySelector("h1").textContent === "Title 1"`);
  await page.evaluate(`document.querySelector("button").click()`);
  await until(page, `document.querySelector("ol").textContent === "Title 1"`);
  assertEquals(await desktop.audtool("--playqueue-length"), "1");
  await page.evaluate(
    `document.querySelector("li").dispatchEvent(new MouseEvent("contextmenu", { bubbles: true }))`,
  );
  // The menu has the keyboard focus as soon as it is open.
  await eventually(() => desktop.menu());
  await desktop.xdotool("key", "--delay", "100", "Down", "Return");
  await until(page, `document.querySelector("ol").textContent === ""`);
  assertEquals(await desktop.audtool("--playqueue-length"), "0");
});
