import { assert, assertEquals, assertGreater, assertLess, assertStringIncludes } from "@std/assert";
import type { Browser } from "playwright-core";
import { extensionNames } from "../../host_stdio/api/extension_names.ts";
import { ReferencePlayer } from "../../players/reference/mod.ts";
import { root } from "../../tools/tree.ts";
import { browserProgram, launch, WatchedPage, whyIgnored } from "../playground/browser.ts";
import { assertComes } from "../playground/page_actions.ts";
import { TestPlayground } from "../playground/support.ts";
import { setDeadline } from "../support/deadline.ts";
import { leftOut, TEST_ALL } from "../support/test_all.ts";
import { OpenedPanel } from "./opened_panel.ts";

setDeadline(300_000);

const names = ["library", "lyrics", "now_playing", "playlist", "radio"];

/** Returns a player with a playlist of 10,000 tracks and a library that is only slightly larger. */
function newPlayer(): ReferencePlayer {
  return new ReferencePlayer({ panels: {}, collectionSize: 10_000, scanMilliseconds: 0 });
}

/** Returns the texts of a panel's files, by name. */
async function filesOf(panel: string): Promise<Map<string, string>> {
  const folder = new URL(`panels/${panel}/`, root);
  const files = new Map<string, string>();
  for await (const { name } of Deno.readDir(folder)) {
    files.set(name, await Deno.readTextFile(new URL(name, folder)));
  }
  return files;
}

async function nowPlaying(browser: Browser): Promise<void> {
  const player = newPlayer();
  await player.user.play(0, 3);
  await using panel = await OpenedPanel.open(browser, "now_playing", player);
  const { frame } = panel;
  const heading = frame.getByRole("heading");
  await assertComes(() => heading.textContent(), "Eight Bells");
  await frame.getByRole("img", { name: "Cover" }).waitFor();
  await assertComes(() => frame.evaluate("document.images[0].naturalWidth > 100"), true);
  await panel.checkWidths();
  await panel.checkAccess((darkMode) => player.user.changeTheme?.({ darkMode }));

  await frame.getByRole("button", { name: "Pause" }).click();
  await frame.getByRole("button", { name: "Play", exact: true }).waitFor();
  assertEquals(player.facts.nowPlaying?.paused, true);
  const seek = frame.getByRole("slider", { name: "Position" });
  await seek.press("End");
  await assertComes(() => seek.getAttribute("aria-valuetext"), "6:05 of 6:05");
  await assertComes(() => Promise.resolve((player.facts.nowPlaying?.position ?? 0) > 360), true);
  await seek.press("Home");
  await assertComes(() => Promise.resolve(player.facts.nowPlaying?.position), 0);
  await frame.getByRole("slider", { name: "Volume" }).fill("30");
  const level = async (): Promise<unknown> => {
    const { volume, muted } = await frame.evaluate<{ volume: number; muted: boolean }>(
      "fb2k.playback.getVolume()",
    );
    return [Math.round(volume), muted];
  };
  await assertComes(level, [30, false]);
  await frame.getByRole("button", { name: "Mute" }).click();
  await assertComes(level, [30, true]);
  await frame.getByRole("button", { name: "Mute", pressed: true }).waitFor();
  await frame.getByRole("button", { name: "Next" }).click();
  await assertComes(() => heading.textContent(), "Under the Breakwater");
  await frame.getByRole("button", { name: "Previous" }).click();
  await assertComes(() => heading.textContent(), "Eight Bells");

  // A hidden panel does nothing. When it is visible again, it shows the current track.
  await panel.checkHidden(player);
  assertEquals(await heading.textContent(), "Eight Bells");
  await panel.show();
  await assertComes(async () => await heading.textContent() === "Eight Bells", false);
  // The panel also works without artwork.
  await frame.evaluate(`fb2k.artwork.getFb2kUrl = () => fb2k.invoke("no.artwork")`);
  await player.user.play(0, 3);
  await frame.getByRole("img", { name: "Cover" }).waitFor({ state: "detached" });
  assertEquals(await frame.getByRole("status").textContent(), "");
  await player.user.stop();
  await assertComes(() => heading.textContent(), "Nothing is playing");
  await assertComes(() => seek.isDisabled(), true);
}

