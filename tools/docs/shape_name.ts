/** References to named shapes in an OpenRPC document. */

/** Prefix of the references. */
export const SHAPES = "#/components/schemas/";

/** Returns the shape's name in a reference. */
export function shapeName(reference: string): string {
  if (!reference.startsWith(SHAPES)) throw new Error(`${reference} leads to no shape`);
  return reference.slice(SHAPES.length);
}
