import { assert, assertEquals } from "@std/assert";
import type * as v from "valibot";
import { nativeActions } from "../../host_stdio/api/native_actions.ts";
import { signals } from "../../host_stdio/api/signals.ts";
import { schemaOf } from "../../host_stdio/schema_check.ts";
import { SeededRandom } from "../../tools/support/random.ts";
import { drawFitting, hostileKeys } from "../faults/support/arbitraries.ts";
import { calls, pluginRegistration } from "../faults/support/corpus.ts";
import { setDeadline } from "../support/deadline.ts";
import { callText, type Message, RawBridge } from "./support.ts";

setDeadline(120_000);

const natives = { Object, Array, Function, String, Number, Boolean, Promise, Map, Set, Error, Uint8Array };

/** Every member of the prototypes that everything inherits from. */
function prototypes(): string {
  return JSON.stringify(
    Object.entries(natives).map(([name, { prototype }]) => [
      name,
      Reflect.ownKeys(prototype).map(String),
      Reflect.ownKeys(Object.getPrototypeOf(prototype) ?? {}).map(String),
    ]),
  );
}

/** Adds members with special keys to the JSON of an object. */
function poisoned(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(poisoned).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${poisoned(member)}`);
  const poison = hostileKeys.map((key) =>
    `${JSON.stringify(key)}:{"polluted":true,"constructor":{"prototype":{"polluted":true}}}`
  );
  return `{${[...members, ...poison].join(",")}}`;
}

Deno.test("keys that are special in JavaScript have no effect in the parameters of any operation", async () => {
  const random = new SeededRandom(1);
  const before = prototypes();
  const answer = ({ id, method }: Message): string => {
    const made = drawFitting(
      random,
      schemaOf<v.GenericSchema>(nativeActions[method as keyof typeof nativeActions].answer),
    ) ?? {};
    return `{"jsonrpc":"2.0","id":${id},"result":${poisoned(made)},"__proto__":{"polluted":1}}`;
  };
  const bridge = new RawBridge({ answer });
  const bodies: string[] = [];
  for (const [method, variants] of Object.entries(calls)) {
    for (const params of variants) bodies.push(callText(bodies.length, method, poisoned(params)));
  }
  for (const body of bodies) {
    const [reply] = await bridge.ask(body);
    assert(reply.error?.code !== -32603, `${body}: ${JSON.stringify(reply)}`);
  }
  for (const [name, { params }] of Object.entries(signals)) {
    await bridge.tell(
      `{"jsonrpc":"2.0","method":"${name}","params":${poisoned(drawFitting(random, params()))}}`,
    );
  }
  const [registered] = await bridge.ask(
    `{"jsonrpc":"2.0","id":1,"method":"bridge.registerPlugin","params":${poisoned(pluginRegistration)}}`,
  );
  assertEquals(registered.result, { apiCount: 2 });
  await bridge.ask(callText(1, "system.getRegisteredPlugins", "{}"));
  await bridge.end();
  assertEquals(prototypes(), before);
  assertEquals(Reflect.get({}, "polluted"), undefined);
  assertEquals(bridge.reported.filter((line) => line.includes("defect")), []);
});

Deno.test("panel.getConfig keeps members with keys that are special in JavaScript", async () => {
  const fields = '"panelName":"p","transparentBackground":false,"grabFocus":false,"enableDragDrop":false';
  const config = `{${fields},"constructor":1,"prototype":{"a":2},"__proto__":{"b":3}}`;
  const answer = ({ id }: Message): string => `{"jsonrpc":"2.0","id":${id},"result":{"config":${config}}}`;
  await using bridge = new RawBridge({ answer });
  const [{ result }] = await bridge.ask(
    '{"jsonrpc":"2.0","id":1,"method":"panel.getConfig","params":{},"panel":"p1"}',
  );
  assertEquals(JSON.stringify(result), `{"success":true,"config":${config}}`);
});

Deno.test("inherited properties are not parameters", async () => {
  await using bridge = new RawBridge();
  const cases: [method: string, params: string, error: string][] = [
    ["clipboard.write", '{"__proto__":{"text":"x"}}', "text is required"],
    ["console.log", '{"__proto__":{"message":"x","args":["y"]}}', "message is required"],
    ["queue.moveToTop", '{"__proto__":{"index":1}}', "Invalid index or already at top"],
    ["system.searchApis", '{"__proto__":{"query":"x"}}', "query is required"],
    ["jitQueue.playNow", '{"trackId":"t","__proto__":{"url":"x"}}', "url is required"],
    ["log.read", '{"lines":-1,"__proto__":{"lines":5}}', "lines must be non-negative"],
  ];
  for (const [method, params, error] of cases) {
    assertEquals((await bridge.ask(callText(1, method, params)))[0].result, { success: false, error });
  }
});

Deno.test("inherited properties are not members of a message", async () => {
  await using bridge = new RawBridge();
  const inherited = '{"__proto__":{"jsonrpc":"2.0","id":1,"method":"test.ping"}}';
  const [reply] = await bridge.ask(inherited);
  assertEquals([reply.id, reply.error.code], [null, -32600]);
});

Deno.test("test.echo returns keys that are special in JavaScript as plain members", async () => {
  await using bridge = new RawBridge();
  const params = '{"message":{"__proto__":{"a":1},"constructor":2,"toJSON":3,"then":4,"length":-1}}';
  const [{ result }] = await bridge.ask(callText(1, "test.echo", params));
  assertEquals(JSON.stringify(result.echo), JSON.stringify(JSON.parse(params).message));
  assertEquals(JSON.stringify(result.input), params);
});
