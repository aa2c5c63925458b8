import "../support/deadline.ts";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fixtureMembers, readFixture, stepKinds } from "../../tools/fixtures/fixture.ts";
import { anyKinds, formNames } from "../../tools/fixtures/forms.ts";
import { replay } from "../../tools/fixtures/replay.ts";

const text = await Deno.readTextFile(new URL("../../docs/faults.md", import.meta.url));

Deno.test("the fixture in docs/faults.md holds", async () => {
  const example = /```jsonc\n(.*?)```/s.exec(text)?.[1] ?? "";
  assertEquals(await replay(readFixture("docs/faults.md", example), "in process"), []);
});

Deno.test("docs/faults.md names every key, step, form and kind", () => {
  for (const key of Object.keys(fixtureMembers)) {
    assert(text.includes(`\`${key}\``) || text.includes(`  "${key}": `), key);
  }
  for (const [key, members] of Object.entries(stepKinds)) {
    const rows = text.split("\n").filter((line) =>
      line.includes(key.includes(" ") ? `"${key}":` : `{ "${key}":`)
    );
    const described = rows.join("\n");
    for (const member of Object.keys(members)) assertStringIncludes(described, `"${member}"`);
  }
  for (const form of formNames) assertStringIncludes(text, `"${form}"`);
  for (const kind of anyKinds) assertStringIncludes(text, `\`${kind}\``);
});