async function playlist(browser: Browser): Promise<void> {
  const player = newPlayer();
  await using panel = await OpenedPanel.open(browser, "playlist", player);
  const { frame, page } = panel;
  const list = frame.getByRole("listbox", { name: "Tracks" });
  const row = (index: number) => frame.locator(`#row-${index}`);
  const queue = () => Promise.resolve(player.facts.queue.map(({ item }) => item));
  await row(3).dblclick();
  await row(3).getByRole("img", { name: "playing" }).waitFor();
  assertEquals(player.facts.nowPlaying?.item, 3);
  await panel.checkWidths();
  await panel.checkAccess((darkMode) => player.user.changeTheme?.({ darkMode }));

  await list.press("ArrowDown");
  await list.press("Enter");
  await row(4).getByRole("img", { name: "playing" }).waitFor();
  await list.press("ArrowDown");
  await list.press("q");
  await row(5).getByRole("img", { name: "queued 1" }).waitFor();
  assertEquals(await queue(), [5]);
  assertEquals(await list.getAttribute("aria-activedescendant"), "row-5");

  // The menu opens at the pointer. Choose a row with the mouse.
  await row(6).click({ button: "right", position: { x: 30, y: 10 } });
  const menu = page.getByRole("menu", { name: "Menu" });
  await menu.waitFor();
  const [place, opener] = await Promise.all([menu.boundingBox(), row(6).boundingBox()]);
  assert(place && opener);
  assertLess(Math.abs(place.x - opener.x - 30), 10);
  await page.getByRole("menuitem", { name: "Add to queue" }).click();
  await row(6).getByRole("img", { name: "queued 2" }).waitFor();
  // The player's own menu is for the same track.
  await frame.evaluate(`fb2k.menu.showNativePopup = ({ handles }) =>
    Promise.resolve({ success: false, error: "for " + JSON.stringify(handles) })`);
  await row(6).click({ button: "right" });
  await page.getByRole("menuitem", { name: "More…" }).click();
  const path = await frame.evaluate(`document.getElementById("row-6").track.fullPath`);
  await assertComes(() => frame.getByRole("status").textContent(), `for ${JSON.stringify([path])}`);
  // The keyboard opens the menu for the selected row.
  await row(5).click();
  await list.press("Shift+F10");
  await menu.waitFor();
  for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  await assertComes(queue, [6]);
  const count = player.facts.playlists[0]?.count ?? 0;
  const focus = async () => [
    await page.evaluate("document.activeElement.tagName"),
    await frame.evaluate("document.hasFocus() && document.activeElement.id"),
  ];
  await assertComes(focus, ["IFRAME", "tracks"]);
  await list.press("Shift+F10");
  await menu.waitFor();
  for (const key of ["End", "ArrowUp", "Enter"]) await page.keyboard.press(key);
  await assertComes(() => Promise.resolve(player.facts.playlists[0]?.count), count - 1);
  await row(5).getByRole("img", { name: "queued 1" }).waitFor();

  // Keys with Ctrl, Alt or Meta are ignored, and so is a click below the last row.
  const playing = player.facts.nowPlaying?.item;
  await row(5).click();
  for (const key of ["Control+q", "Alt+q", "Meta+q", "Control+Delete", "Meta+ArrowDown"]) {
    await list.press(key);
  }
  assertEquals(await list.getAttribute("aria-activedescendant"), "row-5");
  player.user.activatePlaylist(3);
  await assertComes(() => list.getByRole("option").count(), player.facts.playlists[3]?.count ?? -1);
  const below = { x: 30, y: (await list.boundingBox())?.height ?? 0 };
  below.y -= 5;
  const calls = await panel.countCalls();
  await list.click({ button: "right", position: below });
  await list.dblclick({ position: below });
  await frame.evaluate("fb2k.playback.getState()");
  assertEquals(await calls(), 1);
  assertEquals(await queue(), [5]);
  assertEquals(player.facts.nowPlaying?.item, playing);

  // Several tracks are selected, queued, moved and removed at once.
  player.user.activatePlaylist(0);
  await frame.locator(`[aria-setsize="${player.facts.playlists[0]?.count}"]`).first().waitFor();
  await row(2).getByRole("img", { name: "queued" }).waitFor({ state: "detached" });
  const titles = () => frame.locator("[role=option] .name").allTextContents();
  const before = await titles();
  await row(1).click();
  await row(3).click({ modifiers: ["Shift"] });
  await row(2).click({ modifiers: ["Control"] });
  await assertComes(() => frame.locator("[aria-selected=true]").count(), 2);
  const queuedBefore = (await queue()).length;
  await list.press("q");
  await assertComes(async () => (await queue()).slice(queuedBefore), [1, 3]);
  await list.press("Alt+ArrowDown");
  await assertComes(async () => (await titles()).slice(0, 5), [0, 2, 1, 4, 3].map((at) => before[at]));
  await list.press("Control+ArrowUp");
  await assertComes(async () => (await titles()).slice(0, 5), before.slice(0, 5));
  await row(1).click();
  await row(1).dragTo(row(4));
  await assertComes(async () => (await titles()).slice(0, 5), [0, 2, 3, 1, 4].map((at) => before[at]));
  // Tracks that lie apart come together where they are dropped.
  await row(0).click();
  await row(2).click({ modifiers: ["Control"] });
  await row(2).dragTo(row(4));
  await assertComes(async () => (await titles()).slice(0, 5), [2, 1, 0, 3, 4].map((at) => before[at]));
  // Some players ask only at each move of the pointer, and the last one may cross the border of a row.
  await frame.evaluate(`{
    const dataTransfer = new DataTransfer();
    dataTransfer.setData("text/plain", document.querySelector("#row-0").track.fullPath);
    const send = (type, row) => document.querySelector(row).dispatchEvent(
      new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    for (const [type, row] of [["dragenter", "#row-1"], ["dragenter", "#row-2"], ["dragleave", "#row-1"]]) {
      if (send(type, row) && type === "dragenter") throw new Error("the list does not take it");
    }
    if (document.querySelector(".drop")?.id !== "row-2") throw new Error("no mark where it would go");
    send("drop", "#row-2");
  }`);
  await assertComes(async () => (await titles()).slice(0, 4), [2, 1, 2, 0].map((at) => before[at]));
  assertEquals(await frame.locator(".drop").count(), 0);

  // The bridge's own playlists have words for the listener.
  const own = ["__webview_buffer__", "[WebView Queue]"];
  for (const name of own) player.user.createPlaylist(name);
  await assertComes(
    async () => (await frame.getByLabel("Playlist").locator("option").allTextContents()).slice(-own.length),
    ["Radio", "Queue"],
  );

  // The list follows the playing track, until the switch is off.
  await frame.getByLabel("Playlist").selectOption("Collection");
  await frame.locator('[aria-setsize="10000"]').first().waitFor();
  await player.user.play(2, 5000);
  await row(5000).getByRole("img", { name: "playing" }).waitFor();
  await frame.getByLabel("Follow").uncheck();
  await player.user.play(2, 100);
  await frame.evaluate("fb2k.playback.getState()");
  assertEquals(await row(100).count(), 0);
  await frame.getByLabel("Follow").check();
  await row(100).getByRole("img", { name: "playing" }).waitFor();
  // A track that starts late must not scroll to itself below.
  await frame.getByLabel("Follow").uncheck();
  await list.press("Home");

  // Only the visible rows of 10,000 have elements.
  await frame.getByLabel("Playlist").selectOption("Collection");
  await frame.locator('[aria-setsize="10000"]').first().waitFor();
  await list.press("End");
  await row(9999).waitFor();
  assertEquals(await row(9999).getAttribute("aria-posinset"), "10000");
  assertLess(await frame.getByRole("option").count(), 120);
  await list.press("PageUp");
  await list.press("Enter");
  await assertComes(() => Promise.resolve((player.facts.nowPlaying?.item ?? 0) > 9900), true);
  assertEquals(player.facts.nowPlaying?.playlist, 2);
  await list.getByRole("img", { name: "playing" }).waitFor();

  // Enter plays a row whose name has not come yet.
  await frame.evaluate(`{
    const { getTracks } = fb2k.playlist;
    const answers = new Promise((resolve) => globalThis.answerTracks = resolve);
    fb2k.playlist.getTracks = (params) => answers.then(() => getTracks(params));
  }`);
  await frame.evaluate(
    `{ const box = document.getElementById("tracks"); box.scrollTop = box.scrollHeight * 0.3; }`,
  );
  await row(3000).getByText("…", { exact: true }).waitFor();
  await row(3000).click();
  await list.press("Enter");
  await assertComes(() => Promise.resolve(player.facts.nowPlaying?.item), 3000);
  await frame.evaluate("answerTracks()");
  await row(3000).getByText("…", { exact: true }).waitFor({ state: "detached" });
  await row(3000).getByRole("img", { name: "playing" }).waitFor();

  // In a fling each row in view is drawn, with an ellipsis until its name comes; names come while it goes on, also when the
  // player answers late.
  await list.press("Home");
  await row(0).waitFor();
  const fling = await frame.evaluate<{ empty: number; isNamed: boolean }>(`(async () => {
    const { getTracks } = fb2k.playlist;
    fb2k.playlist.getTracks = async (params) => {
      await new Promise((late) => setTimeout(late, 100));
      return await getTracks(params);
    };
    const box = document.getElementById("tracks"), height = box.querySelector("[role=option]").offsetHeight;
    let empty = 0, isNamed = false;
    for (let frame = 0; frame < 600 && !isNamed; frame++) {
      box.scrollTop += 300;
      const first = Math.floor(box.scrollTop / height), end = Math.ceil((box.scrollTop + box.clientHeight) / height);
      const rows = [...box.querySelectorAll("[role=option]")].filter(({ index }) => index >= first && index < end);
      if (rows.length < end - first || rows.some((row) => !row.querySelector(".name").textContent)) empty++;
      isNamed = first > 1000 && rows.some(({ track }) => track);
      await new Promise(requestAnimationFrame);
    }
    fb2k.playlist.getTracks = getTracks;
    return { empty, isNamed };
  })()`);
  assertEquals(fling, { empty: 0, isNamed: true });

  // Tracks that have been loaded are not loaded again.
  await list.press("Home");
  await row(0).waitFor();
  await frame.evaluate("fb2k.playback.getState()");
  const moved = await panel.countCalls();
  for (let step = 0; step < 100; step++) await list.press("ArrowDown");
  await frame.locator("#row-100[aria-selected=true]").waitFor();
  assertLess(await moved("playlist.getTracks"), 3);
  await frame.evaluate(
    `{ const box = document.getElementById("tracks"); box.scrollTop = box.scrollHeight * 0.7; }`,
  );
  await row(7000).getByText("…", { exact: true }).waitFor({ state: "detached" });
  await row(7000).waitFor();
  assertGreater(await moved("playlist.getTracks"), 0);

  // Each event causes only the calls for what has changed.
  const events = [
    [() => player.user.pause(), "playback.getCurrentTrackIndex"],
    [() => player.user.queue(0, 1), "queue.get"],
    [
      () => frame.evaluate(`fb2k.playlist.rename({ playlist: 0, name: "Named" })`),
      "playlist.rename",
      "playlist.getAll",
    ],
    [() => player.user.removeItems(0, 9)],
  ] as const;
  for (const [act, ...expected] of events) {
    const calls = await panel.countCalls();
    await act();
    for (const name of expected) await assertComes(() => calls(name), 1);
    await frame.evaluate("fb2k.playback.getState()");
    assertEquals(await calls(), expected.length + 1);
  }

  await panel.checkHidden(player);
  // The panel's size changes, as when a player hides a tab.
  const hiddenCalls = await panel.countCalls();
  await frame.evaluate(`
    document.body.style.height = "300px";
    document.getElementById("tracks").scrollTop = 100000;
    new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))`);
  await frame.evaluate("fb2k.playback.getState()");
  assertEquals(await hiddenCalls(), 1);
  await frame.evaluate(`document.body.style.height = ""`);
  await panel.show();
  await frame.locator(`[aria-setsize="${player.facts.playlists[0]?.count}"]`).first().waitFor();
}

