import type { OverlayRow } from "../../host_stdio/api/shapes.ts";
import type { DialogAnswer, DialogParams, Dialogs, OpenDialog } from "../model/dialogs.ts";
import type { OsdMenu, OsdMenuListener } from "./osd_menu.ts";

/** The maximum number of lines of a message, and of letters in a line. */
const MAX_LINES = 12;
const MAX_LETTERS = 300;

/** The dialogs of panels, on mpv's screen: the buttons of a question as rows, and a text or path that is typed. */
export class ScreenDialogs {
  readonly #osd: OsdMenu;
  readonly #dialogs: Dialogs;

  constructor(osd: OsdMenu, dialogs: Dialogs) {
    this.#osd = osd;
    this.#dialogs = dialogs;
  }

  /** The screen has place for one: a menu or dialog that opens cancels the open dialog. */
  readonly show = async (
    params: DialogParams,
    panel: string | undefined,
    gone?: AbortSignal,
  ): Promise<DialogAnswer> => {
    const answered = this.#dialogs.show(params, panel, gone);
    const dialog = this.#dialogs.open.at(-1);
    if (params.kind === "close" || !dialog) return answered;
    const answer = (given: DialogAnswer): void => void this.#dialogs.answer(given, dialog.id);
    const listener: OsdMenuListener = {
      choose: (chosen) => answer(answerOf(dialog, chosen)),
      dismiss: () => answer({}),
    };
    try {
      await this.#osd.open(rowsOf(dialog), listener, {
        head: headOf(dialog),
        ...dialog.kind === "confirm" ? { mark: dialog.defaultButton } : { text: textOf(dialog) },
      });
      return await answered;
    } finally {
      answer({});
      await this.#osd.close(listener);
    }
  };
}

function headOf(dialog: OpenDialog): string[] {
  const { title, panel, kind } = dialog;
  const message = "message" in dialog
    ? dialog.message
    : kind === "openFolder"
    ? "Path of the folder"
    : "Path";
  const patterns = "filters" in dialog
    ? dialog.filters.flatMap(({ extensions }) => extensions.map((each) => `*.${each}`))
    : [];
  const lines = [panel === null ? title : `${title} – ${panel}`, ...message.split("\n"), patterns.join(" ")];
  return lines.slice(0, MAX_LINES).filter((line) => line !== "").map((line) => line.slice(0, MAX_LETTERS));
}

function rowsOf(dialog: OpenDialog): OverlayRow[] {
  if (dialog.kind !== "confirm") return [];
  return dialog.buttons.map((label, index) => ({
    id: String(index),
    type: "normal",
    label,
    enabled: true,
    checked: false,
  }));
}

function textOf(dialog: Exclude<OpenDialog, { kind: "confirm" }>): string {
  switch (dialog.kind) {
    case "prompt":
      return dialog.value;
    case "openFile":
      return dialog.path;
    case "saveFile":
      return dialog.name;
    case "openFolder":
      return "";
  }
}

function answerOf({ kind }: OpenDialog, chosen: string): DialogAnswer {
  if (kind === "confirm") return { button: Number(chosen) };
  if (kind === "prompt") return { value: chosen };
  return chosen.trim() === "" ? {} : { paths: [chosen] };
}
