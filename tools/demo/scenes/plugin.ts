/**
 * External plugins and introspection: the rest of the namespace `system`.
 *
 * @module
 */

import type { Scene } from "../scene.ts";

/** A plugin comes, is called, and goes. */
export const plugin: Scene = {
  title: "An external plugin",
  about: "A component of the player adds operations of its own; pages find and call them like any other.",
  async play(stage) {
    const { player } = stage;
    await stage.deed("the player loads a component with lyrics", () => {
      player.registerPlugin("lyrics", {
        find: ({ title }, panel) => ({
          lines: [`${title}, the first line`, "and the second"],
          askedBy: panel,
        }),
        save: () => {
          throw new Error("the disk is full");
        },
      });
    });
    await stage.call("bridge.registerPlugin", {
      name: "Lyrics Finder",
      namespace: "lyrics",
      version: "2.1.0",
      author: "Harbour Lights",
      apis: [
        { method: "find", description: "Finds the words of a song." },
        { method: "save", description: "Keeps words that the user has corrected." },
      ],
    }, { panel: null });
    await stage.call("lyrics.find", { title: "Low Water" });
    await stage.refused("lyrics.save", { lines: [] }, "Player action failed: the disk is full");
    await stage.refused("lyrics.sing", {}, "Method not found: lyrics.sing");

    const { registered } = await stage.call("system.isPluginRegistered", { namespace: "lyrics" });
    stage.claim("it is registered", registered);
    await stage.call("system.getRegisteredPlugins");
    await stage.call("system.getApisByNamespace", { namespace: "lyrics" });
    await stage.call("system.searchApis", { query: "WORDS" });
    const stats = await stage.call("system.getApiStats");
    stage.claim("two operations are external", stats.registered.external === 2);
    await stage.call("system.listAvailableApis", { includeInternal: false });
    const { count } = await stage.call("system.listAvailableApis", { includeExternal: false });
    stage.claim("every built-in operation is listed", count === stage.offered.length);
    await stage.refused("system.searchApis", { query: "" }, "query is required");
    await stage.refused(
      "bridge.registerPlugin",
      { name: "Impostor", namespace: "queue", version: "1", apis: [{ method: "add" }] },
      "Invalid params: apis[0].method must not be built in",
      { panel: null },
    );

    await stage.deed("the component is unloaded", () => player.unregisterPlugin("lyrics"));
    await stage.call("bridge.unregisterPlugin", { namespace: "lyrics" }, { panel: null });
    await stage.refused("lyrics.find", { title: "Low Water" }, "Method not found: lyrics.find");
  },
};
