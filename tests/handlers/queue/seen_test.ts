import "../../support/deadline.ts";
import { assertEquals, assertGreater } from "@std/assert";
import * as fc from "fast-check";
import type { ActionName } from "../../../host_stdio/api/native_actions.ts";
import { Harness, type PlayerScript } from "../../support/harness.ts";
import { TEST_ALL } from "../../support/test_all.ts";
import { queuedTrackOf } from "./queue_player.ts";

/** What an action has done to the queue. */
interface Effect {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** An action of the bridge that the player has not carried out. */
interface Asked {
  carryOut(): unknown;
  answer(result: unknown): void;
}

/**
 * A player whose queue changes whenever the trial wants. It carries out actions one after another; answers, signals and
 * calls of pages reach the bridge in order. An entry's id is its path.
 */
class Player {
  queue: string[] = [];
  readonly asked: Asked[] = [];
  /** What is on its way to the bridge. */
  readonly sent: (() => void)[] = [];
  /** The effects of each action for each panel. */
  readonly effects = new Map<string, Effect[]>();
  #last = 0;

  add(count: number): string[] {
    const added = Array.from({ length: count }, () => `/${++this.#last}`);
    this.queue.push(...added);
    return added;
  }

  readonly script: PlayerScript = {
    "player.playlist.list": this.#action("player.playlist.list", () => ({
      active: "list",
      playlists: [{ id: "list", name: "[WebView Queue]", count: 1000, locked: false }],
    })),
    "player.media.resolve": this.#action("player.media.resolve", () => ({ resolved: [[{ path: "/x" }]] })),
    "player.playlist.append": this.#action("player.playlist.append", () => ({ start: 0, count: 1 })),
    "player.queue.get": this.#action("player.queue.get", () => ({
      entries: this.queue.map((path) => ({ ...queuedTrackOf(path), entry: path })),
    })),
    "player.queue.ids": this.#action("player.queue.ids", () => ({ entries: [...this.queue] })),
    "player.queue.count": this.#action("player.queue.count", () => ({ count: this.queue.length })),
    "player.queue.append": this.#action("player.queue.append", (entries) => ({
      entries: this.add(entries.length),
      count: this.queue.length,
    })),
    "player.queue.remove": this.#action("player.queue.remove", (entries) => {
      const removed = this.queue.filter((id) => entries.includes(id));
      this.queue = this.queue.filter((id) => !entries.includes(id));
      return { removed, count: this.queue.length };
    }),
    "player.queue.reorder": this.#action("player.queue.reorder", (entries) => {
      const moved = entries.filter((id) => this.queue.includes(id));
      this.queue = [...moved, ...this.queue.filter((id) => !moved.includes(id))];
      return { moved, count: this.queue.length };
    }),
    "player.queue.clear": this.#action("player.queue.clear", () => ({
      removed: this.queue.splice(0).length,
    })),
  };

  /** Makes the answer of an action, which is carried out when the trial wants. */
  #action(name: ActionName, effect: (entries: readonly string[]) => unknown): never {
    const action = ({ entries = [] }: { entries?: readonly string[] }, panel: string | undefined) =>
      new Promise((answer) => {
        const carryOut = () => {
          const before = [...this.queue];
          const result = effect(entries);
          const key = `${name} ${panel}`;
          this.effects.set(key, [...this.effects.get(key) ?? [], { before, after: [...this.queue] }]);
          return result;
        };
        this.asked.push({ carryOut, answer });
      });
    return action as never;
  }
}

/** How often a call has had an outcome. */
const counted = new Map<string, number>();

function count(what: string): void {
  counted.set(what, (counted.get(what) ?? 0) + 1);
}

/** A page that makes one call after the other, and knows only what answers and events tell it. */
class Page {
  isIdle = true;
  /** The queue as the page saw it, as paths; undefined before it has asked. */
  #saw: readonly string[] | undefined;
  readonly #trial: Trial;

  constructor(readonly name: string, trial: Trial) {
    this.#trial = trial;
  }

