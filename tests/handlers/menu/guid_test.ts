import "../../support/deadline.ts";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { parseGuid } from "../../../handlers/menu/resolution.ts";

const canonical = "{0123ABCD-4567-89EF-0A1B-2C3D4E5F6A7B}";

Deno.test("parseGuid refuses any other text", () => {
  const bare = canonical.slice(1, -1);
  for (
    const text of [
      "",
      "{}",
      `{${bare}`,
      `${bare}}`,
      `{{${bare}}}`,
      `(${bare})`,
      ` ${bare}`,
      `${bare} `,
      `${bare}\n`,
      bare.replaceAll("-", ""),
      bare.slice(1),
      `0${bare}`,
      `${bare}0`,
      bare.replace("A", "G"),
      bare.replace("0", "０"),
      "0123ABCD4-567-89EF-0A1B-2C3D4E5F6A7B",
    ]
  ) {
    assertEquals(parseGuid(text), undefined, JSON.stringify(text));
  }
});

Deno.test("parseGuid reads every GUID", () => {
  fc.assert(fc.property(fc.uuid({ version: [1, 2, 3, 4, 5, 6, 7, 8] }), fc.boolean(), (uuid, braces) => {
    assertEquals(parseGuid(braces ? `{${uuid}}` : uuid), `{${uuid.toUpperCase()}}`);
  }));
});
