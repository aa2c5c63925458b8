import type { Handle, Track } from "../../host_stdio/api/shapes.ts";
import { type FactParts, SharedFacts } from "../model/facts.ts";
import type { PlayerFacts } from "../model/player.ts";
import type { App, Console, ConsoleLine } from "./app.ts";
import type { Library } from "./library/library.ts";
import type { Menus } from "./menu/menus.ts";

/** The parts of the reference player that {@linkcode ReferenceFacts} reads. */
export interface ReferenceFactParts extends FactParts {
  readonly app: App;
  readonly console: Console;
  readonly library: Library;
  readonly menus: Menus;
}

/** The state of the reference player. */
export class ReferenceFacts extends SharedFacts implements PlayerFacts {
  readonly #parts: ReferenceFactParts;

  constructor(parts: ReferenceFactParts) {
    super(parts);
    this.#parts = parts;
  }

  get consoleLines(): readonly ConsoleLine[] {
    return this.#parts.console.lines;
  }

  /** The latest entries of each kind. The order across kinds is unknown. */
  get desktop(): readonly string[] {
    const { app, menus } = this.#parts;
    return [
      ...app.messages.slice(-5).map(({ title, message }) => `Message “${title}”: ${message}`),
      ...app.commands.slice(-5).map((command) => `Command: ${command}`),
      ...app.searches.slice(-5).map((query) => `Library search: ${query}`),
      ...menus.runs.slice(-5).map(({ menu, label }) => `Command of the ${menu} menu: ${label}`),
      ...menus.popups.slice(-3).map(({ source }) => `Native context menu of: ${source}`),
    ];
  }

  describe(handle: Handle): Track {
    return this.#parts.library.describe(handle);
  }
}
