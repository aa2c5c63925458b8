/**
 * The namespaces `console` and `log`.
 *
 * @module
 */

import type { Scene } from "../scene.ts";
import type { Stage } from "../stage.ts";

/** Lines for the user to read now, and lines on disk. */
export const consoleAndLog: Scene = {
  title: "Console and log",
  about: "Lines for the player's console, and lines in a file of the profile directory.",
  async play(stage) {
    await stage.call("console.log", { message: "The page is ready" });
    await stage.call("console.warn", { args: ["cover", { width: 300 }, "is small"] });
    await stage.call("console.error", { message: "No cover found" });
    await stage.refused("console.log", {}, "message is required");
    stage.show(stage.player.consoleLines.map(({ line }) => line));

    const { path } = await stage.call("log.write", { message: "started" });
    await stage.call("log.write", { args: ["loaded", 42, "covers"], level: "debug", timestamp: false });
    await stage.call("log.write", { message: "a file of its own", file: "covers.txt" });
    await stage.refused("log.write", { message: "x", file: "../evil.log" }, "Invalid log file name");
    await showFile(stage, path);
    await stage.call("log.read", { lines: 1 });
    await stage.refused("log.read", { lines: -1 }, "lines must be non-negative");
    await stage.call("log.clear");
    await showFile(stage, path);
    const names = (await Array.fromAsync(Deno.readDir(stage.profile))).map(({ name }) => name);
    stage.claim(
      `the profile directory holds two files and nothing else: ${names.toSorted().join(", ")}`,
      names.length === 2,
    );
  },
};

async function showFile(stage: Stage, path: string): Promise<void> {
  const text = await Deno.readTextFile(path);
  stage.show([`${path}, ${text.length} characters`, ...text.split("\n").slice(0, -1)]);
}
