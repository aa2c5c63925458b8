import fc from "fast-check";

/**
 * Any character but half a surrogate pair, of all lengths in UTF-8: a unit of `fc.string`. fast-check's
 * unit `binary` takes 1.5 s of CPU time to make.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.oneof(
  ...([[0, 0x7f], [0x80, 0x7ff], [0x800, 0xd7ff], [0xe000, 0xffff], [0x10000, 0x10ffff]] as const).map(
    ([min, max]) => fc.integer({ min, max }),
  ),
).map((code) => String.fromCodePoint(code));
