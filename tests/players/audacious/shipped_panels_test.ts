import { assertEquals, assertNotMatch } from "@std/assert";
import { join } from "@std/path";
import {
  Audacious,
  audaciousTest,
  eventually,
  type Page,
  sideBySide,
  tracks,
  until,
} from "./real_audacious.ts";

const panels = ["library", "now_playing", "playlist", "radio"];

/** Sends a key or mouse event to an element. Keys of the desktop reach only the panel with the focus. */
async function send(page: Page, selector: string, type: string, key = ""): Promise<void> {
  await page.evaluate(
    `document.querySelector("${selector}").dispatchEvent(new KeyboardEvent("${type}", { key: "${key}", bubbles: true }))`,
  );
}

audaciousTest("the panels of the tree work in Audacious", async (desktop, test) => {
  await desktop.write(await sideBySide(panels));
  const paths = await tracks(desktop, 60, 60, 60);
  await using audacious = await Audacious.start(desktop);
  for (const path of paths) await desktop.audtool("--playlist-addurl", `file://${encodeURI(path)}`);
  const playing = (path = ""): Promise<void> =>
    eventually(async () => {
      assertEquals(await desktop.audtool("--current-song-filename"), path);
      assertEquals(await desktop.audtool("--playback-status"), "playing");
    });

  await test.step("playlist: Enter plays, Q queues, and a row of its menu is chosen by keyboard", async () => {
    using page = await audacious.page("playlist");
    await until(page, `document.querySelectorAll("[role=option]").length === 3`);
    await send(page, "#tracks", "keydown", "ArrowDown");
    await send(page, "#tracks", "keydown", "Enter");
    await playing(paths[1]);
    await until(page, `document.querySelector('#row-1 [aria-label="playing"]:not([hidden])') !== null`);
    await send(page, "#tracks", "keydown", "q");
    await until(page, `document.querySelector('#row-1 [aria-label="queued 1"]:not([hidden])') !== null`);
    assertEquals(await desktop.audtool("--playqueue-length"), "1");
    await send(page, "#row-2", "pointerdown");
    await send(page, "#row-2", "contextmenu");
    // The menu has the keyboard focus as soon as it is open.
    await eventually(() => desktop.menu());
    await desktop.xdotool("key", "--delay", "100", "Down", "Down", "Return");
    await until(page, `document.querySelector('#row-2 [aria-label="queued 2"]:not([hidden])') !== null`);
  });

  await test.step("library: it finds and plays, and follows changes", async () => {
    using page = await audacious.page("library");
    await until(page, `document.querySelector("#heading").textContent === "Queue (2)"`);
    await page.evaluate(`document.querySelector("#query").value = 'title IS "Title 1"'`);
    await send(page, "#query", "input");
    await until(page, `document.querySelectorAll("#results [role=option]").length === 1`);
    await send(page, "#results", "keydown", "Enter");
    await playing(paths[0]);
    await page.evaluate(`document.querySelector("#query").value = ""`);
    await send(page, "#query", "input");
    const shows = (text: string) =>
      until(page, `document.querySelector("#status").textContent === "${text}"`);
    await shows("3 tracks");
    const later = join(desktop.directory, "later.wav");
    await Deno.copyFile(paths[2] ?? "", later);
    await desktop.audtool("--playlist-addurl", `file://${encodeURI(later)}`);
    await shows("4 tracks");
    await desktop.audtool("--playlist-delete", "4");
    await shows("3 tracks");
  });

  await test.step("now playing: it shows the track, and its button pauses", async () => {
    using page = await audacious.page("now_playing");
    await until(page, `document.querySelector("#title").textContent === "Title 1"`);
    await page.evaluate(`document.querySelector("#play").click()`);
    await eventually(async () => assertEquals(await desktop.audtool("--playback-status"), "paused"));
    await until(page, `document.querySelector("#play").getAttribute("aria-label") === "Play"`);
  });

  await test.step("radio: it plays tracks of the library, and skips", async () => {
    // A queued track would interrupt the radio.
    await desktop.audtool("--playqueue-clear");
    using page = await audacious.page("radio");
    await page.evaluate(`document.querySelector("#start").click()`);
    await until(page, `/^Title [123]/.test(document.querySelector("#now").textContent)`);
    await eventually(async () => assertEquals(await desktop.audtool("--playback-status"), "playing"));
    await until(page, `!document.querySelector("#skip").disabled`);
    await page.evaluate(`document.querySelector("#skip").click()`);
    await until(page, `document.querySelectorAll("#before li").length === 1`);
  });

  // Messages on the pages' consoles are logged.
  assertNotMatch(audacious.log, /panel (library|now_playing|playlist|radio): .*(Uncaught|Error)/);
});
