import { assertEquals, assertGreater } from "@std/assert";
import { setDeadline } from "../support/deadline.ts";
import { whyLong } from "../support/test_all.ts";
import { wellBehaved } from "./kinds.ts";
import { type Listener, World } from "./world.ts";

setDeadline(300_000);

const MINUTE = 60_000;

/** A panel that competes for the session. */
class Rival implements Listener {
  /** The errors of its calls. */
  readonly refused: string[] = [];
  #tracks = 0;

  constructor(readonly world: World, readonly panel: string) {
    world.panels.add(this);
    this.#actLater();
  }

  onBridgeGone(): void {}

  onEvent(event: string): void {
    if (event === "jitQueue:needNext") this.#add();
  }

  #actLater(): void {
    const { schedule, random } = this.world;
    schedule.later(random.integer(0, 2 * MINUTE), () => {
      if (random.happens(0.6)) this.#play();
      else this.#add();
      this.#actLater();
    });
  }

  #play(): void {
    this.#call("playNow");
  }

  #add(): void {
    this.#call("enqueueNext");
  }

  #call(method: string): void {
    this.world.call(this.panel, method, this.#newTrack(), ({ success, error }) => {
      if (!success) this.refused.push(error);
    });
  }

  #newTrack(): { trackId: string; url: string } {
    const trackId = `${this.panel}-${++this.#tracks}`;
    return { trackId, url: `http://radio.example/${trackId}` };
  }
}

const usual = whyLong("radio", "40 runs") === undefined ? 40 : 10;

Deno.test(`of two competing panels one becomes the target, the other is notified, and no answer follows its event: ${usual} of 40 runs`, async () => {
  for (let seed = 1; seed <= usual; seed++) {
    const world = new World(seed, (random) => ({
      kind: { ...wellBehaved, answers: 500, opens: 8000, dead: random.integer(0, 10) / 100 },
      lag: 50,
      panelAnswers: 0,
    }));
    /** The panel of the last answered playNow, as the bridge reports it. */
    let target: string | undefined;
    /** The latest track of each target, until the target is told of its end. */
    const current = new Map<string, string>();
    const lostTracks: { panel: string; trackId: string }[] = [];
    const told = new Set<string>();
    world.onAnswer = (panel, method, trackId, result) => {
      if (method !== "playNow" || !result.success || trackId === undefined) return;
      const lost = target === undefined || target === panel ? undefined : current.get(target);
      if (target !== undefined && lost !== undefined) lostTracks.push({ panel: target, trackId: lost });
      target = panel;
      current.set(panel, trackId);
    };
    world.onEvent = (panel, event, data) => {
      const about = data.trackId ?? data.currentTrackId ?? data.lastTrackId;
      if (panel === undefined) world.violations.push(`${event} goes to all`);
      if (event === "jitQueue:error" && panel !== undefined) {
        told.add(`${panel} ${about}`);
        if (current.get(panel) === about) current.delete(panel);
        return;
      }
      if (panel !== target) {
        world.violations.push(`${event} about ${about} goes to ${panel}, not ${target}`);
      }
      if (event === "jitQueue:trackChanged" && panel !== undefined) current.set(panel, about);
      // An ended track needs no report.
      const isOver = event === "jitQueue:listExhausted" || about === "";
      if (isOver && panel !== undefined) current.delete(panel);
    };
    const rivals = ["one", "two"].map((panel) => new Rival(world, panel));
    await world.run(30 * MINUTE);
    for (const { panel, trackId } of lostTracks) {
      if (!told.has(`${panel} ${trackId}`)) {
        world.violations.push(`${panel} was not told that it lost ${trackId}`);
      }
    }
    assertEquals(world.violations, [], `seed ${seed}`);
    assertGreater(lostTracks.length, 0, `seed ${seed}`);
    const refused = rivals.flatMap((rival) => rival.refused);
    assertEquals(refused.includes("Session belongs to another panel"), true, `seed ${seed}: ${refused}`);
    await world.endBridge();
  }
});
