/**
 * `deno task --cwd tools audacious:tour`: makes an animated picture, a tour of Audacious with panels. Each picture is taken
 * when its step is done and shown for a fixed time, so the speed of the machine does not matter. A caption at the bottom
 * says what happens.
 */

import { assert } from "@std/assert";
import { join } from "@std/path";
import { eventually, type Page } from "../../tests/players/audacious/real_audacious.ts";
import { animate, type Frame } from "../animate.ts";
import { optionsOrExit } from "../support/options.ts";
import { root } from "../tree.ts";
import { type PanelName, Stage } from "./stage.ts";

optionsOrExit({
  name: "audacious:tour",
  usage: `Makes the tour of Audacious with panels, docs/images/audacious-tour.webp. Needs the plugin built,
Xvfb, xdotool and ffmpeg.

Usage: deno task --cwd tools audacious:tour
`,
  options: {},
});

const WIDTH = 960;
const QUALITY = 60;
const CAPTION_HEIGHT = 40;
/** Durations of pictures, in seconds. */
const BRIEFLY = 0.7, LONG = 3.5;
/** The position of the label "Panels" in the menu bar, and the panels in the menu. */
const menu = { x: 358, y: 30, rows: ["library", "lyrics", "now_playing", "playlist", "radio"] };

await using stage = await Stage.start({ theme: "dark", panels: [] });
const { desktop, audacious } = stage;
const pages = new Map<PanelName, { page: Page; x: number; y: number }>();
const pictures: (Frame & { readonly caption: string })[] = [];
let caption = "";

/** Takes a picture, which is shown for a number of seconds. */
async function show(seconds: number): Promise<void> {
  // Audacious and its pages draw within this time, even on a busy machine.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const file = join(desktop.directory, `${pictures.length}.png`);
  await stage.screenshot(file, { withMouse: true });
  pictures.push({ file, seconds, caption });
}

/** Sets the caption, and takes a picture with it. */
async function step(text: string): Promise<void> {
  caption = text;
  await show(LONG);
}

/** Moves the mouse, and then clicks. */
async function mouse(x: number, y: number, ...click: readonly string[]): Promise<void> {
  await desktop.xdotool("mousemove", String(Math.round(x)), String(Math.round(y)));
  await show(BRIEFLY);
  await desktop.xdotool("click", ...click);
}

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await desktop.xdotool("key", key);
    await show(BRIEFLY);
  }
}

/** Runs an action that opens a menu, and waits until the menu is on the screen. */
async function openMenu(act: () => Promise<void>): Promise<void> {
  const windows = async (): Promise<number> =>
    (await desktop.xdotool("search", "--onlyvisible", "--class", "audacious")).split("\n").length;
  const before = await windows();
  await act();
  await eventually(async () => assert(await windows() > before, "no menu opens"));
  await show(BRIEFLY);
}

/** Opens a panel from the menu, and waits until it shows something. */
async function open(panel: PanelName, ready: string): Promise<void> {
  await openMenu(() => mouse(menu.x, menu.y, "1"));
  await press(...menu.rows.slice(0, menu.rows.indexOf(panel) + 1).map(() => "Down"), "Return");
  const page = await audacious.page(panel);
  pages.set(panel, { page, ...await stage.point(panel, page) });
  await until(panel, ready);
}

function opened(panel: PanelName): { page: Page; x: number; y: number } {
  const found = pages.get(panel);
  if (!found) throw new Error(`${panel} is not open`);
  return found;
}

async function until(panel: PanelName, expression: string): Promise<void> {
  await stage.until(opened(panel).page, expression);
}

/** Clicks an element of a panel. */
async function click(panel: PanelName, selector: string, ...how: readonly string[]): Promise<void> {
  const { page, x, y } = opened(panel);
  const element = `document.querySelector(${JSON.stringify(selector)})`;
  await stage.until(page, `!!${element}`);
  const { left, top, width, height } = await page.evaluate(`{
    const { left, top, width, height } = ${element}.getBoundingClientRect();
    ({ left, top, width, height });
  }`);
  await mouse(x + left + Math.min(width / 2, 120), y + top + height / 2, ...how);
}

await step("Audacious with the plugin. The menu Panels lists the panels.");
await open("now_playing", "!document.querySelector('#controls').disabled");
await step("A panel is a web page in a dock: here the cover and the controls.");
await open("playlist", "!!document.querySelector('#row-3')");
await step("A second panel shows the playlist. A double click plays a track.");
await click("playlist", "#row-3", "--repeat", "2", "--delay", "80", "1");
await until("now_playing", "document.querySelector('#title').textContent === 'Eight Bells'");
await step("Audacious plays it, and both panels follow.");
await click("now_playing", "#seek", "1");
await step("The seek bar and the buttons work in Audacious.");
await step("A panel opens menus. Audacious draws them.");
await openMenu(() => click("playlist", "#row-5", "3"));
await press("Down", "Down", "Return");
await step("The track is in the queue of Audacious.");
await open("library", "document.readyState === 'complete'");
await step("The library panel searches.");
await click("library", "#query", "1");
for (const part of ["ma", "chi", "nes"]) {
  await desktop.xdotool("type", "--delay", "100", part);
  await show(BRIEFLY);
}
await until("library", "document.querySelector('[role=option]').textContent.includes('Power On')");
await step("Q queues a result as well.");
await click("library", "[role=option]", "1");
await press("q");
await step("The radio panel chooses tracks, and the bridge requests each in time.");
await open("radio", "document.readyState === 'complete'");
await click("radio", "#start", "1");
await until("radio", "!document.querySelector('#skip').disabled");
await step("The radio plays until the queue comes. Panels and their places are remembered.");

const drawn: string[] = [];
let at = 0;
for (const [index, { seconds, caption }] of pictures.entries()) {
  const file = join(desktop.directory, `${index}.txt`);
  await Deno.writeTextFile(file, caption);
  drawn.push(
    `drawtext=textfile=${file}:x=16:y=h-30:fontsize=18:fontcolor=white:font=Sans:` +
      `enable='gte(t,${at.toFixed(2)})*lt(t,${(at + seconds).toFixed(2)})'`,
  );
  at += seconds;
}
const filter = [`scale=${WIDTH}:-2`, `pad=iw:ih+${CAPTION_HEIGHT}:0:0:0x1f3a5f`, ...drawn].join(",");
const path = new URL("docs/images/audacious-tour.webp", root).pathname;
await animate(pictures, { path, filter, quality: QUALITY });
Deno.stdout.writeSync(
  new TextEncoder().encode(
    `${path}: ${pictures.length} pictures, ${at} s, ${(await Deno.stat(path)).size} bytes\n`,
  ),
);
