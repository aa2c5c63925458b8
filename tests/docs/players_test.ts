import "../support/deadline.ts";
import { assert, assertEquals } from "@std/assert";
import { events, namespaceNames, operationTable } from "../../handlers/mod.ts";
import { nativeActions } from "../../host_stdio/api/native_actions.ts";
import { signals } from "../../host_stdio/api/signals.ts";
import { lifecycle } from "../../host_stdio/lifecycle.ts";

const read = async (path: string) =>
  (await Deno.readTextFile(new URL(`../../${path}`, import.meta.url))).replaceAll("\r\n", "\n");
const document = await read("docs/players.md");
const byHand = await read("clients/c/README.md");

Deno.test("clients/c/README.md names existing functions of player.c", async () => {
  const player = await read("clients/c/player.c");
  const names = [...byHand.matchAll(/`(\w+)\(\)`/g)].map(([, name]) => name);
  assert(names.length >= 8);
  for (const name of names) assert(new RegExp(`^static [\\w ]+\\*?\\b${name}\\(`, "m").test(player), name);
});

Deno.test("the guides name existing parts of the API", async () => {
  const actionPrefixes = new Set(Object.keys(nativeActions).map((name) => name.replace(/\w+$/, "*")));
  const known = (name: string): boolean =>
    Object.hasOwn(nativeActions, name) || actionPrefixes.has(name) || Object.hasOwn(signals, name) ||
    Object.hasOwn(lifecycle, name) || events.some((event) => event.name === name) ||
    operationTable.has(name) ||
    namespaceNames.some((namespace) => name === `${namespace}.*` || name === `${namespace}:*`);
  const pattern = new RegExp(
    `\\b(?:player\\.(?!c\\b|cpp|css|py|ts|x\\b|json|md)|signal\\.|bridge\\.(?=[a-z]+[A-Z]|shutdown|initialize|cancel)|` +
      `(?:${namespaceNames.join("|")})[.:](?=\\w|\\*))[\\w.]*(?:\\w|\\*)`,
    "g",
  );
  const library = new Set([
    "bridge.onEvent",
    "bridge.client.invoke",
    "panel.invoke",
    "panel.js",
    "panel.d.ts",
    "panel.md",
    "queue.js",
    "player.*",
    "signal.*",
    // An operation of a player's own.
    "queue.shuffleNow",
  ]);
  for (const text of [document, byHand, await read("docs/panels.md")]) {
    const prose = text.replaceAll(/^```(?!text).*?^```$/gms, "");
    const names = [...prose.matchAll(pattern)].map(([name]) => name).filter((name) => !library.has(name));
    assert(names.length > 4);
    assertEquals(names.filter((name) => !known(name)), []);
  }
});

Deno.test("the frame in clients/c/README.md has the stated length", () => {
  const [, prefix = "", body = ""] = /^> ((?:[0-9a-f]{2} ){4})(\{.*\})$/m.exec(byHand) ?? [];
  const bytes = prefix.trim().split(" ").map((text) => parseInt(text, 16));
  assertEquals(
    new DataView(new Uint8Array(bytes).buffer).getUint32(0, true),
    new TextEncoder().encode(body).length,
  );
});
