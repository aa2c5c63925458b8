/**
 * The menu overlay of `menu.show`: for now its rows as a plain list.
 *
 * @module
 */

import type { FunctionComponent } from "preact";
import type { Control } from "./control.ts";
import { useValue } from "./value.ts";

/** The overlay. */
export const OverlayView: FunctionComponent<{ readonly control: Control }> = ({ control }) => {
  useValue(control.player);
  return null;
};