  /**
   * Takes over a number that the page is told. When it is not the number of entries that it saw, the page sees the queue
   * at that moment.
   *
   * @param panel The panel for which the queue was read; undefined when it was read for an event.
   */
  told(count: unknown, panel: string | undefined): void {
    if (this.#saw === undefined || this.#saw.length === count) return;
    this.#saw = this.#trial.effect("player.queue.ids", panel, -1)?.after;
    assertEquals(this.#saw?.length, count, "a number that is told belongs to a list that was read");
  }

  /** Makes a call and checks its result. */
  async call(kind: number, index: number): Promise<void> {
    this.isIdle = false;
    await this.#call(kind, index);
    this.isIdle = true;
  }

  async #call(kind: number, index: number): Promise<void> {
    const { name } = this;
    const trial = this.#trial;
    const saw = this.#saw;
    await trial.sendCall();
    trial.forgetEffects(name);
    const ask = async (operation: string, params: object = {}) => {
      const result = await trial.harness.call(operation, params, { panel: name });
      count(`${operation} ${result["error"] ?? result["success"] ?? ""}`);
      return result;
    };
    switch (kind) {
      case 0: {
        const { items } = await ask("queue.get");
        this.#saw = (items as { path: string }[]).map(({ path }) => path);
        return;
      }
      case 1:
        return this.told((await ask("queue.getCount"))["count"], name);
      case 2:
      case 3: {
        const result = kind === 2
          ? await ask("queue.add", { tracks: [0, 0] })
          : await ask("queue.addPaths", { paths: ["/x"] });
        const { before, after } = trial.effect("player.queue.append", name) ?? {};
        const added = after?.slice(before?.length) ?? [];
        assertEquals([result["success"], result["addedCount"]], [true, added.length]);
        this.#saw = this.#saw && [...this.#saw, ...added];
        return this.told(result["queueCount"], name);
      }
      case 4: {
        const result = await ask("queue.clear");
        const { before, after } = trial.effect("player.queue.clear", name) ?? {};
        assertEquals(result, { success: true, clearedCount: before?.length });
        assertEquals(after, []);
        this.#saw = this.#saw && [];
        return;
      }
      case 5: {
        const result = await ask("queue.moveToTop", { index });
        const now = trial.effect("player.queue.ids", name)?.before ?? [];
        const meant = index > 0 && now.length > 0 ? (saw ?? now)[index] : undefined;
        if (meant === undefined || meant === now[0]) {
          return assertEquals(result, { success: false, error: "Invalid index or already at top" });
        }
        const { before = [], after } = trial.effect("player.queue.reorder", name) ?? {};
        if (!before.includes(meant)) {
          return assertEquals(result, { success: false, error: "Queue entry no longer exists" });
        }
        assertEquals([result["success"], result["movedIndex"]], [true, index]);
        assertEquals(after, [meant, ...before.filter((entry) => entry !== meant)]);
        this.#saw = this.#saw && [meant, ...this.#saw.filter((entry) => entry !== meant)];
        return this.told(result["queueCount"], name);
      }
      default: {
        const isSingle = kind === 6;
        const indices = [index, index + 1, index];
        const result = await ask("queue.remove", isSingle ? { index } : { indices });
        const now = trial.effect("player.queue.ids", name)?.before ?? [];
        if (now.length === 0) return assertEquals(result, { success: false, error: "Queue is empty" });
        const meant = (isSingle ? [index] : indices).flatMap((at) => (saw ?? now)[at] ?? []);
        const { before, after } = trial.effect("player.queue.remove", name) ?? { before: now, after: now };
        const left = before.filter((entry) => !meant.includes(entry));
        assertEquals(after, left, "what was meant is removed, and nothing else");
        if (isSingle && left.length === before.length) {
          const error = meant.length === 0 ? "Invalid queue index" : "Queue entry no longer exists";
          return assertEquals(result, { success: false, error });
        }
        const told = isSingle ? result["removedIndex"] : result["removedCount"];
        assertEquals(told, isSingle ? index : before.length - left.length);
        assertEquals(result["success"], left.length < before.length);
        const isGone = (entry: string) => before.includes(entry) && !left.includes(entry);
        this.#saw = this.#saw?.filter((entry) => !isGone(entry));
        return this.told(result["queueCount"], name);
      }
    }
  }
}

/** How often a page makes each kind of call. */
const kinds = [0, 0, 0, 1, 2, 3, 4, 5, 5, 5, 5, 6, 6, 6, 7, 7];

/** Two pages, a bridge, and a player whose queue changes at any point of an exchange. */
class Trial {
  readonly player = new Player();
  readonly harness: Harness;
  readonly #pages: readonly Page[];
  readonly #listening: boolean;
  readonly #calls: Promise<void>[] = [];

