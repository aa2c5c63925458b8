/**
 * The panels of the player's window, each of which shows a page.
 *
 * @module
 */

import type { PanelConfig } from "../../host_stdio/shapes.ts";
import { ActionError, type PlayerActions } from "./actions.ts";

/** What a panel is made with: its configuration and the display it is on. */
export interface PanelSettings {
  /** Fields of its configuration; those left out have the values of a new panel. */
  readonly config?: Readonly<Record<string, unknown>> & Partial<PanelConfig>;
  /** Dots per inch of its display; the main display's when left out. */
  readonly dpi?: number;
}

interface Panel {
  config: PanelConfig;
  dpi: number | undefined;
}

/** The panels by their names. */
export class Panels {
  readonly #panels = new Map<string, Panel>();
  readonly #mainDisplayDpi: number;

  /**
   * @param panels The panels that are there at the start.
   * @param mainDisplayDpi Dots per inch of the display of a call that comes from no panel.
   */
  constructor(panels: Readonly<Record<string, PanelSettings>>, mainDisplayDpi: number) {
    this.#mainDisplayDpi = mainDisplayDpi;
    for (const [name, settings] of Object.entries(panels)) this.open(name, settings);
  }

  /** The configurations by the panels' names, as a copy. */
  get configs(): Readonly<Record<string, PanelConfig>> {
    return Object.fromEntries([...this.#panels].map(([name, { config }]) => [name, { ...config }]));
  }

  /**
   * Adds a panel, or replaces the one of that name.
   *
   * @param name Its name.
   * @param settings What it is made with.
   */
  open(name: string, settings: PanelSettings = {}): void {
    const fresh = {
      panelName: `Panel ${this.#panels.size + 1}`,
      transparentBackground: false,
      grabFocus: true,
      enableDragDrop: true,
      // Not one of the four fields that a page may change.
      edgeStyle: "none",
    };
    this.#panels.set(name, { config: { ...fresh, ...settings.config }, dpi: settings.dpi });
  }

  /**
   * Removes a panel.
   *
   * @param name Its name.
   * @throws {ActionError} When there is none of that name.
   */
  close(name: string): void {
    if (!this.#panels.delete(name)) throw noSuchPanel(name);
  }

  /**
   * Moves a panel to a display of another resolution.
   *
   * @param name The panel.
   * @param dpi Dots per inch of the display.
   * @throws {ActionError} When there is none of that name.
   */
  move(name: string, dpi: number): void {
    const panel = this.#panels.get(name);
    if (!panel) throw noSuchPanel(name);
    panel.dpi = dpi;
  }

  /** Carries out `player.panel.getConfig`. */
  readonly getConfig: PlayerActions["player.panel.getConfig"] = (_params, name) => {
    const panel = this.#panels.get(name ?? "");
    return { config: panel ? { ...panel.config } : null };
  };

  /** Carries out `player.panel.setConfig`. */
  readonly setConfig: PlayerActions["player.panel.setConfig"] = ({ patch }, name) => {
    const panel = this.#panels.get(name ?? "");
    if (!panel) throw noSuchPanel(name);
    const given = Object.entries(patch).filter(([, value]) => value !== undefined);
    panel.config = { ...panel.config, ...Object.fromEntries(given) };
    return { config: { ...panel.config } };
  };

  /** Carries out `player.system.display`. */
  readonly display: PlayerActions["player.system.display"] = (_params, name) => ({
    dpi: this.#panels.get(name ?? "")?.dpi ?? this.#mainDisplayDpi,
  });
}

function noSuchPanel(name: string | undefined): ActionError {
  return new ActionError(`No such panel: ${name ?? "the call comes from no panel"}`);
}
