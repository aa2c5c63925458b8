/** References to named shapes in an OpenRPC document. */

/** Prefix of the references. */
export const SHAPES = "#/components/schemas/";

/** Returns the name of the shape that a reference points to. */
export function shapeName(reference: string): string {
  if (!reference.startsWith(SHAPES)) throw new Error(`${reference} is not a reference to a shape`);
  return reference.slice(SHAPES.length);
}
