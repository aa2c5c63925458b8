import { assert, assertEquals, assertGreater } from "@std/assert";
import { connectPanel } from "../../panels/panel.js";
import { setDeadline } from "../support/deadline.ts";
import { blocksOf, sectionOf } from "../support/tutorial.ts";
import { wellBehaved } from "./kinds.ts";
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

/** Runs the document's code as a page does. */
const load: (
  fb2k: unknown,
  nextTrack: () => Promise<unknown>,
  document: { getElementById(id: string): Element },
  setTimeout: (done: () => void, delay: number) => void,
) => Promise<void> = (await import(
  `data:text/javascript,${
    encodeURIComponent(
      `export async function load(fb2k, nextTrack, document, setTimeout) {\n${script}\n}`,
    )
  }`
)).load;

/** A page with the code, until it is closed. */
class Page {
  readonly shown: string[] = [];
  readonly warned: string[] = [];
  readonly loaded: Promise<void>;
  readonly #elements = new Map(["start", "skip", "stop", "now", "status"].map((id) => [id, new Element()]));
  readonly #world: World;
  readonly #panel = "radio";
  readonly #listener: Parameters<World["panels"]["add"]>[0];
  #receive: (message: unknown) => void = () => {};

  constructor(world: World, tracks: () => unknown) {
    this.#world = world;
    const panel = connectPanel({
      post: (message: unknown) => {
        const { id, method, params } = message as { id: number; method: string; params: unknown };
        world.call(this.#panel, method.replace("jitQueue.", ""), params ?? {}, (result) => {
          this.#receive({ id, result });
        });
      },
      listen: (receive: (message: unknown) => void) => void (this.#receive = receive),
    });
    this.#listener = {
      panel: this.#panel,
      onEvent: (event, data) => this.#receive({ event, data }),
      onBridgeGone: () => {},
    };
    world.panels.add(this.#listener);
    const nextTrack = () =>
      new Promise((resolve) => world.schedule.work(world.random.integer(0, 20_000), () => resolve(tracks())));
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

  press(id: string): void {
    this.#element(id).click();
  }

  close(): void {
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