async function library(browser: Browser): Promise<void> {
  const player = newPlayer();
  await using panel = await OpenedPanel.open(browser, "library", player);
  const { frame } = panel;
  const queued = frame.getByRole("list").getByRole("listitem");
  const status = frame.getByRole("status");
  // An empty search finds all tracks.
  const all = (await frame.evaluate<{ count: number }>("fb2k.library.getCount()")).count;
  await status.getByText(`${all} tracks`).waitFor();
  await frame.locator(`[aria-setsize="${all}"]`).first().waitFor();
  await frame.getByRole("searchbox").fill("breakwater");
  await status.getByText("1 track", { exact: true }).waitFor();
  const list = frame.getByRole("listbox", { name: "Results" });
  const result = list.getByRole("option", { name: "Under the Breakwater – Harbour Lights" });
  await result.dragTo(frame.getByRole("region", { name: "Queue" }));
  await assertComes(() => queued.allTextContents(), ["Under the Breakwater"]);
  await list.press("q");
  await assertComes(() => queued.count(), 2);
  assertEquals(player.facts.queue.length, 2);
  // The tracks are queued where the playlist has them. Enter plays there too, also in the search, and adds nothing.
  const counts = player.facts.playlists.map(({ count }) => count);
  await frame.getByRole("searchbox").press("Enter");
  await assertComes(() => Promise.resolve(player.facts.nowPlaying?.playlist), player.facts.activePlaylist);
  assertEquals(player.facts.playlists.map(({ count }) => count), counts);
  await frame.getByLabel("Add again").check();
  await list.press("Enter");
  const active = player.facts.activePlaylist ?? 0;
  await assertComes(() => Promise.resolve(player.facts.playlists[active]?.count), (counts[active] ?? 0) + 1);
  await panel.checkWidths();
  await panel.checkAccess((darkMode) => player.user.changeTheme?.({ darkMode }));
  await list.press("Enter");
  await assertComes(() => Promise.resolve(player.facts.nowPlaying !== null), true);
  // Enter plays what was searched for, also before it is shown.
  await frame.getByRole("searchbox").fill("eight bells");
  await frame.getByRole("searchbox").press("Enter");
  await assertComes(() => {
    const { handle } = player.facts.nowPlaying ?? {};
    return Promise.resolve(handle && player.facts.describe(handle).title);
  }, "Eight Bells");
  await frame.getByRole("searchbox").fill("(");
  await status.getByText("Invalid query").waitFor();

  await panel.checkHidden(player);

  // The length of a stream is unknown, and a title may run from right to left.
  await frame.evaluate(`
    fb2k.library.search = async () => ({ total: 1, tracks: [{ title: "\u05e9\u05dc\u05d5\u05dd", duration: 0, fullPath: "a" }] });
    fb2k.queue.get = async () => ({ count: 1, items: [{ title: "\u05e9\u05dc\u05d5\u05dd" }] });`);
  await panel.show();
  await frame.getByRole("searchbox").fill("a");
  await frame.getByText("1 track", { exact: true }).waitFor();
  assertEquals(await frame.locator("[role=option] .name").allTextContents(), ["\u05e9\u05dc\u05d5\u05dd"]);
  const direction = (selector: string) =>
    frame.evaluate(`getComputedStyle(document.querySelector("${selector}")).direction`);
  assertEquals(await direction(".name"), "rtl");
  await assertComes(() => queued.count(), 1);
  assertEquals(await direction("li"), "rtl");
}

