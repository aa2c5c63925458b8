import { dirname, fromFileUrl, join } from "@std/path";
import { ACTION_NOT_SUPPORTED } from "../../host_stdio/api/native_actions.ts";
import { plainText } from "../../limits/unicode.ts";
import { ActionError, type ActionHandler, type PlayerActions } from "../model/actions.ts";
import { History } from "../model/history.ts";
import { MpvError } from "./ipc/mpv_client.ts";
import type { MpvLink } from "./ipc/mpv_link.ts";
import type { Notices } from "./notices.ts";

/** How long a line stays on the screen, in milliseconds. */
const LINE_MS = 4000;
const POPUP_MS = 8000;
/** mpv stands still for seconds while it draws a longer text, in UTF-16 code units. A screen shows less. */
const MAX_SHOWN = 2048;

/** Reads an environment variable; undefined when it is not set. */
export type Environment = (name: string) => string | undefined;

/** Standard commands, windows, directories and the lines that mpv shows. */
export class App {
  readonly #link: MpvLink;
  readonly #program: string;
  readonly #environment: Environment;
  readonly #notices: Notices;
  readonly #lines = new History<{ readonly level: string; readonly line: string }>();

  /**
   * @param program The executable of mpv.
   * @param notices Keeps popup messages.
   */
  constructor(link: MpvLink, program: string, environment: Environment, notices: Notices) {
    this.#notices = notices;
    this.#link = link;
    this.#program = program;
    this.#environment = environment;
  }

  /** The latest lines of the console, oldest first. */
  get consoleLines(): readonly { readonly level: string; readonly line: string }[] {
    return this.#lines.entries;
  }

  /** Shows a line on the screen and in mpv's log. */
  readonly print: PlayerActions["player.console.print"] = async ({ level, line }) => {
    this.#lines.add({ level, line });
    // mpv's log may go to a terminal.
    const text = plainText(line);
    await this.#link.command("print-text", text);
    await this.#show(text, LINE_MS);
    return {};
  };

  readonly run: PlayerActions["player.app.run"] = async ({ command }) => {
    switch (command) {
      case "exit":
        await this.#link.quit();
        return { executed: true };
      case "restart":
        await this.#link.restart();
        return { executed: true };
      case "showConsole":
        return { executed: await this.#showConsole() };
      case "showPreferences":
        throw new ActionError("mpv has no window for preferences", ACTION_NOT_SUPPORTED);
    }
  };

  readonly paths: PlayerActions["player.app.paths"] = async () => {
    const profile = await this.#link.command("expand-path", "~~home/");
    return {
      component: dirname(fromFileUrl(import.meta.url)),
      installation: await this.#installation(),
      profile: String(profile).replace(/(?<=.)\/$/, ""),
    };
  };

  /** mpv, and the library that it decodes with. */
  readonly components: ActionHandler<"player.app.components"> = async () => {
    const version = async (property: string): Promise<string> =>
      String(await this.#link.property(property) ?? "");
    return {
      components: [
        {
          filename: this.#program,
          name: "mpv",
          version: (await version("mpv-version")).replace(/^mpv /, ""),
          about: "a media player for the command line",
        },
        {
          filename: "",
          name: "FFmpeg",
          version: await version("ffmpeg-version"),
          about: "decodes media for mpv",
        },
      ],
    };
  };

  readonly showPopup: PlayerActions["player.app.showPopup"] = async ({ title, message }) => {
    this.#notices.keep(`Message “${title}”: ${message}`);
    // Without a window, mpv prints this to its terminal.
    const lines = [title, ...message.split("\n")].filter((line) => line !== "").map(plainText);
    await this.#show(lines.join("\n"), POPUP_MS);
    return {};
  };

  async #show(text: string, milliseconds: number): Promise<void> {
    const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
    await this.#link.command("show-text", shown, milliseconds);
  }

  /** Opens mpv's console, a script that the user may have turned off; false when it is missing. */
  async #showConsole(): Promise<boolean> {
    try {
      await this.#link.command("script-message-to", "console", "type", "");
      return true;
    } catch (error) {
      if (error instanceof MpvError) return false;
      throw error;
    }
  }

  async #installation(): Promise<string> {
    if (this.#program.includes("/")) return dirname(this.#program);
    for (const directory of (this.#environment("PATH") ?? "").split(":")) {
      try {
        if ((await Deno.stat(join(directory, this.#program))).isFile) return directory;
      } catch {
        // The program is not in this directory.
      }
    }
    return "";
  }
}

const USUAL_LOCALE = "en-US";
const USUAL_DPI = 96;
const USUAL_ACCENT = "#FFFFFF";

/** Locale, theme and display. */
export class Desktop {
  readonly #link: MpvLink;
  readonly #environment: Environment;

  constructor(link: MpvLink, environment: Environment) {
    this.#link = link;
    this.#environment = environment;
  }

  /** Returns the scale of the display that shows mpv's window. */
  readonly display: PlayerActions["player.system.display"] = async () => {
    const scale = await this.#link.property("display-hidpi-scale");
    return { dpi: typeof scale === "number" && scale > 0 ? Math.round(USUAL_DPI * scale) : USUAL_DPI };
  };

  readonly locale: PlayerActions["player.system.locale"] = () => {
    const names = ["LC_ALL", "LC_MESSAGES", "LANG"];
    const posix = names.map((name) => this.#environment(name)).find((value) => value) ?? "";
    return { locale: localeOf(posix) };
  };

  /** mpv has no theme: its window is black, and its text has one colour. */
  readonly theme: PlayerActions["player.system.theme"] = async () => {
    const colour = await this.#link.property("osd-color");
    // mpv reports the colour as #AARRGGBB.
    const [, digits] = /^#(?:[0-9a-f]{2})?([0-9a-f]{6})$/i.exec(String(colour)) ?? [];
    return {
      darkMode: true,
      accentColor: digits === undefined ? USUAL_ACCENT : `#${digits.toUpperCase()}`,
      transparency: false,
    };
  };
}

/**
 * Converts a POSIX locale such as `de_DE.UTF-8@euro` to a BCP 47 tag. Returns `en-US` for `C` and invalid
 * locales.
 */
export function localeOf(posix: string): string {
  const tag = posix.replace(/[.@].*$/, "").replaceAll("_", "-");
  if (tag === "C" || tag === "POSIX") return USUAL_LOCALE;
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? USUAL_LOCALE;
  } catch {
    // Not a BCP 47 tag.
    return USUAL_LOCALE;
  }
}
