import { assertEquals } from "@std/assert";
import { stripAnsiCode } from "@std/fmt/colors";
import type { Fixture } from "../tools/fixtures/fixture.ts";
import { findFixtures, fixturesFolder } from "../tools/fixtures/load_fixtures.ts";
import { readFixtures, replay, replayAll } from "../tools/fixtures/replay.ts";
import { showDifferences } from "../tools/fixtures/diff.ts";

const { fixtures, errors } = await readFixtures(await findFixtures([fixturesFolder]));

Deno.test("every fixture can be read", () => {
  assertEquals(errors.map(({ message }) => message), []);
});

for (const fixture of fixtures) {
  Deno.test(`${fixture.document.file} in process: ${fixture.title}`, async () => {
    const differences = await replay(fixture, "in process");
    if (differences.length === 0) return;
    throw new Error(stripAnsiCode(showDifferences(fixture, "in process", differences).join("\n")));
  });
}

const folders = Map.groupBy(fixtures, ({ document: { file } }) => file.slice(0, file.lastIndexOf("/")));

for (const [folder, inside] of folders) {
  Deno.test(`${folder} against the process: every fixture holds`, async () => {
    const lines: string[] = [];
    for await (const { fixture, outcome } of replayAll(inside, "process")) {
      if (outcome.kind === "different") lines.push(...shown(fixture, outcome.differences));
    }
    if (lines.length > 0) throw new Error(lines.join("\n"));
  });
}

function shown(fixture: Fixture, differences: Parameters<typeof showDifferences>[2]): string[] {
  return showDifferences(fixture, "against the process", differences).map(stripAnsiCode);
}