async function lyrics(browser: Browser): Promise<void> {
  const player = newPlayer();
  await player.user.play(0, 0);
  await using panel = await OpenedPanel.open(browser, "lyrics", player);
  const { frame } = panel;
  const lines = frame.getByRole("region", { name: "Lyrics" }).locator("p");
  await panel.checkWidths();
  await panel.checkAccess((darkMode) => player.user.changeTheme?.({ darkMode }));
  await panel.show();
  const texts: { synced: boolean; lyrics: string }[] = [];
  for (const item of [0, 1, 2, 3]) {
    await player.user.play(0, item);
    const title = player.facts.describe(player.facts.nowPlaying?.handle ?? { path: "", subsong: 0 }).title;
    await assertComes(() => frame.getByRole("heading").textContent(), title);
    texts.push(await frame.evaluate("fb2k.lyrics.get()"));
  }
  const item = texts.findIndex(({ synced }) => synced);
  await player.user.play(0, item);
  const [, minutes = "", seconds = "", text = ""] =
    /\[(\d+):([\d.]+)\]([^\n]*)\n?$/.exec(texts[item]?.lyrics.trimEnd() ?? "") ?? [];
  await assertComes(async () => await lines.count() > 1, true);
  await player.user.seek(60 * Number(minutes) + Number(seconds) + 1);
  await assertComes(() => frame.locator("p.now").allTextContents(), [text.trim()]);
  const none = texts.findIndex(({ lyrics }) => !lyrics);
  await player.user.play(0, none);
  await frame.getByRole("status").getByText("There are no lyrics.").waitFor();
  await player.user.stop();
  await assertComes(() => frame.getByRole("heading").textContent(), "Nothing is playing");
  await panel.checkHidden(player);
}

