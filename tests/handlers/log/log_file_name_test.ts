import "../../support/deadline.ts";
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { isLogFileName } from "../../../handlers/log/limits.ts";

function allAre(expected: boolean, values: readonly unknown[]): void {
  for (const value of values) assertEquals(isLogFileName(value), expected, JSON.stringify(value));
}

Deno.test("isLogFileName refuses other types than strings", () => {
  allAre(false, [undefined, null, 1, true, {}, [], ["a.log"], { toString: () => "a.log" }]);
});

Deno.test("isLogFileName accepts no name with a separator, for any text", () => {
  const texts = fc.string({
    unit: fc.constantFrom("a", ".", "/", "\\", ":", " ", "\u0000", "é", "C", "O", "N"),
  });
  fc.assert(
    fc.property(texts, fc.constantFrom(".log", ".txt", ""), (text, ending) => {
      const name = text + ending;
      if (!isLogFileName(name)) return;
      assert(
        !/[/\\:]/.test(name) && !name.includes("\u0000") && !/^[. ]|[. ]$/.test(name) &&
          /[^.]\.(log|txt)$|\.\.(log|txt)$/.test(name),
      );
      assert(!/^con *\./i.test(name));
    }),
    { numRuns: 2000 },
  );
});
