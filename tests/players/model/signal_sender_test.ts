import "../../support/deadline.ts";
import { assertEquals, assertThrows } from "@std/assert";
import type { SignalMessage } from "../../../host_stdio/api/signals.ts";
import { SignalSender } from "../../../players/model/signal_sender.ts";

function numbered(position: number): SignalMessage {
  return { name: "signal.playbackTime", params: { position, length: 0 } };
}

function numberOf(signal: SignalMessage): number {
  return signal.name === "signal.playbackTime" ? signal.params.position : -1;
}

Deno.test("SignalSender: a listener that causes a signal does not change the order for later listeners", () => {
  const sender = new SignalSender();
  const heard: number[] = [];
  sender.on((signal) => {
    if (numberOf(signal) === 1) sender.send(numbered(2));
  });
  sender.on((signal) => heard.push(numberOf(signal)));
  sender.send(numbered(1));
  assertEquals(heard, [1, 2]);
});

Deno.test("SignalSender: signals sent together go out when the outermost step is done", () => {
  const sender = new SignalSender();
  const heard: number[] = [];
  sender.on((signal) => heard.push(numberOf(signal)));
  const result = sender.together(() => {
    sender.send(numbered(1));
    sender.together(() => sender.send(numbered(2)));
    assertEquals(heard, []);
    return "done";
  });
  assertEquals([result, heard.join()], ["done", "1,2"]);
});

Deno.test("SignalSender: a step that fails halfway still sends its signals", () => {
  const sender = new SignalSender();
  const heard: number[] = [];
  sender.on((signal) => heard.push(numberOf(signal)));
  assertThrows(() =>
    sender.together(() => {
      sender.send(numbered(1));
      throw new Error("half way");
    }), Error);
  sender.send(numbered(2));
  assertEquals(heard, [1, 2]);
});

Deno.test("SignalSender: listeners are removed one by one, also during a signal", () => {
  const sender = new SignalSender();
  const heard: number[] = [];
  const listener = (signal: SignalMessage) => {
    heard.push(numberOf(signal));
    if (heard.length === 1) end();
  };
  const end = sender.on(listener);
  sender.on(listener);
  sender.send(numbered(1));
  sender.send(numbered(2));
  end();
  assertEquals(heard, [1, 1, 2]);
});

Deno.test("SignalSender: after a listener has thrown, waiting signals are sent in order", () => {
  const sender = new SignalSender();
  const heard: number[] = [];
  sender.on((signal) => {
    heard.push(numberOf(signal));
    if (heard.length === 1) throw new Error("listener");
  });
  assertThrows(() =>
    sender.together(() => {
      sender.send(numbered(1));
      sender.send(numbered(2));
    }), Error);
  sender.send(numbered(3));
  assertEquals(heard, [1, 2, 3]);
});
