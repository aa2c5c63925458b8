import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { ActionAnswer } from "../../../host_stdio/native_actions.ts";
import type { Handle } from "../../../host_stdio/shapes.ts";
import type { SignalMessage } from "../../../host_stdio/signals.ts";
import { canonicalHandle } from "../../../handlers/jit_queue/canonical_handle.ts";
import type { Effect, Input, Question, Reply, SessionAction } from "../../../handlers/jit_queue/messages.ts";
import type { Request } from "../../../handlers/jit_queue/requests.ts";
import { followerIndex, newSession, type Session } from "../../../handlers/jit_queue/session.ts";
import { step } from "../../../handlers/jit_queue/step.ts";
import { givenTrack } from "../../../handlers/jit_queue/track.ts";
import { handle } from "./jit_harness.ts";

const USER_ORDER = 4;
const USER_ACTIVE = 1;
const SHADOW = 2;

type Method =
  | "playNow"
  | "enqueueNext"
  | "append"
  | "replace"
  | "skip"
  | "stop"
  | "keep"
  | "clear"
  | "notifyEmpty";

type Command =
  | { do: "call"; method: Method; panel: number; count: number }
  | { do: "answer"; fails: boolean }
  | { do: "resolve"; which: number; outcome: "found" | "nothing" | "fails" }
  | { do: "start"; item: number }
  | { do: "startOther" }
  | { do: "stopPlayback"; reason: "user" | "endOfFile" | "startingAnother" | "shutdown" }
  | { do: "time"; position: number }
  | { do: "closePanel"; panel: number }
  | { do: "cancel"; which: number };

/**
 * A player with one shadow playlist that answers only when told, and what has to hold whatever happens: the session's
 * picture of the shadow playlist is right whenever nothing is under way, and so on.
 */
class Model {
  session: Session = newSession;
  readonly items: Handle[] = [];
  #exists = false;
  order = USER_ORDER;
  active = USER_ACTIVE;
  /** What was asked and is not answered, in order; resolving apart. */
  asked: { ask: number; question: Question }[] = [];
  resolving: { ask: number; question: Question & { name: "player.media.resolve" } }[] = [];
  readonly calls = new Map<number, { request: Request; answers: number; cancelled: boolean }>();
  readonly #beginners = new Set<string>();
  readonly #needs = new Set<string>();
  /** Ids of tracks that were passed or dropped at any time. */
  readonly #passed = new Set<string>();
  /** Whether restoring was made to fail, or remembering. */
  #contextLost = false;
  #tracks = 0;

  call(method: Method, panel: number, count: number): void {
    const call = this.calls.size + 1;
    const common = { call, caller: { panel: `p${panel}` } };
    const newId = () => `t${++this.#tracks}`;
    const given = () => {
      const trackId = newId();
      return givenTrack(trackId, `http://${trackId}`, "");
    };
    const batch = (replace: boolean): Request => ({
      ...common,
      operation: "preloadBatch",
      entries: Array.from({ length: count }, () => `http://${newId()}`),
      startIndex: count - 1 >> 1,
      replace,
      invalidCount: 0,
    });
    const requests: Record<Method, () => Request> = {
      playNow: () => ({ ...common, operation: "playNow", track: given() }),
      enqueueNext: () => ({ ...common, operation: "enqueueNext", track: given() }),
      append: () => batch(false),
      replace: () => batch(true),
      skip: () => ({ ...common, operation: "skip" }),
      stop: () => ({ ...common, operation: "stop", clearBuffer: true }),
      keep: () => ({ ...common, operation: "stop", clearBuffer: false }),
      clear: () => ({ ...common, operation: "clear" }),
      notifyEmpty: () => ({ ...common, operation: "notifyEmpty" }),
    };
    const request = requests[method]();
    this.calls.set(call, { request, answers: 0, cancelled: false });
    this.#feed({ kind: "call", request });
  }

