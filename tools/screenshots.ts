/** `deno task --cwd tools screenshots [CHROMIUM]`: takes the screenshots of the playground and the panels for the documents. */

import { type Browser, chromium, type FrameLocator, type Page } from "playwright-core";
import { ReferencePlayer } from "../players/reference/mod.ts";
import { PanelFolder } from "../playground/panel_files.ts";
import { frameKeysOf } from "../playground/panels.ts";
import { Playground } from "../playground/playground.ts";
import { servePlayground } from "../playground/server.ts";
import { optionsOrExit } from "./support/options.ts";
import { root } from "./tree.ts";

const encoder = new TextEncoder();
const { operands: [program = "/usr/bin/chromium"] } = optionsOrExit({
  name: "screenshots",
  operands: true,
  usage: `Takes the screenshots of the playground in docs/images/. Needs Chromium.

Usage: deno task --cwd tools screenshots [CHROMIUM]

CHROMIUM is its path, /usr/bin/chromium by default.
`,
  options: {},
});
const logDirectory = await Deno.makeTempDir({ prefix: "tonearm-screenshots-" });
try {
  const browser = await chromium.launch({
    executablePath: program,
    args: Deno.build.os === "linux" && Deno.uid() === 0 ? ["--no-sandbox"] : [],
  });
  try {
    await takePlayground(browser);
    await takePanel(browser, "now_playing", "dark", async (panel) => {
      await panel.locator('#cover[src*="base64"]').waitFor();
      await panel.getByText("Eight Bells").waitFor();
    });
    await takePanel(browser, "playlist", "light", async (panel, page) => {
      await panel.locator("#row-6").click({ button: "right", position: { x: 80, y: 14 } });
      await page.getByRole("menuitem", { name: "Play", exact: true }).waitFor();
    });
    await takePanel(browser, "library", "dark", async (panel) => {
      await panel.getByRole("searchbox").fill("harbour");
      await panel.getByRole("status").getByText(/^\d+ tracks$/).waitFor();
    });
    await takePanel(browser, "radio", "light", async (panel) => {
      await panel.getByRole("button", { name: "Start" }).click();
      await panel.getByText("The radio plays").waitFor();
      await panel.getByRole("button", { name: "Skip" }).click();
      await panel.getByRole("listitem").waitFor();
      await panel.locator("#skip:enabled").waitFor();
    });
  } finally {
    await browser.close();
  }
} finally {
  await Deno.remove(logDirectory, { recursive: true });
}

/** Takes the screenshot of a playground with a menu. */
async function takePlayground(browser: Browser): Promise<void> {
  await using playground = new Playground(new ReferencePlayer({ panels: {} }), { logDirectory });
  const token = crypto.randomUUID().replaceAll("-", "");
  await using server = servePlayground(playground, { port: 0, token });
  const context = await browser.newContext({ viewport: { width: 1360, height: 860 }, colorScheme: "dark" });
  const page = await context.newPage();
  await page.goto(server.address);
  await page.getByText("Bridge is running").waitFor();
  await openMenu(page);
  const path = "docs/images/playground-dark.png";
  await Deno.mkdir(new URL("docs/images/", root), { recursive: true });
  await Deno.writeFile(new URL(path, root), await page.screenshot());
  await context.close();
  Deno.stdout.writeSync(encoder.encode(`${path}\n`));
}

/** Takes the screenshot of a panel, with a playing track and a queue. */
async function takePanel(
  browser: Browser,
  name: string,
  colorScheme: "light" | "dark",
  play: (panel: FrameLocator, page: Page) => Promise<void>,
): Promise<void> {
  const folder = new URL(`panels/${name}`, root).pathname;
  const theme = { darkMode: colorScheme === "dark" };
  const player = new ReferencePlayer({ panels: {}, collectionSize: 1000, scanMilliseconds: 0, theme });
  await player.user.play(0, 3);
  await player.user.seek(90);
  // A radio ends when the player plays from the queue.
  if (name !== "radio") player.user.queue(0, 4, 1);
  const token = crypto.randomUUID().replaceAll("-", "");
  const frameKey = frameKeysOf(token, folder);
  await using playground = new Playground(player, { logDirectory, frameKey });
  await using server = servePlayground(playground, {
    port: 0,
    token,
    folder: await PanelFolder.open(folder),
  });
  const context = await browser.newContext({ viewport: { width: 360, height: 420 }, colorScheme });
  const page = await context.newPage();
  await page.goto(`${server.address}#panel`);
  await play(page.frameLocator("iframe"), page);
  const path = `docs/images/panel-${name.replace("_", "-")}-${colorScheme}.png`;
  await Deno.writeFile(new URL(path, root), await page.screenshot());
  await context.close();
  Deno.stdout.writeSync(encoder.encode(`${path}\n`));
}

/** Opens a menu with all kinds of rows and an open submenu. */
async function openMenu(page: Page): Promise<void> {
  await page.getByRole("listbox", { name: "Tracks" }).getByRole("option").nth(3).dblclick();
  await page.locator("summary").getByText("menu", { exact: true }).click();
  await page.locator(".operations").getByRole("button", { name: "menu.show", exact: true }).click();
  const card = page.locator("article").first();
  await card.getByRole("button", { name: "Call", exact: true }).click();
  await card.getByRole("status").getByText("menu.show: answered").waitFor();
  await page.getByRole("menuitem", { name: "Add to" }).hover();
  await page.getByRole("menuitem", { name: "New playlist" }).hover();
  await page.getByRole("menuitem", { name: "Named…" }).waitFor();
}
