/**
 * A row of `menu.show` as a page is to give it (specification, "Menu row"), for clients and documents. rows.ts takes
 * whatever comes: a value of another type counts there as not given.
 *
 * @module
 */

import * as v from "valibot";
import { described } from "../documented_schema.ts";

/** A row of `menu.show` as a page is to give it. */
export interface GivenMenuRow {
  id?: string | undefined;
  label?: string | undefined;
  type?: string | undefined;
  enabled?: boolean | undefined;
  checked?: boolean | undefined;
  iconSvg?: string | { viewBox: string; content: string } | undefined;
  submenu?: GivenMenuRow[] | undefined;
  title?: string | undefined;
  subtitle?: string | undefined;
  value?: number | undefined;
  min?: number | undefined;
  max?: number | undefined;
  segments?:
    | { id?: string | undefined; label?: string | undefined; enabled?: boolean | undefined }[]
    | undefined;
}

/** A row of `menu.show` as a page is to give it. */
export const givenMenuRow: v.GenericSchema<GivenMenuRow> = v.object({
  id: described(v.optional(v.string()), "What events call the row; needed for a row that can be chosen."),
  label: described(v.optional(v.string()), "The text that is shown."),
  type: described(
    v.optional(v.string()),
    "`separator`, one of the rich types `nowplaying`, `rating`, `slider`, `segmented`, or anything else for an ordinary row.",
  ),
  enabled: described(v.optional(v.boolean()), "Whether the row can be used; true when left out."),
  checked: described(v.optional(v.boolean()), "Whether the row has a check mark; false when left out."),
  iconSvg: described(
    v.optional(v.union([v.string(), v.object({ viewBox: v.string(), content: v.string() })])),
    "Icon markup.",
  ),
  submenu: described(v.optional(v.array(v.lazy(() => givenMenuRow))), "Rows below this one."),
  title: described(v.optional(v.string()), "First line of a `nowplaying` row."),
  subtitle: described(v.optional(v.string()), "Second line of a `nowplaying` row."),
  value: described(
    v.optional(v.number()),
    "Of a `rating` from 0 to 5, of a `slider` from `min` to `max`, of a `segmented` row the index of the chosen segment.",
  ),
  min: described(v.optional(v.number()), "Of a `slider`; 0 when left out."),
  max: described(v.optional(v.number()), "Of a `slider`; 100 when left out."),
  segments: described(
    v.optional(v.array(v.object({
      id: v.optional(v.string()),
      label: v.optional(v.string()),
      enabled: described(v.optional(v.boolean()), "True when left out."),
    }))),
    "Of a `segmented` row.",
  ),
});
