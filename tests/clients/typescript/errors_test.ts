import "../../support/deadline.ts";
import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { BridgeError, embedBridge } from "../../../mod.ts";
import { inDirectory } from "../../handlers/log/support.ts";

Deno.test("unknown names are refused with the nearest known one", () =>
  inDirectory(async (directory) => {
    await using bridge = await embedBridge({ directory });
    const untyped = bridge as unknown as {
      on(name: unknown, listener: () => void): void;
      signal(signal: unknown): void;
      implement(actions: unknown): string[];
    };
    const refusals: [attempt: () => unknown, text: string][] = [
      [
        () => untyped.on("menu:selekt", () => {}),
        'there is no event "menu:selekt"; did you mean "menu:select"?',
      ],
      [() => untyped.on(undefined, () => {}), "there is no event undefined"],
      [() => untyped.on("constructor", () => {}), 'there is no event "constructor"'],
      [() => untyped.signal({ name: "signal.nope" }), 'there is no signal "signal.nope"'],
      [
        () => untyped.signal({ name: "signal.trackStartet", params: {} }),
        'there is no signal "signal.trackStartet"; did you mean "signal.trackStarted"?',
      ],
      [
        () => untyped.implement({ "player.queue.gett": () => ({}) }),
        'there is no native action "player.queue.gett"; did you mean "player.queue.get"?',
      ],
    ];
    for (const [attempt, text] of refusals) assertEquals(assertThrows(attempt, TypeError).message, text);
    assert(untyped.implement({ "player.queue.count": () => ({ count: 0 }), note: "no function" }).length > 0);
  }));

Deno.test("the stack of a BridgeError includes the caller", () =>
  inDirectory(async (directory) => {
    await using bridge = await embedBridge({ directory });
    async function callerOfNothing(): Promise<unknown> {
      return await bridge.invokePlugin("nothing.here");
    }
    let error: unknown;
    try {
      await callerOfNothing();
    } catch (thrown) {
      error = thrown;
    }
    assert(error instanceof BridgeError);
    assertEquals(error.code, -32601);
    assertStringIncludes(error.stack ?? "", "callerOfNothing");
    assertStringIncludes(error.stack ?? "", import.meta.url);
  }));
