/**
 * `deno task --cwd tools picture [CHROMIUM]`: makes the moving picture of README.md, a panel in the playground that is used with
 * the mouse. Needs Chromium and ffmpeg.
 */

import { type Browser, chromium, type Locator, type Page } from "playwright-core";
import { ReferencePlayer } from "../players/reference/mod.ts";
import { PanelFolder } from "../playground/panel_files.ts";
import { frameKeysOf } from "../playground/panels.ts";
import { Playground } from "../playground/playground.ts";
import { servePlayground } from "../playground/server.ts";
import { animate, type Frame } from "./animate.ts";
import { optionsOrExit } from "./support/options.ts";
import { root } from "./tree.ts";

const PICTURE = "docs/images/panel-in-use.webp";
const MAX_BYTES = 1_000_000;
const { operands: [program = "/usr/bin/chromium"] } = optionsOrExit({
  name: "picture",
  operands: true,
  usage: `Makes the moving picture of README.md. Needs Chromium and ffmpeg.

Usage: deno task --cwd tools picture [CHROMIUM]

CHROMIUM is its path, /usr/bin/chromium by default.
`,
  options: {},
});

/** Time for the page to show a step, in milliseconds. */
const SETTLED_MS = 700;
/** The position of the mouse. */
let place = { x: 600, y: 420 };
const frames: Frame[] = [];
const folder = await Deno.makeTempDir({ prefix: "tonearm-picture-" });
try {
  const browser = await chromium.launch({
    executablePath: program,
    args: Deno.build.os === "linux" && Deno.uid() === 0 ? ["--no-sandbox"] : [],
  });
  try {
    await film(browser);
  } finally {
    await browser.close();
  }
  await encode();
} finally {
  await Deno.remove(folder, { recursive: true });
}

/** Uses the playlist panel, and takes the frames. */
async function film(browser: Browser): Promise<void> {
  const player = new ReferencePlayer({ panels: {}, collectionSize: 1000, scanMilliseconds: 0 });
  const panelFolder = new URL("panels/playlist", root).pathname;
  const token = crypto.randomUUID().replaceAll("-", "");
  const logDirectory = `${folder}/log`;
  await Deno.mkdir(logDirectory);
  await using playground = new Playground(player, {
    logDirectory,
    frameKey: frameKeysOf(token, panelFolder),
  });
  await using server = servePlayground(playground, {
    port: 0,
    token,
    folder: await PanelFolder.open(panelFolder),
  });
  const page = await browser.newPage({ viewport: { width: 1200, height: 720 }, colorScheme: "dark" });
  await page.goto(server.address);
  await page.getByText("Bridge is running").waitFor();
  await showPointer(page);
  const panel = page.frameLocator("iframe");
  const row = (index: number) => panel.locator(`#row-${index}`);
  await row(3).waitFor();
  // The messages of the panel alone.
  await page.getByPlaceholder("Filter: a name").fill("framed");
  await page.mouse.move(600, 420);
  await take(page, 1.5);

  await moveTo(page, row(3));
  await take(page, 0.8);
  await row(3).dblclick({ position: { x: 80, y: 14 } });
  await row(3).getByRole("img", { name: "playing" }).waitFor();
  await take(page, 2);

  await moveTo(page, row(6));
  await take(page, 0.6);
  await row(6).click({ button: "right", position: { x: 80, y: 14 } });
  const choice = page.getByRole("menuitem", { name: "Add to queue" });
  await choice.waitFor();
  await take(page, 1.5);
  await moveTo(page, choice);
  await take(page, 0.8);
  await choice.click();
  await page.getByRole("heading", { name: "Queue (1)" }).waitFor();
  await row(6).getByRole("img", { name: "queued 1" }).waitFor();
  await take(page, 2);

  const next = page.getByRole("button", { name: "Next", exact: true });
  await moveTo(page, next);
  await take(page, 0.8);
  await next.click();
  await row(6).getByRole("img", { name: "playing" }).waitFor();
  await take(page, 3);
}

/** Draws a mouse pointer, which screenshots lack. */
async function showPointer(page: Page): Promise<void> {
  // A string, because this module is checked without the DOM types.
  await page.evaluate(`
    const pointer = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const arrow = document.createElementNS(pointer.namespaceURI, "path");
    arrow.setAttribute("d", "M1 1v17l4.5-4 3 7 3-1.3-3-6.7h6z");
    arrow.setAttribute("fill", "white");
    arrow.setAttribute("stroke", "black");
    pointer.append(arrow);
    pointer.setAttribute("width", "18");
    pointer.setAttribute("height", "24");
    pointer.id = "pointer";
    pointer.style.cssText = "position: fixed; z-index: 9; pointer-events: none";
    document.documentElement.append(pointer);
  `);
}

/** Moves the mouse and its pointer to the start of an element, in a few frames. */
async function moveTo(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error("the picture's script points to something that is not there");
  const end = { x: box.x + Math.min(80, box.width / 2), y: box.y + Math.min(14, box.height / 2) };
  for (const part of [0.4, 0.75, 1]) {
    const [x, y] = [place.x + (end.x - place.x) * part, place.y + (end.y - place.y) * part];
    await page.mouse.move(x, y);
    await page.evaluate(
      `Object.assign(document.getElementById("pointer").style, { left: "${x}px", top: "${y}px" })`,
    );
    if (part < 1) await take(page, 0.08);
  }
  place = end;
}

/** Takes a frame, when the page has shown what the last step did. */
async function take(page: Page, seconds: number): Promise<void> {
  if (seconds > 0.5) await page.waitForTimeout(SETTLED_MS);
  const file = `${folder}/${frames.length}.png`;
  await Deno.writeFile(file, await page.screenshot());
  frames.push({ file, seconds });
}

/** Makes the picture from the frames. */
async function encode(): Promise<void> {
  const path = `${folder}/picture.webp`;
  await animate(frames, { path, filter: "scale=960:-1:flags=lanczos", quality: 70 });
  const picture = await Deno.readFile(path);
  if (picture.length > MAX_BYTES) {
    throw new Error(`the picture has ${picture.length} bytes; limit ${MAX_BYTES}`);
  }
  await Deno.writeFile(new URL(PICTURE, root), picture);
  const told = `${PICTURE}: ${picture.length} bytes, ${frames.length} frames\n`;
  Deno.stdout.writeSync(new TextEncoder().encode(told));
}