  run(command: Command): void {
    switch (command.do) {
      case "call":
        return this.call(command.method, command.panel, command.count);
      case "answer":
        return this.answer(command.fails);
      case "resolve":
        return this.resolve(command.which, command.outcome);
      case "start": {
        const at = this.items[command.item % Math.max(1, this.items.length)];
        if (!at) return;
        const item = this.items.indexOf(at);
        return this.#signal({ name: "signal.trackStarted", params: { handle: at, playlist: SHADOW, item } });
      }
      case "startOther":
        return this.#signal({
          name: "signal.trackStarted",
          params: { handle: handle("/own/1"), playlist: 0, item: 0 },
        });
      case "stopPlayback":
        return this.#signal({ name: "signal.playbackStopped", params: { reason: command.reason } });
      case "time":
        return this.#signal({
          name: "signal.playbackTime",
          params: { position: command.position, length: 100 },
        });
      case "closePanel":
        this.#beginners.delete(`p${command.panel}`);
        return this.#feed({ kind: "panelClosed", panel: `p${command.panel}` });
      case "cancel": {
        const open = [...this.calls.entries()].filter(([, { answers, cancelled }]) =>
          answers === 0 && !cancelled
        );
        const [call, state] = open[command.which % Math.max(1, open.length)] ?? [];
        if (call === undefined || state === undefined) return;
        state.cancelled = true;
        return this.#feed({ kind: "cancelled", call });
      }
    }
  }

  answer(fails: boolean): void {
    const next = this.asked.shift();
    if (!next) return;
    const { ask, question } = next;
    if (!fails) return this.#feed({ kind: "answer", ask, reply: this.#carryOut(question) });
    const { name } = question;
    if (name === "player.playback.setOrder" || name === "player.playlist.activate") this.#contextLost = true;
    this.#feed({ kind: "failure", ask, error: "failed" });
  }

  resolve(which: number, outcome: "found" | "nothing" | "fails"): void {
    const [next] = this.resolving.splice(which % Math.max(1, this.resolving.length), 1);
    if (!next) return;
    const { ask, question: { name, params } } = next;
    if (outcome === "fails") return this.#feed({ kind: "failure", ask, error: "failed" });
    const resolved = params.paths.map((path) =>
      outcome === "nothing" || typeof path !== "string" ? [] : [handle(path)]
    );
    this.#feed({ kind: "answer", ask, reply: { name, answer: { resolved } } });
  }

  /** Answers whatever is open, until nothing is. */
  settle(): void {
    while (this.asked.length > 0 || this.resolving.length > 0) {
      this.answer(false);
      this.resolve(0, "found");
    }
  }

  /** What has to hold when nothing is under way. */
  assertSettled(): void {
    const { session } = this;
    assertEquals([session.flight, session.work, session.waiting], [null, null, []]);
    for (const [call, { request, answers, cancelled }] of this.calls) {
      assert(
        answers === 1 || (cancelled && answers <= 1),
        `${request.operation} ${call}: ${answers} answers`,
      );
    }
    const isRunning = session.state === "Active" || session.state === "WaitingNext";
    // Never does it fall silent without having asked for something to play.
    if (isRunning && session.failed) assert(session.asked.includes("error"), "it fell silent");
    if (session.state === "WaitingNext") {
      assert(session.asked.length > 0, "it waits for what it has not asked for");
      assert(session.failed || followerIndex(session) < 0, "it waits for what it has");
    }
    if (!this.#contextLost) {
      const isIdle = session.state === "Idle";
      if (isIdle) assertEquals([this.order, this.active], [USER_ORDER, USER_ACTIVE]);
      if (isIdle) assertEquals(session.context, null);
    }
  }

  /** At the end of the pipe the user's order and active playlist are given back. */
  assertRestoredAtEnd(): void {
    const { effects } = step(this.session, { kind: "end" });
    for (const effect of effects) {
      assert(effect.kind === "tell");
      this.#carryOut(effect.question);
    }
    if (!this.#contextLost) assertEquals([this.order, this.active], [USER_ORDER, USER_ACTIVE]);
  }

  #signal(signal: SignalMessage): void {
    this.#feed({ kind: "signal", signal });
  }

  #feed(input: Input): void {
    const before = structuredClone(this.session);
    const earlier = this.session;
    const { session, effects } = step(earlier, input);
    assertEquals(earlier, before, "a step must not change the session before it");
    this.session = session;
    for (const { trackId } of session.dropped) this.#passed.add(trackId);
    // What becomes the current track anew is asked for anew.
    const current = session.current?.trackId;
    if (current !== earlier.current?.trackId) this.#forgetNeeds(current);
    for (const effect of effects) this.#perform(effect);
    this.#assertPictureIsRight();
  }

  #perform(effect: Effect): void {
    switch (effect.kind) {
      case "ask":
        if (effect.question.name === "player.media.resolve") {
          this.resolving.push({ ask: effect.ask, question: effect.question });
        } else {
          this.asked.push({ ask: effect.ask, question: effect.question });
          assertEquals(this.asked.length, 1, "one thing at a time");
        }
        return;
      case "emit": {
        const { audience, event } = effect;
        assert(audience !== "all");
        // preloadComplete is for its caller, who has begun at least that.
        // notifyEmpty from Idle begins a session that has nothing but its own event.
        const isForCaller = event === "jitQueue:preloadComplete" ||
          (event === "jitQueue:listExhausted" && this.#hasToldEmpty(audience.panel));
        assert(isForCaller || this.#beginners.has(audience.panel), `${event} for a panel that began nothing`);
        if (event === "jitQueue:trackChanged") {
          this.#forgetNeeds(effect.data.trackId);
        }
        if (event === "jitQueue:needNext") {
          const need = `${effect.data.currentTrackId} ${effect.data.reason}`;
          assert(!this.#needs.has(need), `asked twice: ${need}`);
          this.#needs.add(need);
        }
        return;
      }
      case "result":
      case "refusal":
        return this.#answered(effect.call, effect.kind === "result");
      case "report":
        return;
      case "tell":
        throw new Error("only at the end");
    }
  }

  #forgetNeeds(trackId: string | undefined): void {
    for (const need of this.#needs) {
      if (need.startsWith(`${trackId} `)) this.#needs.delete(need);
    }
  }

  /** Whether a notifyEmpty of a panel is just being carried out. */
  #hasToldEmpty(panel: string): boolean {
    return [...this.calls.values()].some(({ request: { operation, caller }, answers }) =>
      operation === "notifyEmpty" && answers === 0 && typeof caller === "object" && caller.panel === panel
    );
  }

  #answered(call: number, succeeded: boolean): void {
    const state = this.calls.get(call);
    assert(state);
    assertEquals(++state.answers, 1, "answered twice");
    const { operation, caller } = state.request;
    if (!succeeded) return;
    const begins = operation === "playNow" || operation === "preloadBatch" || operation === "notifyEmpty";
    if (begins && typeof caller === "object") this.#beginners.add(caller.panel);
    if (state.request.operation !== "enqueueNext") return;
    // No track is lost: what is accepted plays, comes next, or its session is over; unless a call that waits already has
    // been carried out in the same step.
    const isOvertaken = [...this.calls.values()].some(({ request }) =>
      request.call > call && replaces(request)
    );
    const { state: name, current, shadow: { slots, head } } = this.session;
    const { trackId } = state.request.track;
    const stands = slots.slice(head).some(({ track, status }) =>
      status === "live" && track?.trackId === trackId
    );
    const isOver = name === "Idle" || name === "Exhausted";
    // The user has jumped over it.
    const isPassed = this.#passed.has(trackId);
    assert(
      isOvertaken || isOver || isPassed || stands || current?.trackId === trackId,
      `${trackId} was lost`,
    );
  }

  #assertPictureIsRight(): void {
    if (this.session.flight !== null || this.session.shadow.index < 0) return;
    const { slots } = this.session.shadow;
    assertEquals(slots.length, this.items.length, "as many slots as items");
    slots.forEach(({ track }, index) => {
      const item = this.items[index];
      assert(item);
      if (track !== null) assertEquals(canonicalHandle(track.handle), canonicalHandle(item));
    });
  }

  #carryOut(question: Question): Reply {
    const reply = <Name extends SessionAction>(name: Name, answer: ActionAnswer<Name>): Reply =>
      ({ name, answer }) as unknown as Reply;
    const { name, params } = question;
    switch (name) {
      case "player.playlist.list":
        return reply(name, {
          active: this.active,
          playlists: this.#exists
            ? [{ index: SHADOW, name: "__webview_buffer__", count: this.items.length, locked: true }]
            : [],
        });
      case "player.playlist.create":
        this.#exists = true;
        return reply(name, { index: SHADOW });
      case "player.playlist.append": {
        const start = this.items.length;
        this.items.push(...params.handles.map(({ path, subsong = 0 }) => handle(path, subsong)));
        return reply(name, { start, count: params.handles.length });
      }
      case "player.playlist.remove":
        assert(params.start + params.count <= this.items.length);
        this.items.splice(params.start, params.count);
        return reply(name, { count: this.items.length });
      case "player.playlist.activate":
        this.active = params.playlist;
        return reply(name, {});
      case "player.playback.setOrder": {
        const previous = this.order;
        this.order = params.order;
        return reply(name, { previous });
      }
      case "player.playback.nowPlaying":
        return reply(name, { track: null, playlist: null, item: null });
      case "player.playback.play":
        assertEquals(params.playlist, SHADOW);
        assert(params.item < this.items.length);
        return reply(name, {});
      case "player.playlist.lock":
      case "player.playback.stop":
      case "player.playback.next":
        return reply(name, {});
      case "player.media.resolve":
        throw new Error("answered elsewhere");
    }
  }
}

