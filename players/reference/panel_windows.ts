import { ActionError, type PlayerActions } from "../model/actions.ts";
import type { SignalSender } from "../model/signal_sender.ts";

/** The state of a window. */
export interface WindowState {
  /** Whether it fills the screen except the task bar. */
  readonly maximized: boolean;
  /** Whether it is hidden in the task bar. */
  readonly minimized: boolean;
  /** Whether it fills the whole screen. */
  readonly fullscreen: boolean;
  /** Whether it has the focus. */
  readonly active: boolean;
}

/** The windows of detached panels. The other panels are parts of the player's window. */
export class PanelWindows {
  readonly #windows = new Map<string, WindowState>();
  readonly #signals: SignalSender;

  constructor(signals: SignalSender) {
    this.#signals = signals;
  }

  /** Moves a panel into a new window, which is active. */
  open(panel: string): void {
    this.change(panel, { maximized: false, minimized: false, fullscreen: false, active: true });
  }

  /** Changes the window of a panel. */
  change(panel: string, change: Partial<WindowState>): void {
    const before = this.#windows.get(panel) ??
      { maximized: false, minimized: false, fullscreen: false, active: false };
    const window = { ...before, ...change };
    this.#windows.set(panel, window);
    this.#signals.send({ name: "signal.windowStateChanged", params: { panel, ...window } });
  }

  readonly state: PlayerActions["player.window.state"] = (_params, panel) => ({
    window: this.#windows.get(panel ?? "") ?? null,
  });

  readonly run: PlayerActions["player.window.run"] = ({ command }, panel) => {
    const window = this.#windows.get(panel ?? "");
    if (panel === undefined || !window) throw new ActionError("The panel has no window of its own");
    switch (command) {
      case "minimize":
        this.change(panel, { minimized: true, active: false });
        break;
      case "maximize":
        this.change(panel, { maximized: true, minimized: false });
        break;
      case "restore":
        this.change(
          panel,
          window.fullscreen ? { fullscreen: false } : { maximized: false, minimized: false },
        );
        break;
      case "close":
        this.#windows.delete(panel);
        break;
      case "startDrag":
        // From here on, the user moves the window with the mouse.
        break;
    }
    return {};
  };
}
