import "../support/deadline.ts";
import { assert, assertEquals } from "@std/assert";
import { allOperations, allOperationTable } from "../../handlers/all.ts";
import { nativeActions } from "../../host_stdio/api/native_actions.ts";
import { root } from "../../tools/tree.ts";

const NAMES = /`([a-zA-Z]+\.[a-zA-Z]+)`/g;

/** The rows of the table of profiles: namespaces, needed and optional actions. */
async function profiles(): Promise<{ namespaces: string[]; needed: string; optional: string }[]> {
  const text = await Deno.readTextFile(new URL("docs/native-actions.md", root));
  const table = text.split("## Profiles")[1]?.split("## ")[0] ?? "";
  return table.split("\n").filter((line) => /^\| [A-Z]/.test(line)).map((line) => {
    const [, , names = "", needed = "", optional = ""] = line.split("|");
    return {
      namespaces: [...names.matchAll(/`([a-zA-Z]+)\.\*`/g)].map(([, name = ""]) => name),
      needed,
      optional,
    };
  });
}

Deno.test("the table of profiles names every native action that an operation needs", async () => {
  const rows = await profiles();
  assertEquals(rows.length, 13);
  for (const { name, needs = [] } of allOperationTable.values()) {
    const row = rows.find(({ namespaces }) => namespaces.includes(name.split(".")[0] ?? ""));
    for (const action of needs.flat()) {
      const short = action.slice("player.".length);
      assert(row?.needed.includes(`\`${short}\``), `${name} needs ${short}`);
    }
  }
});

Deno.test("the table of profiles names no action, operation or signal that does not exist", async () => {
  const known = new Set([
    ...Object.keys(nativeActions).map((name) => name.slice("player.".length)),
    ...allOperations.map(({ name }) => name),
  ]);
  for (const { needed, optional } of await profiles()) {
    for (const [, name = ""] of `${needed} ${optional}`.matchAll(NAMES)) {
      assert(known.has(name) || name.startsWith("signal."), name);
    }
  }
});

Deno.test("every native action stands in a profile, except that of plugins", async () => {
  const rows = await profiles();
  const text = rows.map(({ needed, optional }) => needed + optional).join();
  const named = new Set(Array.from(text.matchAll(NAMES), ([, name]) => name));
  const missing = Object.keys(nativeActions).filter((name) => !named.has(name.slice("player.".length)));
  assertEquals(missing, ["player.plugin.invoke"]);
});
