import { assert, assertEquals, assertGreater } from "@std/assert";
import { connectPanel } from "../../panels/panel.js";
import { setDeadline } from "../support/deadline.ts";
import { blocksOf, sectionOf } from "../support/tutorial.ts";
import { hour } from "./hour.ts";
import { wellBehaved } from "./kinds.ts";
import type { RadioPage } from "./listener.ts";
import { World } from "./world.ts";

setDeadline(300_000);

const MINUTE = 60_000;

const document = await Deno.readTextFile(new URL("../../docs/panels.md", import.meta.url));
const blocks = blocksOf(sectionOf(document, "A radio"));
/** The scripts of the document's radio, as one without imports and exports. */
const script = ["controls.js", "supply.js"].map((name) =>
  blocks.find(({ file }) => file === name)?.text ?? ""
)
  .join("\n").replaceAll(/^import .*$/gm, "").replaceAll(/^export /gm, "");

/** An element of the page. */
class Element {
  textContent = "";
  click = (): void => {};
  addEventListener(_type: string, listener: () => void): void {
    this.click = listener;
  }
}

/** Runs a script as a page does. */
type Load = (
  fb2k: unknown,
  nextTrack: () => Promise<unknown>,
  document: { getElementById(id: string): Element },
  setTimeout: (done: () => void, delay: number) => void,
) => Promise<void>;

async function pageOf(script: string): Promise<Load> {
  const module = `export async function load(fb2k, nextTrack, document, setTimeout) {\n${script}\n}`;
  return (await import(`data:text/javascript,${encodeURIComponent(module)}`)).load;
}

const documented = await pageOf(script);

/** A page with the code, until it is closed. */
class Page {
  readonly shown: string[] = [];
  readonly warned: string[] = [];
  readonly loaded: Promise<void>;
  readonly #elements = new Map(["start", "skip", "stop", "now", "status"].map((id) => [id, new Element()]));
  readonly #world: World;
  readonly #panel = "radio";
  readonly #listener: Parameters<World["panels"]["add"]>[0];
  readonly #pending = new Set<number>();
  #receive: (message: unknown) => void = () => {};
  #isClosed = false;
  /** How many tracks it looks for. */
  looks = 0;