/** Whether nothing that was buffered before outlives an operation. */
function replaces({ operation }: Request): boolean {
  return operation !== "skip" && operation !== "notifyEmpty";
}

const small = fc.nat({ max: 5 });
const panel = fc.nat({ max: 1 });
const often = <Value>(arbitrary: fc.Arbitrary<Value>, weight: number) => ({ arbitrary, weight });

const commands = fc.array(
  fc.oneof(
    often(
      fc.record({
        do: fc.constant("call" as const),
        method: fc.constantFrom<Method[]>(
          "playNow",
          "enqueueNext",
          "enqueueNext",
          "append",
          "replace",
          "skip",
          "stop",
          "keep",
          "clear",
          "notifyEmpty",
        ),
        panel,
        count: fc.integer({ min: 1, max: 4 }),
      }),
      4,
    ),
    often(
      fc.record({
        do: fc.constant("answer" as const),
        fails: fc.oneof({ arbitrary: fc.constant(false), weight: 8 }, fc.constant(true)),
      }),
      10,
    ),
    often(
      fc.record({
        do: fc.constant("resolve" as const),
        which: small,
        outcome: fc.constantFrom("found" as const, "found" as const, "nothing" as const, "fails" as const),
      }),
      4,
    ),
    often(fc.record({ do: fc.constant("start" as const), item: small }), 4),
    often(fc.record({ do: fc.constant("startOther" as const) }), 1),
    often(
      fc.record({
        do: fc.constant("stopPlayback" as const),
        reason: fc.constantFrom(
          "endOfFile" as const,
          "endOfFile" as const,
          "user" as const,
          "startingAnother" as const,
          "shutdown" as const,
        ),
      }),
      2,
    ),
    often(fc.record({ do: fc.constant("time" as const), position: fc.constantFrom(10, 75) }), 1),
    often(fc.record({ do: fc.constant("closePanel" as const), panel }), 1),
    often(fc.record({ do: fc.constant("cancel" as const), which: small }), 1),
  ),
  { maxLength: 120, size: "max" },
);

Deno.test("whatever happens in whatever order: no track lost, nothing asked twice, nobody told who began nothing, the context restored", () => {
  fc.assert(
    fc.property(commands, (sequence) => {
      const model = new Model();
      for (const command of sequence) model.run(command);
      model.settle();
      model.assertSettled();
      model.assertRestoredAtEnd();
    }),
    { numRuns: 1000 },
  );
});
