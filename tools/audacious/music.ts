/** Music for screenshots and benchmarks: silent tracks with the tags and covers of the reference player's albums. */

import { join } from "@std/path";
import { albums } from "../../players/reference/library/albums.ts";
import { cover } from "../../players/reference/sleeves.ts";
import { run } from "../../tests/players/audacious/real_audacious.ts";

const SHORTEST_SECONDS = 150;
const SECONDS_APART = 37;
const COVER_PIXELS = 600;

/** Writes FLAC files, a folder for each album, with `ffmpeg`. Returns their paths in the order of the albums. */
export async function writeMusic(directory: string): Promise<string[]> {
  const paths: string[] = [];
  // Fonts for other scripts may be missing.
  const chosen = albums.filter(({ form, artist }) => form === "files" && /\p{Script=Latin}/u.test(artist));
  for (const { artist, album, date, genre, discs } of chosen) {
    const folder = join(directory, `${artist} - ${album}`);
    await Deno.mkdir(folder, { recursive: true });
    const svg = join(directory, "cover.svg");
    await Deno.writeTextFile(svg, cover(album, artist, COVER_PIXELS));
    const outputs = ["-map", "1", "-frames:v", "1", join(folder, "cover.png")];
    for (const [at, title] of discs.flat().entries()) {
      const tags = { title, artist, album, date, genre, track: String(at + 1) };
      const seconds = SHORTEST_SECONDS + (paths.length * SECONDS_APART) % SHORTEST_SECONDS;
      const path = join(folder, `${String(at + 1).padStart(2, "0")}.flac`);
      const metadata = Object.entries(tags).flatMap(([name, value]) => ["-metadata", `${name}=${value}`]);
      outputs.push("-map", "0", "-t", String(seconds), ...metadata, path);
      paths.push(path);
    }
    const silence = ["-f", "lavfi", "-i", "anullsrc=r=8000:cl=mono"];
    await run("ffmpeg", ["-v", "error", ...silence, "-i", svg, ...outputs]);
  }
  return paths;
}
