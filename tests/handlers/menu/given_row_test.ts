import "../../support/deadline.ts";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import * as v from "valibot";
import { givenMenuRow, MAX_RATING, readRows } from "../../../handlers/menu/rows.ts";

const { anything, label } = { anything: fc.string(), label: fc.string() };

/** A row of every type with every documented member. */
const row = fc.oneof(
  fc.record({ type: fc.constant("separator") }),
  fc.record({ id: anything, label, enabled: fc.boolean(), checked: fc.boolean(), iconSvg: anything }),
  fc.record({ id: anything, label, iconSvg: fc.record({ viewBox: anything, content: anything }) }),
  fc.record({ type: fc.constant("nowplaying"), title: anything, subtitle: anything }),
  fc.record({ type: fc.constant("rating"), id: anything, value: fc.nat(MAX_RATING) }),
  fc.record({
    type: fc.constant("slider"),
    id: anything,
    min: fc.nat(5),
    value: fc.constant(7),
    max: fc.constant(9),
  }),
  fc.record({
    type: fc.constant("segmented"),
    segments: fc.array(fc.record({ id: anything, label, enabled: fc.boolean() }), {
      minLength: 2,
      maxLength: 3,
    }),
    value: fc.nat(1),
  }),
);

Deno.test("a documented row reaches the player with all its members", () => {
  fc.assert(fc.property(row, row, (upper, lower) => {
    const given = { ...upper, submenu: [lower] };
    assertEquals(v.parse(givenMenuRow(), given), given);
    const [drawn] = readRows([given]);
    const [below] = drawn?.submenu ?? [];
    assertEquals({ ...drawn, ...given }, { ...drawn, submenu: [lower] });
    assertEquals({ ...below, ...lower }, { ...below });
  }));
});

Deno.test("the documents name exactly the members that a row can have", () => {
  const drawn = readRows([
    { iconSvg: "", submenu: [{}] },
    { type: "nowplaying", title: "", subtitle: "" },
    { type: "slider" },
    { type: "segmented", segments: [{}], value: 0 },
  ]);
  const fields = new Set(drawn.flatMap((each) => Object.keys(each)));
  const { entries } = givenMenuRow() as unknown as { entries: object };
  assertEquals([...fields].sort(), Object.keys(entries).sort());
});
