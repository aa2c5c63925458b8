/** Extension `dialog`: the player's own dialogs for pages (extensions.md, "dialog"). */

import * as v from "valibot";
import type { ActionAnswer, ActionParams } from "../../../host_stdio/api/native_actions.ts";
import { badAnswer, NativeActionError } from "../../../host_stdio/player.ts";
import { MAX_PATH_LENGTH, pathTooLong } from "../../../limits/paths.ts";
import type { Context } from "../../core/context.ts";
import { described, documentedAs } from "../../core/documented_schema.ts";
import { type ConnectionContext, defineNamespace, type Listeners } from "../../core/namespace.ts";
import { defineOperation, Failure, succeeded } from "../../core/operation.ts";
import { boolean, integer, mustBe, params, string, treatedAs, withDefault } from "../../core/params.ts";
import { MAX_NAME_LENGTH, nameTooLong } from "../shared/params.ts";

/** The native action of all operations. */
const DIALOG = "player.ui.dialog";

/** The error text for a second dialog of a panel. */
const dialogOpen = "A dialog of this panel is open";

/** What the user has answered; nothing when the dialog was cancelled. */
export type DialogAnswer = ActionAnswer<typeof DIALOG>;

/** The open dialogs of a connection. */
export class Dialogs implements Listeners {
  readonly #connection: ConnectionContext;
  /** The functions that end the open dialogs, by panel. */
  readonly #open = new Map<string | undefined, () => void>();

  constructor(connection: ConnectionContext) {
    this.#connection = connection;
  }

