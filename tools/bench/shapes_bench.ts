/**
 * Processor time and peak memory (Linux only) that the worst message of each shape costs a bridge: one of 64 MiB, one of 31 MiB,
 * whose answer fits into a frame, and eight of 8 MiB in one write. Fails above 5 s or 600 MB.
 */

// deno-lint-ignore-file no-console -- it prints a table

import { defaultWireLimits, jsonLimits, MAX_JSON_DEPTH } from "../../limits/wire.ts";
import { FrameCutter, frameOf, joined } from "../support/frames.ts";
import { optionsOrExit } from "../support/options.ts";
import { startBridge } from "../support/process.ts";
import { factsOf } from "../support/process_facts.ts";

optionsOrExit({
  name: "bench:shapes",
  usage: `Measures what the worst message of each shape costs a bridge, on Linux.

Usage: deno task --cwd tools bench:shapes
`,
  options: {},
});

const [MAX_SECONDS, MAX_MEGABYTES] = [5, 600];
const MIB = 2 ** 20;
const amounts = [[1, 64 * MIB], [1, 31 * MIB], [8, 8 * MIB]] as const;
const { containers, values, names } = jsonLimits(defaultWireLimits.maxFrameBytes);
/** The levels of a value, without those of its message and parameters. */
const LEVELS = MAX_JSON_DEPTH - 4;

/** Makes a JSON value of at most so many bytes. */
type Shape = (bytes: number) => string;

const bytesOf = (text: string) => new TextEncoder().encode(text).length;
const text = (part: string): Shape => (bytes) => `"${part.repeat(Math.floor(bytes / bytesOf(part)) - 1)}"`;
/** Repeats an item with so many arrays, objects and values as often as all limits allow. */
const list = (item: string, objects = 0, items = 1, [open, close] = ["[", "]"]): Shape => (bytes) => {
  const times = Math.min(bytes / (bytesOf(item) + 1), (containers - 9) / objects, (values - 9) / items);
  return `${open}${`${item},`.repeat(Math.floor(times) - 1)}${item}${close}`;
};
const nested = (open: string, close: string, objects = 1, items = 1): Shape =>
  list(`${open.repeat(LEVELS)}0${close.repeat(LEVELS)}`, LEVELS * objects, LEVELS * items);
/** Joins different items. */
const counted =
  (item: (index: number) => string, most: number, [open, close] = ["[", "]"]): Shape => (bytes) => {
    const items: string[] = [];
    for (let left = bytes; items.length < most - 9 && left > 0;) {
      const next = item(items.length);
      items.push(next);
      left -= next.length + 1;
    }
    return `${open}${items.slice(0, -1).join(",")}${close}`;
  };
const braces: [string, string] = ["{", "}"];
const word = (index: number, length = 0): string => index.toString(36).padEnd(length, "x");
/** A name that differs from that of another index by its escapes only. */
const escaped = (index: number): string => {
  const bits = index.toString(2).padStart(22, "0");
  return bits.replaceAll("1", "\\n").replaceAll("0", "n");
};
/** Objects of twelve of as many names as may be different, in different orders; after so many of them in one order. */
const ordered = (most: number): Shape => {
  let state = 1;
  const next = () => state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  const members = () => Array.from({ length: 12 }, () => `"${word(next() % (names - 999))}":1`);
  return counted(
    (index) => `{${most === 0 || index * 12 < most ? members().join(",") : '"a":1,"b":2'}}`,
    Math.min(containers, values / 12),
  );
};
const twelve = `{${Array.from({ length: 12 }, (_, index) => `"${word(index)}":"${index}"`).join(",")}}`;

