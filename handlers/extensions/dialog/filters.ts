/** The file filters of dialogs (extensions.md, "dialog"). */

import * as v from "valibot";
import { described, documentedAs } from "../../core/documented_schema.ts";
import { mustBe, string, withDefault } from "../../core/params.ts";
import { MAX_NAME_LENGTH, nameTooLong } from "../shared/json_size.ts";

/** The maximum number of filters, and of the extensions of one. */
const MAX_FILTERS = 32;
const MAX_EXTENSIONS = 64;

const extensionsTooLong = `extensions exceeds maximum length (${MAX_EXTENSIONS})`;
const notExtension = " must be a file extension";
const notFilter = " must be a string or an object";

/** The error texts that documents cannot read from the schema. */
export const filterErrors = [
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
export const filters = described(
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
