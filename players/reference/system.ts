/**
 * What the operating system tells the player about the user's taste.
 *
 * @module
 */

import type { PlayerActions } from "../model/player_actions.ts";

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
