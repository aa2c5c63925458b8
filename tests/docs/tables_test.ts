import "../support/deadline.ts";
import { assertEquals } from "@std/assert";
import { nativeActions } from "../../host_stdio/api/native_actions.ts";
import { signals } from "../../host_stdio/api/signals.ts";
import { rpcErrors } from "../../host_stdio/errors.ts";
import { lifecycle } from "../../host_stdio/lifecycle.ts";

/** Returns the first cell of each row, in the tables whose first heading begins with a word. */
async function firstCells(document: string, heading: string): Promise<string[]> {
  const text = await Deno.readTextFile(new URL(`../../docs/${document}`, import.meta.url));
  const cells: string[] = [];
  let inside = false;
  for (const line of text.split(/\r?\n/)) {
    const cell = /^\|\s*(.*?)\s*(?<!\\)\|/.exec(line)?.[1];
    if (cell === undefined) inside = false;
    else if (inside) cells.push(cell);
    else inside = cell.startsWith(heading);
  }
  return cells.filter((cell) => !/^-+$/.test(cell));
}

/** Returns the names in a cell. Commas separate names, and ` / ` separates alternative last parts. */
function namesIn(cell: string): string[] {
  return cell.split(", ").flatMap((part) => {
    const [first = "", ...ends] = part.split(" / ");
    return [first, ...ends.map((end) => first.slice(0, first.lastIndexOf(".") + 1) + end)];
  });
}

Deno.test("docs/native-actions.md names exactly the native actions", async () => {
  const documented = (await firstCells("native-actions.md", "action")).flatMap(namesIn);
  assertEquals(documented.toSorted(), Object.keys(nativeActions).toSorted());
});

Deno.test("docs/native-actions.md names exactly the signals", async () => {
  const documented = (await firstCells("native-actions.md", "signal")).flatMap(namesIn);
  assertEquals(documented.toSorted(), Object.keys(signals).toSorted());
});

Deno.test("docs/protocol.md names exactly the lifecycle messages", async () => {
  const cells = await firstCells("protocol.md", "message");
  const documented = cells.flatMap((cell) => /^`(bridge\.\w+)`/.exec(cell)?.[1] ?? []);
  assertEquals(documented.toSorted(), Object.keys(lifecycle).toSorted());
});

Deno.test("docs/protocol.md names exactly the error codes of the bridge", async () => {
  const documented = (await firstCells("protocol.md", "code")).map(Number);
  assertEquals(documented.toSorted(), Object.values(rpcErrors).map(({ code }) => code).toSorted());
});