  /** @param listening Whether the pages are told of changes of the queue by an event. */
  constructor(size: number, listening: boolean) {
    this.player.add(size);
    this.#listening = listening;
    this.harness = new Harness({
      player: this.player.script,
      ...listening && { extensions: ["playback"] },
    });
    this.#pages = [new Page("p1", this), new Page("p2", this)];
  }

  /** Returns the first effect of an action in the call of a panel, or the last one with -1. */
  effect(name: ActionName, panel: string | undefined, at = 0): Effect | undefined {
    return this.player.effects.get(`${name} ${panel}`)?.at(at);
  }

  forgetEffects(panel: string): void {
    for (const key of this.player.effects.keys()) {
      if (key.endsWith(` ${panel}`)) this.player.effects.delete(key);
    }
  }

  /** Settles when a call that a page makes now reaches the bridge. */
  sendCall(): Promise<void> | undefined {
    // A call that crosses an event means the list after it (decisions.md, "queue").
    if (this.#listening) return undefined;
    return new Promise((resolve) => this.player.sent.push(resolve));
  }

  /** Carries out some turns, each of which is drawn, and what is under way then. */
  async run(turns: readonly number[]): Promise<void> {
    for (const turn of turns) await this.#turn(turn % 10, Math.floor(turn / 10));
    while (this.player.asked.length > 0 || this.player.sent.length > 0) {
      await this.#turn(0, 0);
      await this.#turn(3, 0);
    }
    await Promise.all(this.#calls);
    await this.harness.close();
  }

  async #turn(what: number, drawn: number): Promise<void> {
    const { asked, sent } = this.player;
    if (what < 3) {
      const action = asked.shift();
      if (action) {
        const result = action.carryOut();
        sent.push(() => action.answer(result));
      }
    } else if (what < 6) sent.shift()?.();
    else if (what < 7) this.#change(drawn % 6);
    else {
      const page = this.#pages[drawn % 2];
      const kind = kinds[Math.floor(drawn / 2) % kinds.length] ?? 0;
      if (page?.isIdle) this.#calls.push(page.call(kind, Math.floor(drawn / 32) % 5));
    }
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    for (const { event, data } of this.harness.events.splice(0)) {
      assertEquals(event, "playback:queueChanged");
      for (const page of this.#pages) page.told((data as { count: number }).count, undefined);
    }
  }

  /** The player goes on, or its user changes the queue. */
  #change(kind: number): void {
    const { player } = this;
    if (kind === 0) player.add(1);
    else if (kind === 1) player.queue.reverse();
    else player.queue.shift();
    player.sent.push(() => {
      if (this.#listening) this.harness.signal("signal.queueChanged", { origin: "unknown" });
    });
  }
}

/** An exchange has about ten turns. */
const TRIALS = TEST_ALL ? 10_000 : 1000;

const name = "whatever the player takes meanwhile, an index means the entry that the page saw";
Deno.test({ name, timeout: TEST_ALL ? 180_000 : 30_000, fn: trials });

async function trials(): Promise<void> {
  const turns = fc.array(fc.nat({ max: 1599 }), { minLength: 60, maxLength: 80, size: "max" });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 8 }), fc.boolean(), turns, async (size, listening, turns) => {
      await new Trial(size, listening).run(turns);
    }),
    { numRuns: TRIALS },
  );
  for (const name of ["queue.remove", "queue.moveToTop"]) {
    for (const outcome of ["true", "Queue entry no longer exists"]) {
      const times = counted.get(`${name} ${outcome}`) ?? 0;
      assertGreater(times, TRIALS / 50, `${name} answered ${outcome}`);
    }
  }
}