async function radio(browser: Browser): Promise<void> {
  const player = newPlayer();
  await using panel = await OpenedPanel.open(browser, "radio", player);
  const { frame } = panel;
  const title = frame.locator("#now");
  const session = (member: string) =>
    frame.evaluate<string>(`fb2k.jitQueue.getState().then(({ ${member} }) => ${member})`);
  await frame.locator("option").nth(1).waitFor({ state: "attached" });
  await panel.checkHidden(player);
  await panel.show();
  const genre = await frame.locator("option").nth(1).textContent() ?? "";
  await frame.getByLabel("Genre").selectOption(genre);
  await frame.getByRole("button", { name: "Start" }).click();
  await assertComes(async () => await session("nextTrackId") !== "", true);
  const first = await session("currentTrackId");
  const playing = player.facts.nowPlaying;
  assert(playing);
  assertEquals(player.facts.describe(playing.handle).genre, genre);
  assertStringIncludes(await title.textContent() ?? "", player.facts.describe(playing.handle).title);
  await panel.checkWidths();
  await panel.checkAccess((darkMode) => player.user.changeTheme?.({ darkMode }));

  await frame.getByRole("button", { name: "Skip" }).click();
  await assertComes(async () => ["", first].includes(await session("nextTrackId")), false);
  assert(await session("currentTrackId") !== first);
  await frame.getByRole("button", { name: "Skip", disabled: false }).waitFor();

  // A reloaded panel shows the same track.
  const name = await title.textContent() ?? "";
  await frame.goto(frame.url());
  await assertComes(() => title.textContent(), name);

  // The radio goes on while the panel is hidden.
  await panel.hide();
  await assertComes(async () => await session("nextTrackId") !== "", true);
  const next = await session("nextTrackId");
  await player.user.next();
  await assertComes(() => session("currentTrackId"), next);
  await assertComes(async () => !["", next].includes(await session("nextTrackId")), true);
  assertEquals(await frame.getByRole("listitem").allTextContents(), [name]);
  await frame.getByRole("button", { name: "Stop" }).click();
  await assertComes(() => title.textContent(), "–");
  assertEquals(player.facts.nowPlaying, null);

  // Without network all tracks fail. Start tries again.
  await frame.evaluate(`
    fb2k.library.getRandomTracks = async () => ({
      tracks: [{ title: "Gone", fullPath: "https://broken.example/gone.mp3" }],
    });`);
  const calls = await panel.countCalls();
  const added = async () => [await calls("jitQueue.playNow"), await calls("jitQueue.enqueueNext")];
  for (const round of [1, 2]) {
    await frame.getByRole("button", { name: "Start" }).click();
    await assertComes(added, [round, round * 9]);
    await frame.getByRole("status").getByText("The radio has ended: too many tracks failed.").waitFor();
  }
  assertEquals(await added(), [2, 18]);
  assertEquals(player.facts.nowPlaying, null);
}