  constructor(
    world: World,
    tracks: () => unknown,
    lookTime = () => world.random.integer(0, 20_000),
    load = documented,
  ) {
    this.#world = world;
    const panel = connectPanel({
      post: (message: unknown) => {
        const { id, method, params } = message as { id: number; method: string; params: unknown };
        if (this.#isClosed) return;
        this.#pending.add(id);
        world.call(this.#panel, method.replace("jitQueue.", ""), params ?? {}, (result) => {
          if (this.#pending.delete(id)) this.#receive({ id, result });
        });
      },
      listen: (receive: (message: unknown) => void) => void (this.#receive = receive),
    });
    this.#listener = {
      panel: this.#panel,
      onEvent: (event, data) => this.#receive({ event, data }),
      onBridgeGone: () => {
        const error = { code: -32001, message: "the bridge has ended" };
        for (const id of this.#pending) this.#receive({ id, error });
        this.#pending.clear();
        this.#receive({ event: "bridge:restarted", data: {} });
      },
    };
    world.panels.add(this.#listener);
    const nextTrack = () => {
      this.looks++;
      return new Promise((resolve) =>
        world.schedule.work(lookTime(), () => {
          this.looks--;
          resolve(tracks());
        })
      );
    };
    this.loaded = load(
      panel,
      nextTrack,
      { getElementById: (id) => this.#element(id) },
      (done, delay) => world.schedule.work(delay, done),
    );
    // The page's own listeners are called first.
    panel.on("jitQueue:trackChanged", () => this.shown.push(this.#element("now").textContent));
    panel.on("jitQueue:error", () => this.warned.push(this.#element("status").textContent));
  }

  #element(id: string): Element {
    const element = this.#elements.get(id);
    assert(element, id);
    return element;
  }

  get heading(): string {
    return this.#element("now").textContent;
  }

  press(id: string): void {
    this.#element(id).click();
  }

  close(): void {
    this.#isClosed = true;
    this.#receive = () => {};
    this.#world.panels.delete(this.#listener);
    this.#world.closePanel(this.#panel);
  }
}

Deno.test("the radio of docs/panels.md plays for an hour, with dead urls, skips and a reload of its page", async () => {
  const world = new World(7, () => ({
    kind: { ...wellBehaved, dead: 0.1 },
    lag: 3,
    panelAnswers: 0,
  }));
  let count = 0;
  const tracks = () => {
    const title = `Track ${++count}`;
    return { trackId: `t${count}`, url: `http://radio.example/${count}`, title };
  };
  const first = new Page(world, tracks);
  await world.run(1000);
  await first.loaded;
  first.press("start");
  await world.run(10 * MINUTE);
  first.close();
  await world.run(1000);
  const second = new Page(world, tracks);
  for (let minute = 0; minute < 50; minute++) {
    if (minute % 7 === 3) world.player.next();
    await world.run(MINUTE);
  }
  assertEquals(world.violations, []);
  assertGreater(world.player.heard, 45 * MINUTE);
  assertGreater(first.shown.length, 2);
  assertGreater(second.shown.length, 10);
  assertGreater(first.warned.length + second.warned.length, 0);
  world.userStops();
  await world.run(MINUTE);
  assertEquals(second.shown.at(-1), "Silence");
  await world.endBridge();
  assertEquals(world.schedule.clock.pendingTimers, 0);
});

Deno.test("a reloaded page of docs/panels.md shows its session, and begins another when the bridge has died", async () => {
  const world = new World(7, () => ({ kind: wellBehaved, lag: 3, panelAnswers: 0 }));
  let count = 0;
  const tracks = () => ({ trackId: `t${++count}`, url: `http://radio.example/${count}`, title: "" });
  const first = new Page(world, tracks);
  await first.loaded;
  first.press("start");
  await world.run(MINUTE);
  const shown = first.heading;
  first.close();
  const second = new Page(world, tracks);
  await world.run(1000);
  assertEquals(second.heading, shown);
  await world.restart("SIGKILL");
  await world.run(MINUTE);
  assert(count > 2 && second.heading !== shown, second.heading);
  assertEquals(world.violations, []);
  await world.endBridge();
});

/** The requests that a page keeps while it looks, as the document has it. */
const keeping = "  isWanted = true;\n  if (isLooking) return;\n";

Deno.test("a page that drops a request for a track while it looks runs out of tracks, the one of docs/panels.md does not", async () => {
  assert(script.includes(keeping));
  const dropping = await pageOf(
    script.replace(keeping, keeping.trimEnd().split("\n").toReversed().join("\n") + "\n"),
  );
  const exhausted = { documented: 0, dropping: 0 };
  for (let seed = 1; seed <= 20; seed++) {
    for (const [name, load] of Object.entries({ documented, dropping })) {
      const answers = 10_000;
      const world = new World(seed, () => ({
        kind: { ...wellBehaved, answers },
        lag: 3,
        panelAnswers: 0,
      }));
      let length = 0;
      world.onEvent = (_panel, event) => {
        if (event === "jitQueue:trackChanged") ({ length = 0 } = world.player.playing ?? {});
        // A search takes longer than a jingle.
        const isLate = event === "jitQueue:listExhausted" && length > 60;
        if (isLate) exhausted[name as keyof typeof exhausted]++;
      };
      let count = 0;
      const track = () => ({ trackId: `t${++count}`, url: `http://radio.example/${count}`, title: "" });
      // The second track comes so late that it begins before the player has answered that it was appended.
      const lookTime = () => {
        if (count === 1) return Math.max(0, length * 1000 - answers - 500);
        return count === 0 ? 0 : 40_000;
      };
      const page = new Page(world, track, lookTime, load);
      await world.run(1000);
      await page.loaded;
      page.press("start");
      await world.run(10 * MINUTE);
      assertEquals(world.violations, [], `seed ${seed}`);
      await world.endBridge();
    }
  }
  assertEquals(exhausted.documented, 0);
  assertGreater(exhausted.dropping, 0);
});

/** The document's page in the hands of a listener. */
class ReloadablePage implements RadioPage {
  nextLook: number | undefined;
  readonly #world: World;
  #page: Page | undefined;
  #tracks = 0;

  constructor(world: World) {
    this.#world = world;
    this.#open();
  }

  get isThinking(): boolean {
    return this.#page !== undefined && this.#page.looks > 0;
  }

  playNow(): void {
    this.#page?.press("start");
  }

  stop(): void {
    this.#page?.press("stop");
  }

  skip(): void {
    this.#page?.press("skip");
  }

  reload(): void {
    if (!this.#page) return;
    this.#page.close();
    this.#page = undefined;
    this.#world.schedule.work(this.#world.random.integer(100, 3000), () => this.#open());
  }

  #open(): void {
    const track = () => {
      const number = ++this.#tracks;
      return { trackId: `t${number}`, url: `http://radio.example/${number}`, title: `Track ${number}` };
    };
    const look = () => {
      const time = this.nextLook ?? this.#world.random.integer(0, this.#world.setup.panelAnswers);
      this.nextLook = undefined;
      return time;
    };
    this.#page = new Page(this.#world, track, look);
  }
}

Deno.test("40 hours of the radio of docs/panels.md play on, whatever the listener does and the player fails to do", async () => {
  const violations: string[] = [];
  for (let seed = 1; seed <= 40; seed++) {
    const world = await hour(seed, (world) => new ReloadablePage(world));
    violations.push(...world.violations.map((each) => `seed ${seed}: ${each}`));
  }
  assertEquals(violations, []);
});
