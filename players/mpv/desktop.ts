/**
 * What mpv and the system tell about the user's taste.
 *
 * @module
 */

import type { PlayerActions } from "../model/player_actions.ts";
import type { Environment } from "./app.ts";
import type { MpvLink } from "./ipc/mpv_link.ts";

const USUAL_LOCALE = "en-US";
const USUAL_DPI = 96;
const USUAL_ACCENT = "#FFFFFF";

/** Locale, theme and display. */
export class Desktop {
  readonly #link: MpvLink;
  readonly #environment: Environment;

  /**
   * @param link The mpv.
   * @param environment Reads an environment variable.
   */
  constructor(link: MpvLink, environment: Environment) {
    this.#link = link;
    this.#environment = environment;
  }

  /** Carries out `player.system.display`: the scale of the display on which mpv's window is. */
  readonly display: PlayerActions["player.system.display"] = async () => {
    const scale = await this.#link.property("display-hidpi-scale");
    return { dpi: typeof scale === "number" && scale > 0 ? Math.round(USUAL_DPI * scale) : USUAL_DPI };
  };

  /** Carries out `player.system.locale`. */
  readonly locale: PlayerActions["player.system.locale"] = () => {
    const names = ["LC_ALL", "LC_MESSAGES", "LANG"];
    const posix = names.map((name) => this.#environment(name)).find((value) => value) ?? "";
    return { locale: localeOf(posix) };
  };

  /** Carries out `player.system.theme`: mpv is a black window with text in one colour, that of its screen display. */
  readonly theme: PlayerActions["player.system.theme"] = async () => {
    const colour = await this.#link.property("osd-color");
    // As in #AARRGGBB.
    const [, digits] = /^#(?:[0-9a-f]{2})?([0-9a-f]{6})$/i.exec(String(colour)) ?? [];
    return {
      darkMode: true,
      accentColor: digits === undefined ? USUAL_ACCENT : `#${digits.toUpperCase()}`,
      transparency: false,
    };
  };
}

/**
 * A locale of POSIX as a BCP 47 tag.
 *
 * @param posix As in `de_DE.UTF-8@euro`.
 * @returns The tag; `en-US` for what is none, such as `C`.
 */
export function localeOf(posix: string): string {
  const tag = posix.replace(/[.@].*$/, "").replaceAll("_", "-");
  if (tag === "C" || tag === "POSIX") return USUAL_LOCALE;
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? USUAL_LOCALE;
  } catch {
    // Not a tag.
    return USUAL_LOCALE;
  }
}