/** What each panel lacks in a player without extensions. */
const lacking: Readonly<Record<string, string>> = {
  library: "library, playback, playlist",
  lyrics: "lyrics, playback",
  now_playing: "playback",
  playlist: "playlist, playback, ui",
  radio: "library",
};

Deno.test("each panel is a folder with less than 250 lines, and loads its own files and what the panels share", async () => {
  for (const name of names) {
    const files = await filesOf(name);
    assertLess([...files.values()].join("").split("\n").length - 1, 250, name);
    for (const [file, text] of files) {
      assert(!/(?:src|href)="(?:\w+:)?\/|@import|url\(/.test(text), `${name}/${file}`);
      for (const [, shared = ""] of text.matchAll(/"\.\.\/([^"]+)"/g)) {
        assertStringIncludes("base.css base.js list.css list.js", shared, `${name}/${file}`);
      }
    }
  }
});

Deno.test({
  name: `panels in a real browser${whyIgnored}`,
  ignore: browserProgram === undefined,
  async fn(t) {
    const browser = await launch();
    try {
      const steps = { lyrics, now_playing: nowPlaying, playlist, library, radio };
      for (const [name, fn] of Object.entries(steps)) {
        // Outside the full test run, one panel is enough to show that panels work.
        const isLeftOut = !TEST_ALL && name !== "now_playing";
        await t.step({
          name: name + (isLeftOut ? leftOut("four of five panels") : ""),
          ignore: isLeftOut,
          fn: () => fn(browser),
        });
      }
      await t.step("a panel in a frame, which has no storage in this browser", async () => {
        const folder = new URL("panels/playlist", root).pathname;
        const [host, extensions] = [newPlayer(), extensionNames];
        await using test = await TestPlayground.start({ folder, extensions, host });
        await using watched = await WatchedPage.open(browser, test.server.address);
        const frame = watched.page.frameLocator("iframe");
        await frame.locator("#row-3").waitFor();
        await frame.getByLabel("Follow").uncheck();
        assertEquals([test.reported, watched.complaints], [[], []]);
      });
      // Outside the full test run, one panel is enough.
      const chosen = TEST_ALL ? names : ["playlist"];
      await t.step(`a player without extensions${leftOut("four of five panels")}`, async () => {
        for (const name of chosen) {
          await using panel = await OpenedPanel.open(browser, name, newPlayer(), []);
          const text = `This player lacks what the panel needs: ${lacking[name]}.`;
          await panel.frame.getByRole("status").getByText(text, { exact: true }).waitFor();
          assertEquals(panel.complaints.splice(0), [text]);
        }
      });
    } finally {
      await browser.close();
    }
  },
});
