import type { PanelConfig } from "../../host_stdio/api/shapes.ts";
import { ActionError, type PlayerActions } from "./actions.ts";

/** The configuration and display of a panel. */
export interface PanelSettings {
  /** Fields of its configuration; others have their defaults. */
  readonly config?: Readonly<Record<string, unknown>> & Partial<PanelConfig>;
  /** Dots per inch of its display; by default those of the main display. */
  readonly dpi?: number;
}

interface Panel {
  config: PanelConfig;
  dpi: number | undefined;
}

/** The panels of the player's window, by name. */
export class Panels {
  readonly #panels = new Map<string, Panel>();
  readonly #mainDisplayDpi: number;

  /** @param mainDisplayDpi Dots per inch for calls that come from no panel. */
  constructor(panels: Readonly<Record<string, PanelSettings>>, mainDisplayDpi: number) {
    this.#mainDisplayDpi = mainDisplayDpi;
    for (const [name, settings] of Object.entries(panels)) this.open(name, settings);
  }

  /** A copy of the panels' configurations, by name. */
  get configs(): Readonly<Record<string, PanelConfig>> {
    return Object.fromEntries([...this.#panels].map(([name, { config }]) => [name, { ...config }]));
  }

  /** Opens a panel, or replaces the one of that name. */
  open(name: string, settings: PanelSettings = {}): void {
    const fresh = {
      panelName: `Panel ${this.#panels.size + 1}`,
      transparentBackground: false,
      grabFocus: true,
      enableDragDrop: true,
      // A fifth field, which a page may read but not change.
      edgeStyle: "none",
    };
    this.#panels.set(name, { config: { ...fresh, ...settings.config }, dpi: settings.dpi });
  }

  /**
   * Closes a panel.
   *
   * @throws {ActionError} When there is no panel of that name.
   */
  close(name: string): void {
    if (!this.#panels.delete(name)) throw noSuchPanel(name);
  }

  readonly getConfig: PlayerActions["player.panel.getConfig"] = (_params, name) => {
    const panel = this.#panels.get(name ?? "");
    return { config: panel ? { ...panel.config } : null };
  };

  readonly setConfig: PlayerActions["player.panel.setConfig"] = ({ patch }, name) => {
    const panel = this.#panels.get(name ?? "");
    if (!panel) throw noSuchPanel(name);
    const given = Object.entries(patch).filter(([, value]) => value !== undefined);
    panel.config = { ...panel.config, ...Object.fromEntries(given) };
    return { config: { ...panel.config } };
  };

  readonly display: PlayerActions["player.system.display"] = (_params, name) => ({
    dpi: this.#panels.get(name ?? "")?.dpi ?? this.#mainDisplayDpi,
  });
}

function noSuchPanel(name: string | undefined): ActionError {
  return new ActionError(`No such panel: ${name ?? "the call has no panel"}`);
}
