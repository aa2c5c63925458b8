/**
 * The player and the bridge get to know each other.
 *
 * @module
 */

import type { Scene } from "../scene.ts";

/** The first scene: it has to be, for the others rely on the list of operations. */
export const acquaintance: Scene = {
  title: "Getting acquainted",
  about: "The player introduces itself, a page looks whether anybody is there, and a stranger is sent away.",
  async play(stage) {
    const player = { name: "Reference Player", version: "1.0" };
    const { operations } = await stage.call(
      "bridge.initialize",
      { protocolVersion: 1, player },
      { panel: null },
    );
    stage.offered = operations;
    await stage.call("test.ping");
    await stage.call("test.echo", { message: { text: "Ça joue 🎵", numbers: [1, 2.5, -3] } });
    await stage.refused("test.pong", {}, "Method not found: test.pong");
    await stage.refused("menu.__debug", {}, "Method not found: menu.__debug");
    await stage.refused("bridge.initialize", { protocolVersion: 2, player }, "Unsupported protocol version", {
      panel: null,
    });
  },
};
