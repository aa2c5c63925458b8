/** `deno task --cwd tools audacious:screenshots`: takes the documents' screenshots of Audacious with the panels. */

import { optionsOrExit } from "../support/options.ts";
import { root } from "../tree.ts";
import { Stage } from "./stage.ts";

optionsOrExit({
  name: "audacious:screenshots",
  usage: `Takes the screenshots of Audacious with panels. Needs the plugin built, Xvfb, xdotool and ffmpeg.

Usage: deno task --cwd tools audacious:screenshots
`,
  options: {},
});

const encoder = new TextEncoder();

for (const theme of ["dark", "light"] as const) {
  await using stage = await Stage.start({ theme, panels: ["library", "now_playing", "playlist", "radio"] });
  const { audacious, desktop } = stage;
  await desktop.audtool("--playlist-jump", "4");
  await desktop.audtool("--playback-play");
  using nowPlaying = await audacious.page("now_playing");
  using playlist = await audacious.page("playlist");
  using library = await audacious.page("library");
  await stage.until(nowPlaying, `document.querySelector("#cover").naturalWidth > 0`);
  await stage.until(playlist, `document.querySelectorAll("[role=option]").length > 5`);
  await library.call("queue.add", { playlist: 0, tracks: [5, 11] });
  await library.evaluate("location.reload()");
  await stage.until(library, `document.querySelectorAll("#queue li").length === 2`);
  await library.evaluate(`{ const query = document.querySelector("#query");
    query.value = "harbour"; query.dispatchEvent(new Event("input", { bubbles: true })); }`);
  await stage.until(library, `/^\\d+ tracks/.test(document.querySelector("#status").textContent)`);
  await desktop.audtool("--playback-seek", "94");
  await stage.until(nowPlaying, `document.querySelector("#position").textContent >= "1:35"`);
  const path = `docs/images/audacious-${theme}.png`;
  await stage.screenshot(new URL(path, root).pathname);
  Deno.stdout.writeSync(encoder.encode(`${path}\n`));
}
