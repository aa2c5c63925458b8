import "../support/deadline.ts";
import { assertEquals } from "@std/assert";
import { Call, Calls } from "../../host_stdio/calls.ts";
import type { MessageWriter } from "../../host_stdio/message_writer.ts";
import type { NativeRequests } from "../../host_stdio/native_requests.ts";
import { defaultWireLimits } from "../../limits/wire.ts";

Deno.test("a call is not cancelled once its long response is queued", async () => {
  const errors: unknown[] = [];
  const written = Promise.withResolvers<void>();
  let queued = () => {};
  const messages: Pick<MessageWriter, "result" | "error"> = {
    result: (_id, _result, _call, onQueued) => {
      queued = onQueued;
      return written.promise;
    },
    error: (...error) => void errors.push(error),
  };
  const requests: Pick<NativeRequests, "abandon" | "release"> = { abandon: () => {}, release: () => {} };
  const calls = new Calls({
    messages: messages as MessageWriter,
    requests: requests as NativeRequests,
    limits: defaultWireLimits,
    diagnostics: { report: () => {} },
  });
  calls.start(() => [], {}, new Call(7, undefined, requests as NativeRequests), "");
  assertEquals(calls.has(7), true);
  queued();
  calls.cancel(7);
  assertEquals([calls.has(7), errors], [false, []]);
  written.resolve();
  await calls.atMost(0);
});
