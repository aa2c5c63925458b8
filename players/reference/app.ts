/**
 * The player as a program: standard commands, windows, directories, console, locale and theme.
 *
 * @module
 */

import type { PlayerActions } from "../model/actions.ts";
import { History } from "../model/history.ts";
import type { Clock } from "../../host_stdio/clock.ts";

/** A standard command of the player. */
export type AppCommand = Parameters<PlayerActions["player.app.run"]>[0]["command"];

/** A popup message that was shown. */
export interface PopupMessage {
  /** The title. */
  readonly title: string;
  /** The text. */
  readonly message: string;
}

/** The directories that the player reports. */
export interface AppPaths {
  /** Where the bridge's component was loaded from. */
  readonly component: string;
  /** Where the player is installed. */
  readonly installation: string;
  /** Where it keeps the user's settings. */
  readonly profile: string;
}

/** The program around the music. */
export class App {
  /** Whether a dialog waits for the user: until it is closed no command runs and nobody can take the selection. */
  modalDialogOpen = false;
  readonly #paths: AppPaths;
  readonly #commands = new History<AppCommand>();
  readonly #searches = new History<string>();
  readonly #messages = new History<PopupMessage>();
  readonly #shutDown: () => void;

  /**
   * @param paths The directories.
   * @param shutDown What has to end when the program does.
   */
  constructor(paths: AppPaths, shutDown: () => void) {
    this.#paths = paths;
    this.#shutDown = shutDown;
  }

  /** The standard commands run so far, oldest first. */
  get commands(): readonly AppCommand[] {
    return this.#commands.entries;
  }

  /** The queries with which the library search window was opened, oldest first. */
  get searches(): readonly string[] {
    return this.#searches.entries;
  }

  /** The popup messages shown, oldest first. */
  get messages(): readonly PopupMessage[] {
    return this.#messages.entries;
  }

  /**
   * Runs a standard command. Nothing leaves the process: exit and restart end playback and are recorded.
   *
   * @param command The command.
   * @returns Whether it was run: not while a dialog waits for the user.
   */
  perform(command: AppCommand): boolean {
    if (this.modalDialogOpen) return false;
    this.#commands.add(command);
    if (command === "exit" || command === "restart") this.#shutDown();
    return true;
  }

  /** Carries out `player.app.run`. */
  readonly run: PlayerActions["player.app.run"] = ({ command }) => ({ executed: this.perform(command) });

  /**
   * Opens the library search window.
   *
   * @param query What is searched for first.
   */
  openLibrarySearch(query: string): void {
    this.#searches.add(query);
  }

  /**
   * Shows a popup message.
   *
   * @param message The message.
   */
  openPopup(message: PopupMessage): void {
    this.#messages.add(message);
  }

  /** Carries out `player.app.paths`. */
  readonly paths: PlayerActions["player.app.paths"] = () => ({ ...this.#paths });

  /** Carries out `player.app.showLibrarySearch`. */
  readonly showLibrarySearch: PlayerActions["player.app.showLibrarySearch"] = ({ query }) => {
    this.openLibrarySearch(query);
    return {};
  };

  /** Carries out `player.app.showPopup`. */
  readonly showPopup: PlayerActions["player.app.showPopup"] = ({ title, message }) => {
    this.openPopup({ title, message });
    return {};
  };
}

/** A line of the console. */
export interface ConsoleLine {
  /** How important it is. */
  readonly level: "info" | "warn" | "error";
  /** The line. */
  readonly line: string;
  /** When it was printed, in milliseconds since 1970-01-01 UTC. */
  readonly time: number;
}

/** The console, which keeps the last lines. */
export class Console {
  readonly #clock: Clock;
  readonly #lines: History<ConsoleLine>;

  /**
   * @param clock What tells the time of a line.
   * @param capacity How many lines are kept.
   */
  constructor(clock: Clock, capacity?: number) {
    this.#clock = clock;
    this.#lines = new History(capacity);
  }

  /** The lines kept, oldest first. */
  get lines(): readonly ConsoleLine[] {
    return this.#lines.entries;
  }

  /** Carries out `player.console.print`. */
  readonly print: PlayerActions["player.console.print"] = ({ level, line }) => {
    this.#lines.add({ level, line, time: this.#clock.now() });
    return {};
  };

  /**
   * Prints what the player itself has to complain of.
   *
   * @param line The line.
   */
  complain(line: string): void {
    this.#lines.add({ level: "error", line, time: this.#clock.now() });
  }
}

/** The system's colours. */
export interface Theme {
  /** Whether dark colours are wanted. */
  readonly darkMode: boolean;
  /** As in `#1E88E5`. */
  readonly accentColor: string;
  /** Whether windows may be transparent. */
  readonly transparency: boolean;
}

/** The theme of a player that was told nothing else. */
export const defaultTheme: Theme = { darkMode: true, accentColor: "#1E88E5", transparency: true };

/** Locale and theme. */
export class System {
  /** The user's locale, a BCP 47 tag. */
  currentLocale: string;
  #theme: Theme;

  /**
   * @param locale The user's locale, a BCP 47 tag.
   * @param theme The colours.
   */
  constructor(locale: string, theme: Theme) {
    this.currentLocale = locale;
    this.#theme = theme;
  }

  /** The colours. */
  get currentTheme(): Theme {
    return this.#theme;
  }

  /**
   * Changes colours; those left out stay.
   *
   * @param change What changes.
   */
  changeTheme(change: Partial<Theme>): void {
    this.#theme = { ...this.#theme, ...change };
  }

  /** Carries out `player.system.locale`. */
  readonly locale: PlayerActions["player.system.locale"] = () => ({ locale: this.currentLocale });

  /** Carries out `player.system.theme`. */
  readonly theme: PlayerActions["player.system.theme"] = () => ({ ...this.#theme });
}
