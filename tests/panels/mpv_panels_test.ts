import { assertEquals } from "@std/assert";
import { startMpv } from "../../playground/players.ts";
import { mpvTest, quietMpv, wav } from "../players/mpv/real_mpv.ts";
import { browserProgram, launch } from "../playground/browser.ts";
import { assertComes } from "../playground/page_actions.ts";
import { setDeadline } from "../support/deadline.ts";
import { TEST_ALL } from "../support/test_all.ts";
import { OpenedPanel } from "./opened_panel.ts";

setDeadline(300_000);

/** The titles of the tracks in mpv's playlist. */
const titles = ["First", "Second", "Third"];

/** Writes the files of the tracks and starts a browser. */
async function prepare(stack: AsyncDisposableStack, seconds: number) {
  const directory = await Deno.makeTempDir({ prefix: "tonearm-mpv-panels-" });
  stack.defer(() => Deno.remove(directory, { recursive: true }));
  const paths = titles.map((title) => `${directory}/${title}.wav`);
  for (const [index, path] of paths.entries()) {
    await Deno.writeFile(path, wav(seconds, { INAM: titles[index] ?? "", IART: "Nobody", IGNR: "Sea" }));
  }
  const browser = stack.adopt(await launch(), (browser) => browser.close());
  return { directory, paths, browser };
}

async function controlsMpv(): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const { directory, paths, browser } = await prepare(stack, 60);
  for (const name of ["now_playing", "playlist"]) {
    const mpv = await startMpv(directory, { args: quietMpv.args, environment: () => undefined });
    await using panel = await OpenedPanel.open(browser, name, mpv);
    const { frame } = panel;
    await frame.evaluate(`fb2k.playback.playPaths({ paths: ${JSON.stringify(paths)} })`);
    const property = (name: string) => mpv.link.command("get_property", name);
    if (name === "now_playing") {
      const heading = frame.getByRole("heading");
      await assertComes(() => heading.textContent(), "First");
      await frame.getByRole("button", { name: "Pause" }).click();
      await assertComes(() => property("pause"), true);
      await frame.getByRole("slider", { name: "Position" }).fill("30");
      await assertComes(async () => Math.round(Number(await property("time-pos"))), 30);
      await frame.getByRole("slider", { name: "Volume" }).fill("0");
      await assertComes(async () => Math.round(Number(await property("volume"))), 0);
      await frame.getByRole("button", { name: "Next" }).click();
      await assertComes(() => heading.textContent(), "Second");
      continue;
    }
    const list = frame.getByRole("listbox", { name: "Tracks" });
    const row = (index: number) => frame.locator(`#row-${index}`);
    await row(0).getByRole("img", { name: "playing" }).waitFor();
    await row(2).dblclick();
    await row(2).getByRole("img", { name: "playing" }).waitFor();
    await assertComes(() => property("media-title"), "Third");
    await list.press("Home");
    await list.press("q");
    await row(0).getByRole("img", { name: "queued 1" }).waitFor();
    await list.press("Shift+F10");
    await panel.page.getByRole("menu", { name: "Menu" }).waitFor();
    for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await panel.page.keyboard.press(key);
    await assertComes(() => row(0).getByRole("img", { name: "queued" }).count(), 0);
    assertEquals(mpv.facts.queue, []);
  }
}

/** Checks that files that mpv loads while the panel is open appear in the library. */
async function opensLibrary(): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const { directory, paths, browser } = await prepare(stack, 60);
  const mpv = await startMpv(directory, { args: quietMpv.args, environment: () => undefined });
  await using panel = await OpenedPanel.open(browser, "library", mpv);
  const { frame } = panel;
  await mpv.load(paths);
  const list = frame.getByRole("listbox", { name: "Results" });
  const results = () => list.getByRole("option").locator(".name").allTextContents();
  await frame.getByRole("searchbox").fill("nobody");
  await assertComes(results, titles.map((title) => `${title} – Nobody`));
  await frame.getByRole("searchbox").fill("second");
  await assertComes(results, ["Second – Nobody"]);
  await frame.getByRole("status").getByText("1 track", { exact: true }).waitFor();
  const row = list.getByRole("option");
  const playing = () => mpv.link.command("get_property", "media-title");
  await row.dblclick();
  await assertComes(playing, "Second");
  await frame.getByRole("searchbox").fill("third");
  await assertComes(results, ["Third – Nobody"]);
  await list.press("q");
  await assertComes(() => frame.getByRole("listitem").allTextContents(), ["Third"]);
  assertEquals(mpv.facts.queue.length, 1);
  await frame.getByRole("searchbox").fill("first");
  await assertComes(results, ["First – Nobody"]);
  await list.press("Enter");
  await assertComes(playing, "First");
}

/** Checks that the radio ends. It plays the first and third track; the file of the second one does not exist. */
async function endsRadio(): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const { directory, paths, browser } = await prepare(stack, 1);
  const mpv = await startMpv(directory, { args: quietMpv.args, environment: () => undefined });
  await using panel = await OpenedPanel.open(browser, "radio", mpv);
  const { frame } = panel;
  await mpv.load(paths);
  await frame.locator("option", { hasText: "Sea" }).waitFor({ state: "attached" });
  await mpv.link.command("stop");
  await Deno.remove(paths[1] ?? "");
  // Fix the random numbers with which the page chooses tracks.
  await frame.evaluate(`{
    const drawn = [0, 0.5, 0.9];
    Math.random = () => drawn.shift() ?? 0.5;
  }`);
  await frame.getByLabel("Genre").selectOption("Sea");
  const calls = await panel.countCalls();
  await frame.getByRole("button", { name: "Start" }).click();
  await frame.getByRole("status").getByText("The radio has ended: too many tracks failed.").waitFor({
    timeout: 120_000,
  });
  const heard = await frame.locator("li, #now").allTextContents();
  assertEquals(heard.toSorted(), ["First – Nobody", "Third – Nobody"]);
  assertEquals(await calls("jitQueue.playNow"), 1);
  // The missing second track, the third track, and then ten failures in a row.
  assertEquals(await calls("jitQueue.enqueueNext"), 12);
}

const lacking = browserProgram === undefined ? "there is no Chromium" : undefined;

for (
  const [name, test] of [
    ["panels show and control mpv in a real browser", controlsMpv],
    ["the library panel finds, plays and queues the files of mpv", opensLibrary],
    ["the radio panel skips a missing file, and ends when all fail", endsRadio],
  ] as const
) mpvTest(name, test, TEST_ALL ? lacking : "it needs seconds of CPU time: set TONEARM_TEST_ALL=1");
