/**
 * The parameters that several operations of the namespace `menu` share.
 *
 * @module
 */

import * as v from "valibot";
import { parseGuid } from "../../limits/guid.ts";
import { described, documentedAs } from "../documented_schema.ts";
import { Failure } from "../operation.ts";
import { array, boolean, optional, string, treatedAs, withDefault } from "../params.ts";
import { contextModes, handleObject } from "./context.ts";

/** The text for the GUID of a child that is no GUID. */
export const invalidSubGuid = "Invalid subGuid format";

/** A track handle as a page is to give it, in string or object form. */
export const givenHandle = v.union([v.string(), handleObject]);

/** Track handles, in string or object form; each is judged on its own. */
export const handlesParam = described(
  optional(documentedAs(array, v.array(givenHandle))),
  "Track handles, needed when `mode` is `handles`. Unusable ones are skipped.",
);

/** The mode that a page asks for. */
export const modeParam = described(
  treatedAs(v.picklist(contextModes), "auto"),
  "Which tracks the menu is about. `auto` takes the first of handles, playing track, selection and playlist that there is.",
);

/** Whether labels are to be translated. */
export const i18nParam = described(withDefault(boolean, true), "Whether `displayLabel` is translated.");

/** The language to translate labels into. */
export const localeParam = described(
  withDefault(string, "auto"),
  "The language to translate into, a BCP 47 tag; with `auto` labels stay as the player has them.",
);

/** Whether submenus carry counters. */
export const withAvailabilityParam = described(
  withDefault(boolean, true),
  "Whether each submenu has `availability`.",
);

/** The GUID of a dynamically generated child. */
export const subGuidParam = described(
  optional(string),
  "The GUID of a dynamically generated child of the command whose GUID is in `command`.",
);

/**
 * Reads the GUID of a dynamically generated child.
 *
 * @param subGuid The parameter; "" counts as left out.
 * @returns Its canonical form; undefined when it is left out.
 * @throws {Failure} When it is no GUID.
 */
export function readSubGuid(subGuid: string | undefined): string | undefined {
  if (subGuid === undefined || subGuid === "") return undefined;
  const guid = parseGuid(subGuid);
  if (guid === undefined) throw new Failure(invalidSubGuid);
  return guid;
}