const shapes: Readonly<Record<string, Shape>> = {
  "text: ASCII": text("x"),
  "text: ASCII but for one": (bytes) => `"漢${"x".repeat(bytes - 5)}"`,
  "escapes: quotation marks": text('\\"'),
  "surrogates: lone": text("\\ud800"),
  "surrogates: lone, in a list": list('"\\ud800"'),
  "depth: objects": nested('{"a":', "}"),
  "depth: index names": nested('{"1":', "}"),
  "depth: arrays of three": nested("[1,2,", "]", 1, 3),
  "depth: objects of three": nested('{"a":1,"b":"b","c":', "}", 1, 3),
  "width: arrays": list("[]", 1),
  "width: objects": list('{"a":{}}', 2),
  "width: objects of twelve": list(twelve, 1, 12),
  "width: index names": list('{"1":1}', 1),
  "width: sparse index names": list('{"4294967294":1,"1000":1}', 1, 2),
  "width: holes": list('{"1000":1}', 1),
  "numbers: digits": list("1"),
  "numbers: precise": list("-1.7976931348623157e+308"),
  "strings: empty": list('""'),
  "strings: different": counted((index) => `"${word(index)}"`, values),
  "keys: different": counted((index) => `"${word(index)}":1`, names, braces),
  "keys: different, longer": counted((index) => `"${word(index, 480)}":1`, names, braces),
  "keys: different objects": counted((index) => `{"${word(index)}":1}`, names),
  "keys: different by escapes": counted((index) => `"${escaped(index)}":1`, values, braces),
  "keys: different orders": ordered(0),
  "keys: different orders, as many as allowed": ordered(names - 40),
  "keys: sparse index names": counted((index) => `"${index * 30_000}":1`, names, braces),
  "keys: repeated": list('"a":1', 0, 1, braces),
  "keys: repeated objects": list('"a":{}', 1, 1, braces),
};

const directory = await Deno.makeTempDir({ prefix: "tonearm-shapes-" });
let isOver = false;
for (const [method, parameter] of [["test.echo", "message"], ["menu.show", "items"]] as const) {
  for (const [name, shape] of Object.entries(shapes)) {
    const cells: string[] = [];
    for (const [times, bytes] of amounts) {
      const params = `{"${parameter}":${shape(bytes - 300)}}`;
      const { seconds, megabytes } = await measure(
        (id) => frameOf(`{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params},"panel":"p"}`),
        times,
      );
      const mark = seconds > MAX_SECONDS || megabytes > MAX_MEGABYTES ? "!" : " ";
      isOver ||= mark === "!";
      cells.push(`${seconds.toFixed(2).padStart(6)} s ${megabytes.toFixed(0).padStart(5)} MB ${mark}`);
    }
    console.log(`${method.padEnd(14)} ${name.padEnd(30)} ${cells.join("   ")}`);
  }
}
await Deno.remove(directory, { recursive: true });
if (isOver) Deno.exit(1);

/** Sends frames in one write, answers native actions with an error, and waits for the answers of all calls. */
async function measure(frame: (id: number) => Uint8Array, times: number) {
  const bridge = startBridge(directory);
  const cutter = new FrameCutter();
  const writer = bridge.stdin.getWriter();
  const seconds = async () => {
    const stat = await Deno.readTextFile(`/proc/${bridge.pid}/stat`);
    const [user, system] = stat.slice(stat.lastIndexOf(")") + 2).split(" ").slice(11);
    return (Number(user) + Number(system)) / 100;
  };
  const before = await seconds();
  writer.write(joined(...Array.from({ length: times }, (_, index) => frame(index)))).catch(() => {});
  let left = times;
  const head = new TextDecoder();
  for await (const bytes of bridge.stdout) {
    cutter.push(bytes);
    for (let body = cutter.next(); body; body = cutter.next()) {
      const [, id, action] =
        /^\{"jsonrpc":"2.0","id":(\d+),("method")?/.exec(head.decode(body.subarray(0, 99))) ?? [];
      if (id === undefined) continue;
      if (action) {
        void writer.write(frameOf({ jsonrpc: "2.0", id: Number(id), error: { code: -32601, message: "" } }));
      } else left--;
    }
    if (left === 0) break;
  }
  const measured = {
    seconds: await seconds() - before,
    megabytes: (await factsOf(bridge.pid)).peak / 1e6,
  };
  bridge.kill("SIGKILL");
  await Promise.all([bridge.status, bridge.stderr.cancel(), writer.abort().catch(() => {})]);
  return measured;
}