  /**
   * Opens a dialog and waits until the user has closed it. It ends without an answer when nobody waits for the call any
   * more.
   *
   * @throws {Failure} When a dialog of the panel is open.
   * @throws {NativeActionError} When the player fails.
   */
  async ask({ panel, player, signal }: Context, dialog: ActionParams<typeof DIALOG>): Promise<DialogAnswer> {
    if (this.#open.has(panel)) throw new Failure(dialogOpen);
    const { promise: ended, resolve } = Promise.withResolvers<DialogAnswer>();
    const end = (): void => {
      if (!this.#forget(panel, end)) return;
      this.#connection.player.tell(DIALOG, { kind: "close" }, panel);
      resolve({});
    };
    this.#open.set(panel, end);
    signal.addEventListener("abort", end);
    try {
      return await Promise.race([player.request(DIALOG, dialog), ended]);
    } catch (error) {
      // Without an answer of the player the dialog may be open, or may still open.
      if (!(error instanceof NativeActionError) || error.playerCode === undefined) end();
      throw error;
    } finally {
      signal.removeEventListener("abort", end);
      this.#forget(panel, end);
    }
  }

  /** Ends all dialogs: the shutdown waits for their calls. */
  onShutdown(): void {
    for (const end of [...this.#open.values()]) end();
  }

  /** Returns whether the dialog was open. */
  #forget(panel: string | undefined, end: () => void): boolean {
    return this.#open.get(panel) === end && this.#open.delete(panel);
  }
}

/** The maximum number of filters, and of the extensions of one. */
const MAX_FILTERS = 32;
const MAX_EXTENSIONS = 64;

const extensionsTooLong = `extensions exceeds maximum length (${MAX_EXTENSIONS})`;
const notExtension = " must be a file extension";
const notFilter = " must be a string or an object";

/** The error texts that documents cannot read from the schema. */
const filterErrors = [
  `<filter>${notFilter}`,
  `<extension>${notExtension}`,
  extensionsTooLong,
] as const;

/** A filter as the player gets it. */
export interface FileFilter {
  readonly name: string;
  /** Without a dot; none for all files. */
  readonly extensions: string[];
}

/** An extension, as `flac`, `.flac` or `*.flac`; `*` for all files. Players put it into patterns of their own. */
const extension = v.pipe(
  string,
  v.transform((text) => text.replace(/^\*?\./, "")),
  v.regex(/^(?:\*|[\p{L}\p{N}_+.-]{1,32})$/u, `$${notExtension}`),
);

const textFilter = v.pipe(
  extension,
  v.transform((text): FileFilter =>
    text === "*" ? { name: "*", extensions: [] } : { name: `*.${text}`, extensions: [text] }
  ),
);

const objectFilter = v.pipe(
  v.object({
    name: withDefault(v.pipe(string, v.maxLength(MAX_NAME_LENGTH, nameTooLong("name"))), "Files"),
    extensions: withDefault(
      v.pipe(
        v.array(extension, mustBe.array),
        v.maxLength(MAX_EXTENSIONS, extensionsTooLong),
      ),
      [],
    ),
  }, `$${notFilter}`),
  v.transform(({ name, extensions }): FileFilter => ({
    name,
    extensions: extensions.includes("*") ? [] : extensions,
  })),
);

/** The parameter `filters`. */
const filters = described(
  documentedAs(
    withDefault(
      v.pipe(
        v.array(v.lazy((input) => typeof input === "string" ? textFilter : objectFilter), mustBe.array),
        v.maxLength(MAX_FILTERS, `filters exceeds maximum length (${MAX_FILTERS})`),
      ),
      [],
    ),
    v.nullish(v.array(v.union([
      v.object({ name: v.optional(v.string(), "Files"), extensions: v.optional(v.array(v.string())) }),
      v.string(),
    ]))),
  ),
  "The files to choose from: names with extensions, or bare texts such as `*.flac`. All files without one.",
);

/** The maximum length of a message, and of a text to edit. */
const MAX_MESSAGE_LENGTH = 8192;

/** The maximum number of buttons. */
const MAX_BUTTONS = 8;

const needs = [DIALOG] as const;
const errors = [dialogOpen] as const;

/** A text of one line with a default. */
function line(key: string, value: string, description: string) {
  return described(
    withDefault(v.pipe(string, v.maxLength(MAX_NAME_LENGTH, nameTooLong(key))), value),
    description,
  );
}

/** A text that may have several lines. */
function text(key: string, description: string) {
  const tooLong = `${key} exceeds maximum length (${MAX_MESSAGE_LENGTH})`;
  return described(
    withDefault(v.pipe(string, v.maxLength(MAX_MESSAGE_LENGTH, tooLong)), ""),
    description,
  );
}

function titled(value: string) {
  return line("title", value, "The dialog's title.");
}

const canceled = described(v.boolean(), "Whether the user has chosen nothing.");

const openFile = defineOperation({
  name: "dialog.openFile",
  description: "Lets the user choose a file, or several.",
  needs,
  params: () =>
    params({
      title: titled("Open File"),
      defaultPath: described(
        withDefault(v.pipe(string, v.maxLength(MAX_PATH_LENGTH, pathTooLong("defaultPath"))), ""),
        "The folder or file that the dialog begins with.",
      ),
      filters,
      multiple: described(withDefault(boolean, false), "Whether several files can be chosen."),
    }),
  result: () => v.strictObject({ success: v.literal(true), canceled, filePaths: v.array(v.string()) }),
  failureFields: () => ({ canceled: v.optional(v.literal(true)), filePaths: v.optional(v.tuple([])) }),
  failureDefaults: { canceled: true, filePaths: [] },
  errors: [dialogOpen, ...filterErrors],
  handle: async ({ title, defaultPath, filters, multiple }, context: Context<Dialogs>) => {
    const dialog = { kind: "openFile", title, path: defaultPath, filters, multiple } as const;
    const { paths = [] } = await context.state.ask(context, dialog);
    const filePaths = multiple ? paths : paths.slice(0, 1);
    return succeeded({ canceled: filePaths.length === 0, filePaths });
  },
});

const openFolder = defineOperation({
  name: "dialog.openFolder",
  description: "Lets the user choose a folder.",
  needs,
  params: () => params({ title: titled("Select Folder") }),
  result: () => v.strictObject({ success: v.literal(true), canceled, folderPath: v.string() }),
  failureFields: () => ({ canceled: v.optional(v.literal(true)), folderPath: v.optional(v.literal("")) }),
  failureDefaults: { canceled: true, folderPath: "" },
  errors,
  handle: async ({ title }, context: Context<Dialogs>) => {
    const { paths: [folderPath = ""] = [] } = await context.state.ask(context, { kind: "openFolder", title });
    return succeeded({ canceled: folderPath === "", folderPath });
  },
});

const saveFile = defineOperation({
  name: "dialog.saveFile",
  description: "Lets the user name a file. Nothing is written.",
  needs,
  params: () =>
    params({
      title: titled("Save File"),
      defaultName: line("defaultName", "", "The name that the dialog begins with."),
      filters,
    }),
  result: () => v.strictObject({ success: v.literal(true), canceled, filePath: v.string() }),
  failureFields: () => ({ canceled: v.optional(v.literal(true)), filePath: v.optional(v.literal("")) }),
  failureDefaults: { canceled: true, filePath: "" },
  errors: [dialogOpen, ...filterErrors],
  handle: async ({ title, defaultName, filters }, context: Context<Dialogs>) => {
    const dialog = { kind: "saveFile", title, name: defaultName, filters } as const;
    const { paths: [filePath = ""] = [] } = await context.state.ask(context, dialog);
    return succeeded({ canceled: filePath === "", filePath });
  },
});

const confirm = defineOperation({
  name: "dialog.confirm",
  description: "Asks the user a question that buttons answer.",
  needs,
  params: () =>
    params({
      title: titled("Confirm"),
      message: text("message", "The question."),
      type: described(
        treatedAs(v.picklist(["question", "info", "warning", "error"]), "question"),
        "The picture beside the message.",
      ),
      defaultButton: described(
        withDefault(integer, 0),
        "The index of the button that Enter presses; one that does not exist counts as 0.",
      ),
      buttons: described(
        withDefault(
          v.pipe(
            v.array(v.pipe(string, v.maxLength(MAX_NAME_LENGTH, nameTooLong("buttons"))), mustBe.array),
            v.maxLength(MAX_BUTTONS, `buttons exceeds maximum length (${MAX_BUTTONS})`),
          ),
          [],
        ),
        "The texts of the buttons; OK and Cancel when left out or empty.",
      ),
    }),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      response: described(v.pipe(v.number(), v.integer()), "The index of the button; -1 for none."),
      confirmed: described(v.boolean(), "Whether it was the first button."),
    }),
  failureFields: () => ({
    response: v.optional(v.literal(-1)),
    confirmed: v.optional(v.literal(false)),
  }),
  failureDefaults: { response: -1, confirmed: false },
  errors,
  handle: async ({ title, message, type, ...given }, context: Context<Dialogs>) => {
    const buttons = given.buttons.length > 0 ? given.buttons : ["OK", "Cancel"];
    const defaultButton = given.defaultButton in buttons ? given.defaultButton : 0;
    const dialog = { kind: "confirm", title, message, type, buttons, defaultButton } as const;
    const { button: response = -1 } = await context.state.ask(context, dialog);
    if (response >= buttons.length) throw badAnswer(DIALOG, "a button that does not exist");
    return succeeded({ response, confirmed: response === 0 });
  },
});

const prompt = defineOperation({
  name: "dialog.prompt",
  description: "Asks the user for a text.",
  needs,
  params: () =>
    params({
      title: titled("Prompt"),
      message: text("message", "The text above the field."),
      defaultValue: text("defaultValue", "The text that the user edits."),
    }),
  result: () =>
    v.strictObject({
      success: v.literal(true),
      canceled,
      value: described(v.nullable(v.string()), "The text, which may be empty; null without one."),
    }),
  failureFields: () => ({ canceled: v.optional(v.literal(true)), value: v.optional(v.null()) }),
  failureDefaults: { canceled: true, value: null },
  errors,
  handle: async ({ title, message, defaultValue }, context: Context<Dialogs>) => {
    const { value = null } = await context.state.ask(context, {
      kind: "prompt",
      title,
      message,
      value: defaultValue,
    });
    return succeeded({ canceled: value === null, value });
  },
});

export const dialog = defineNamespace({
  name: "dialog",
  operations: [openFile, openFolder, saveFile, confirm, prompt],
  createState: (connection) => new Dialogs(connection),
  listeners: (dialogs) => dialogs,
});
