/** `deno task --cwd tools quodlibet:screenshots`: takes the documents' screenshots of Quod Libet with the panels. */

import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { Desktop, eventually, QuodLibet, run } from "../tests/players/quodlibet/real_quodlibet.ts";
import { setDeadline } from "../tests/support/deadline.ts";
import { writeMusic } from "./audacious/music.ts";
import { optionsOrExit } from "./support/options.ts";
import { root } from "./tree.ts";

optionsOrExit({
  name: "quodlibet:screenshots",
  usage: `Takes the screenshots of Quod Libet with panels. Needs Quod Libet as its README says, Xvfb,
xdotool and ffmpeg.

Usage: deno task --cwd tools quodlibet:screenshots
`,
  options: {},
});

setDeadline(Infinity);
const encoder = new TextEncoder();
const panels = ["library", "lyrics", "now_playing", "playlist", "radio"];

await using desktop = await Desktop.start();
const music = join(desktop.directory, "Music");
const paths = await writeMusic(music);
await desktop.configure(panels, music);
await using player = await QuodLibet.start(desktop);
await player.playlist(paths.length);
await player.evaluate(`entry = tonearm.playlists.shown()
tonearm.playlists.rename({"playlist": entry.id, "name": "Evening"})
app.window.resize(1280, 800)
app.window.side_book.get_parent().get_parent().set_relative(0.5)
app.window.side_book.set_current_page(${panels.indexOf("playlist")})
tonearm.playback.play({"playlist": entry.id, "item": 7})
tonearm.queue.append({"entries": [{"playlist": entry.id, "item": item} for item in (9, 12)]})`);
await player.until("playlist", `document.querySelector('#row-12 [aria-label="queued 2"]:not([hidden])')`);
await eventually(async () => assertEquals((await player.playing()).state, "playing"));

for (const theme of ["dark", "light"]) {
  await player.evaluate(`from gi.repository import Gtk
Gtk.Settings.get_default().props.gtk_application_prefer_dark_theme = ${theme === "dark" ? "True" : "False"}
tonearm.playback.seek({"position": 94})`);
  await player.until(
    "playlist",
    `matchMedia("(prefers-color-scheme: dark)").matches === ${theme === "dark"}`,
  );
  await eventually(async () =>
    assertEquals(await player.evaluate("tonearm.playback.position() >= 95"), true)
  );
  const path = `docs/images/quodlibet-${theme}.png`;
  const grab = ["-f", "x11grab", "-draw_mouse", "0", "-video_size", "1280x800", "-i"];
  const picture = ["-frames:v", "1", new URL(path, root).pathname];
  await run("ffmpeg", ["-v", "error", "-y", ...grab, desktop.env["DISPLAY"] ?? "", ...picture], {});
  Deno.stdout.writeSync(encoder.encode(`${path}\n`));
}
