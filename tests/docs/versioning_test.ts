import "../support/deadline.ts";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { sandboxFlags } from "../../clients/typescript/spawn_bridge.ts";
import config from "../../deno.json" with { type: "json" };
import { rpcErrors } from "../../host_stdio/errors.ts";
import { PROTOCOL_VERSION } from "../../limits/wire.ts";
import { BUNDLE_ENTRY } from "../../tools/build/bundle.ts";
import { targets } from "../../tools/build/targets.ts";
import { root } from "../../tools/tree.ts";
import { sectionOf } from "../support/tutorial.ts";

async function textOf(path: string): Promise<string> {
  return await Deno.readTextFile(new URL(path, root));
}

const text = sectionOf(await textOf("docs/architecture.md"), "Versions").replaceAll(/\s+/g, " ");

Deno.test("docs/architecture.md and other documents name the protocol version of the bridge", async () => {
  assertStringIncludes(text, `has a whole number, ${PROTOCOL_VERSION}. `);
  assertMatch(
    await textOf("docs/protocol.md"),
    new RegExp(`^# Wire protocol, version ${PROTOCOL_VERSION}\n`),
  );
  assertMatch(
    await textOf("docs/native-actions.md"),
    new RegExp(`^# Native actions and signals, version ${PROTOCOL_VERSION}\n`),
  );
  assertStringIncludes(text, `answers ${rpcErrors.unsupportedVersion.code}.`);
});

Deno.test("docs/architecture.md describes existing things", () => {
  const [, ...rights] = sandboxFlags;
  assertStringIncludes(text, `\`${rights.join(" ")}\``);
  assertStringIncludes(text, `\`${BUNDLE_ENTRY}\``);
  for (const { binary } of targets) assertStringIncludes(text, `\`${binary}\``);
  for (const [name, module] of Object.entries(config.exports)) {
    assertStringIncludes(text, name === "." ? `\`${module.slice(2)}\`` : `\`${name}\``);
  }
});

Deno.test("CHANGELOG.md has a section for unreleased changes or for the version in deno.json", async () => {
  const headings = [...(await textOf("CHANGELOG.md")).matchAll(/^## \[([^\]]+)\]/gm)].map(([, name]) => name);
  assert(headings[0] === "Unreleased" || headings[0] === config.version, headings[0]);
  assertEquals(new Set(headings).size, headings.length);
});
