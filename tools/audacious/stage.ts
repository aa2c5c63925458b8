/** A real Audacious with music and the panels of the tree, for pictures and benchmarks. */

import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import {
  Audacious,
  Desktop,
  eventually,
  type Page,
  run,
} from "../../tests/players/audacious/real_audacious.ts";
import { setDeadline } from "../../tests/support/deadline.ts";
import { root } from "../tree.ts";
import { writeMusic } from "./music.ts";

setDeadline(Infinity);

/** The screen of the desktop. */
const SCREEN = { width: 1280, height: 800 };
/** Qt leaves room for a title bar above the window. */
const TITLE_BAR = 20;
/** A point in each panel, where `QtUi.conf` docks it. */
const inside = {
  library: { x: 120, y: 200 },
  now_playing: { x: 1000, y: 200 },
  playlist: { x: 120, y: 600 },
  radio: { x: 1000, y: 680 },
};
/** The name of a panel of the tree. */
export type PanelName = keyof typeof inside;
const panelNames: readonly PanelName[] = ["library", "now_playing", "playlist", "radio"];

export interface StageOptions {
  readonly theme: "dark" | "light";
  /** The names of the panels that are open at the start. */
  readonly panels: readonly PanelName[];
}

/** Audacious on a desktop of its own, with its music in a playlist. */
export class Stage implements AsyncDisposable {
  readonly desktop: Desktop;
  readonly audacious: Audacious;
  readonly music: readonly string[];

  private constructor(desktop: Desktop, audacious: Audacious, music: readonly string[]) {
    this.desktop = desktop;
    this.audacious = audacious;
    this.music = music;
  }

  static async start({ theme, panels }: StageOptions): Promise<Stage> {
    const so = new URL("dist/players/audacious/tonearm.so", root).pathname;
    if (!await Deno.stat(so).then(() => true, () => false)) {
      throw new Error(`${so} is missing: build it as players/audacious/README.md says`);
    }
    const desktop = await Desktop.start(so);
    await desktop.write({
      config: `
[tonearm]
bridge=${new URL("main.ts", root).pathname}
deno=${Deno.execPath()}
open_panels=${panels.join("/")}
[audqt]
theme=${theme === "dark" ? "dark" : ""}
icon_theme=audacious-flat${theme === "dark" ? "-dark" : ""}
${panelNames.map((name) => `[tonearm-panel-${name}]\nis_known=TRUE\n`).join("")}`,
      // Where the four panels are docked, as Audacious saves it.
      "QtUi.conf": await Deno.readTextFile(new URL("QtUi.conf", import.meta.url)),
    });
    await Deno.mkdir(join(desktop.config, "tonearm"));
    await Deno.symlink(new URL("panels", root).pathname, join(desktop.config, "tonearm/panels"));
    const music = await writeMusic(join(desktop.directory, "Music"));
    const audacious = await Audacious.start(desktop);
    const stage = new Stage(desktop, audacious, music);
    for (const path of music) await desktop.audtool("--playlist-addurl", `file://${encodeURI(path)}`);
    await eventually(async () =>
      assertEquals(await desktop.audtool("--playlist-length"), String(music.length))
    );
    await desktop.audtool("--set-current-playlist-name", "Evening");
    return stage;
  }

  /** Writes what the window shows to a PNG file. */
  async screenshot(path: string, { withMouse = false } = {}): Promise<void> {
    const size = `${SCREEN.width}x${SCREEN.height - TITLE_BAR}`;
    const display = `${this.desktop.env["DISPLAY"]}+0,${TITLE_BAR}`;
    const grab = ["-f", "x11grab", "-draw_mouse", withMouse ? "1" : "0", "-video_size", size, "-i", display];
    await run("ffmpeg", ["-v", "error", "-y", ...grab, "-frames:v", "1", path]);
  }

  /** Waits until an expression is true in a page. */
  async until(page: Page, expression: string): Promise<void> {
    await eventually(async () => assert(await page.evaluate(expression), expression));
  }

  /** Points at a panel, and returns the position of its page's origin on the screen. */
  async point(panel: PanelName, page: Page): Promise<{ x: number; y: number }> {
    let { x, y } = inside[panel];
    return await eventually(async () => {
      await page.evaluate(
        `window.pointed ||= (addEventListener("mousemove", ({ screenX, screenY, clientX, clientY }) =>
        window.originOfPage = { x: screenX - clientX, y: screenY - clientY }, true), true)`,
      );
      await this.desktop.xdotool("mousemove", String(++x), String(++y));
      const origin = await page.evaluate("window.originOfPage");
      assert(origin, `the page of ${panel} receives no mouse events`);
      return origin;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.audacious[Symbol.asyncDispose]();
    await this.desktop[Symbol.asyncDispose]();
  }
}
