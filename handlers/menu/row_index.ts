/**
 * What the user can do with the rows of an open menu: which rows can be chosen and which values they can take
 * (contract-decisions.md, "menu": a select or a value that is ignored).
 *
 * @module
 */

import type { OverlayRow } from "../../host_stdio/shapes.ts";
import { MAX_RATING } from "./rows.ts";

type TakesValue = (value: number) => boolean;

/** Rows that change a value instead of being chosen. */
const valueTypes: ReadonlySet<string> = new Set(["rating", "slider", "segmented"]);

/** The rows of one menu by what can be done with them. A row without id cannot be told apart and so is not among them. */
export class RowIndex {
  readonly #selectable = new Set<string>();
  /** By id. Should several rows have the same id, one that takes the value is enough. */
  readonly #values = new Map<string, TakesValue[]>();

  /** @param rows The rows as they are drawn. */
  constructor(rows: readonly OverlayRow[]) {
    this.#add(rows);
  }

  /**
   * Whether the user can choose a row.
   *
   * @param id The row's id.
   * @returns False for a row that is unknown, disabled, below a disabled one, a parent, a separator or has a value.
   */
  isSelectable(id: string): boolean {
    return this.#selectable.has(id);
  }

  /**
   * Whether a row can take a value.
   *
   * @param id The row's id.
   * @param value The value.
   * @returns False for a row that is unknown, disabled, below a disabled one or not rich, and for a value out of its
   * range.
   */
  takesValue(id: string, value: number): boolean {
    return this.#values.get(id)?.some((takes) => takes(value)) ?? false;
  }

  /** Nothing below a disabled row can be reached. */
  #add(rows: readonly OverlayRow[]): void {
    for (const row of rows) {
      if (!row.enabled) continue;
      if (row.submenu) this.#add(row.submenu);
      if (row.id === "") continue;
      const takes = valueCheck(row);
      if (takes) this.#values.set(row.id, [...this.#values.get(row.id) ?? [], takes]);
      if (!row.submenu && row.type !== "separator" && !valueTypes.has(row.type)) this.#selectable.add(row.id);
    }
  }
}

/** Which values a row takes; undefined for a row that is not rich. */
function valueCheck(row: OverlayRow): TakesValue | undefined {
  switch (row.type) {
    case "nowplaying":
      // The specification lets it report values and gives it no range.
      return () => true;
    case "rating":
      return isBetween(0, MAX_RATING);
    case "slider":
      return isBetween(row.min, row.max);
    case "segmented":
      return (value) => row.segments?.[value]?.enabled ?? false;
    default:
      return undefined;
  }
}

function isBetween(min = 0, max = 0): TakesValue {
  return (value) => value >= min && value <= max;
}
