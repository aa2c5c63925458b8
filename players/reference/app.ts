/** The player apart from playback: standard commands, windows, directories, console, locale and theme. */

import type { Clock } from "../../host_stdio/clock.ts";
import { version } from "../../host_stdio/version.ts";
import type { PlayerActions } from "../model/actions.ts";
import { History } from "../model/history.ts";

/** A standard command of the player. */
export type AppCommand = Parameters<PlayerActions["player.app.run"]>[0]["command"];

/** A popup message. */
export interface PopupMessage {
  /** The title. */
  readonly title: string;
  /** The text. */
  readonly message: string;
}

/** The directories that the player reports. */
export interface AppPaths {
  /** Where the bridge's component is installed. */
  readonly component: string;
  /** Where the player is installed. */
  readonly installation: string;
  /** Where the user's settings are. */
  readonly profile: string;
}

/** Standard commands, windows and directories. */
export class App {
  /** Whether a dialog is open. Until it is closed, no command runs and no page can take the selection. */
  modalDialogOpen = false;
  readonly #paths: AppPaths;
  readonly #commands = new History<AppCommand>();
  readonly #searches = new History<string>();
  readonly #messages = new History<PopupMessage>();
  readonly #shutDown: () => void;

  /** @param shutDown Called by the commands exit and restart. */
  constructor(paths: AppPaths, shutDown: () => void) {
    this.#paths = paths;
    this.#shutDown = shutDown;
  }

  /** The latest standard commands, oldest first. */
  get commands(): readonly AppCommand[] {
    return this.#commands.entries;
  }

  /** The latest queries of the library search window, oldest first. */
  get searches(): readonly string[] {
    return this.#searches.entries;
  }

  /** The latest popup messages, oldest first. */
  get messages(): readonly PopupMessage[] {
    return this.#messages.entries;
  }

  /**
   * Runs a standard command. Exit and restart only stop playback: the process keeps running.
   *
   * @returns False while a dialog is open.
   */
  perform(command: AppCommand): boolean {
    if (this.modalDialogOpen) return false;
    this.#commands.add(command);
    if (command === "exit" || command === "restart") this.#shutDown();
    return true;
  }

  readonly run: PlayerActions["player.app.run"] = ({ command }) => ({ executed: this.perform(command) });

  /** Opens the library search window with a query. */
  openLibrarySearch(query: string): void {
    this.#searches.add(query);
  }

  openPopup(message: PopupMessage): void {
    this.#messages.add(message);
  }

  readonly paths: PlayerActions["player.app.paths"] = () => ({ ...this.#paths });

  readonly components: PlayerActions["player.app.components"] = () => ({
    components: [
      { filename: "core", name: "Reference player", version, about: "A media player in memory" },
      { filename: "tonearm", name: "Tonearm", version, about: "Panels: web pages inside the player" },
    ],
  });

  readonly showLibrarySearch: PlayerActions["player.app.showLibrarySearch"] = ({ query }) => {
    this.openLibrarySearch(query);
    return {};
  };

  readonly showPopup: PlayerActions["player.app.showPopup"] = ({ title, message }) => {
    this.openPopup({ title, message });
    return {};
  };
}

/** A line of the console. */
export interface ConsoleLine {
  /** The severity. */
  readonly level: "info" | "warn" | "error";
  /** The text. */
  readonly line: string;
  /** The time of printing, in milliseconds since 1970-01-01 UTC. */
  readonly time: number;
}

/** The console, with its latest lines. */
export class Console {
  readonly #clock: Clock;
  readonly #lines: History<ConsoleLine>;

  /** @param capacity The maximum number of lines kept. */
  constructor(clock: Clock, capacity?: number) {
    this.#clock = clock;
    this.#lines = new History(capacity);
  }

  /** The latest lines, oldest first. */
  get lines(): readonly ConsoleLine[] {
    return this.#lines.entries;
  }

  readonly print: PlayerActions["player.console.print"] = ({ level, line }) => {
    this.#lines.add({ level, line, time: this.#clock.now() });
    return {};
  };

  /** Prints an error of the player itself. */
  complain(line: string): void {
    this.#lines.add({ level: "error", line, time: this.#clock.now() });
  }
}

/** The system's colours. */
export interface Theme {
  /** Whether the user prefers dark colours. */
  readonly darkMode: boolean;
  /** A colour such as `#1E88E5`. */
  readonly accentColor: string;
  /** Whether windows may be transparent. */
  readonly transparency: boolean;
}

export const defaultTheme: Theme = { darkMode: true, accentColor: "#1E88E5", transparency: true };

/** Locale and theme. */
export class System {
  /** The user's locale, a BCP 47 tag. */
  currentLocale: string;
  #theme: Theme;

  constructor(locale: string, theme: Theme) {
    this.currentLocale = locale;
    this.#theme = theme;
  }

  get currentTheme(): Theme {
    return this.#theme;
  }

  /** Changes the given colours. */
  changeTheme(change: Partial<Theme>): void {
    this.#theme = { ...this.#theme, ...change };
  }

  readonly locale: PlayerActions["player.system.locale"] = () => ({ locale: this.currentLocale });

  readonly theme: PlayerActions["player.system.theme"] = () => ({ ...this.#theme });
}
