/**
 * The end.
 *
 * @module
 */

import type { Scene } from "../scene.ts";

/** The last scene: after it the bridge takes no calls. */
export const farewell: Scene = {
  title: "Farewell",
  about: "The player is restarted, then told to exit; the bridge finishes its work and goes with it.",
  async play(stage) {
    await stage.call("misc.restart");
    await stage.call("misc.exit");
    const commands = stage.player.appCommands.slice(-2).join();
    stage.claim("the player was told to restart and to exit", commands === "restart,exit");
    await stage.call("bridge.shutdown", undefined, { panel: null });
    await stage.refused("test.ping", {}, "Invalid request: shutting down");
  },
};
