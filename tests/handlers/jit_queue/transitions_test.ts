import "../../support/deadline.ts";
import { assert, assertEquals } from "@std/assert";
import {
  type StateName,
  stateNames,
  transitions,
  type Trigger,
  triggers,
} from "../../../handlers/jit_queue/transitions.ts";
import { type JitHarness, jitTest, urlOf } from "./jit_harness.ts";

/** Steps that lead to each state. A track precedes the current one; in Active, another track follows it. */
const reached: Record<StateName, (jit: JitHarness) => Promise<void>> = {
  Idle: async (jit) => {
    await reached.Active(jit);
    await jit.call("stop", { clearBuffer: false });
  },
  Active: async (jit) => {
    await jit.call("preloadBatch", { urls: ["p", "q", "r"].map(urlOf), startIndex: 1 });
    await jit.started("q");
  },
  WaitingNext: async (jit) => {
    await jit.call("preloadBatch", { urls: ["p", "q"].map(urlOf), startIndex: 1 });
    await jit.started("q");
  },
  Exhausted: async (jit) => {
    await reached.WaitingNext(jit);
    await jit.stopped("endOfFile");
  },
};

/** Steps that cause each trigger, by cause. Some triggers have several causes. */
const happening: Record<Trigger, Record<string, (jit: JitHarness) => Promise<unknown>>> = {
  playNow: { "": (jit) => jit.playNow("x") },
  batchPlays: {
    "": (jit) => jit.call("preloadBatch", { urls: [urlOf("x"), urlOf("y")] }),
  },
  nextAccepted: {
    "by enqueueNext": (jit) => jit.enqueueNext("x"),
    "by preloadBatch": (jit) => jit.call("preloadBatch", { urls: [urlOf("x")], replace: false }),
  },
  ourTrack: {
    // A next track is buffered, so no needNext is sent.
    "": (jit) => jit.started("p"),
  },
  nextNeeded: {
    "at the last track": async (jit) => {
      const { state } = await jit.state();
      // In Idle, the start of a session's track is another trigger.
      if (state !== "Idle" && jit.paths.includes(urlOf("r"))) await jit.started("r");
    },
    "by prefetch": async (jit) => {
      // In Active, remove the next track first.
      if ((await jit.state()).state === "Active") await jit.started("r");
      await jit.time(90, 100);
    },
  },
  nothingFollows: {
    "by enqueueNext": async (jit) => {
      if ((await jit.state()).state === "Active") await jit.started("r");
      jit.resolutions.set(urlOf("x"), []);
      await jit.enqueueNext("x");
    },
    "in the middle": async (jit) => {
      if ((await jit.state()).state === "Exhausted") await jit.enqueueNext("x");
      await jit.failed("r");
      await jit.failed("x");
      await jit.failed("q");
    },
  },
  tooManyFailures: {
    "": async (jit) => {
      const { state } = await jit.state();
      for (let count = 0; count < 10 && state !== "Exhausted" && state !== "Idle"; count++) {
        const url = urlOf(`dead${count}`);
        jit.resolutions.set(url, []);
        await jit.call("playNow", { trackId: "x", url });
      }
    },
  },
  listEnded: {
    "": async (jit) => {
      // In Active a next track is buffered.
      if ((await jit.state()).state === "Active") await jit.started("r");
      await jit.stopped("endOfFile");
    },
  },
  notifyEmpty: { "": (jit) => jit.call("notifyEmpty") },
  otherTrack: { "": (jit) => jit.startedAt("/own/1", "default", 0) },
  stopped: {
    "by the user": (jit) => jit.stopped("user"),
    "by shutdown": (jit) => jit.stopped("shutdown"),
  },
  stop: {
    "": (jit) => jit.call("stop"),
    "keeping the buffer": (jit) => jit.call("stop", { clearBuffer: false }),
  },
  clear: { "": (jit) => jit.call("clear") },
  shadowRemoved: { "": (jit) => jit.removePlaylist("shadow") },
};

for (const from of stateNames) {
  for (const trigger of Object.keys(triggers) as Trigger[]) {
    const to = transitions[from][trigger];
    for (const [way, happens] of Object.entries(happening[trigger])) {
      const outcome = to === undefined ? `${from} stays` : `to ${to}`;
      jitTest(`${from}: ${triggers[trigger]} ${way}`.trimEnd() + `: ${outcome}`, async (jit) => {
        await reached[from](jit);
        assertEquals(await jit.stateName(), from);
        await happens(jit);
        assertEquals(await jit.stateName(), to ?? from);
      });
    }
  }
}

Deno.test("the transition table has every trigger and leads to known states only", () => {
  const known = new Set<string>(stateNames);
  for (const row of Object.values(transitions)) {
    for (const [trigger, to] of Object.entries(row)) {
      assert(Object.hasOwn(triggers, trigger));
      assert(known.has(to));
    }
  }
  for (const trigger of Object.keys(triggers) as Trigger[]) {
    assert(stateNames.some((from) => transitions[from][trigger] !== undefined));
  }
});
