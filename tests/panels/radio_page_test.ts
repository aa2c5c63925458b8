import "../support/deadline.ts";
import { assertEquals } from "@std/assert";
import { ManualClock } from "../../tools/support/manual_clock.ts";
import { root } from "../../tools/tree.ts";
import { blocksOf, sectionOf } from "../support/tutorial.ts";

/** The state of the session that the player's bridge has. */
interface Session {
  isActive: boolean;
  nextTrackId: string;
}

/** A page of a radio with its bridge, elements and timers, all of which the test controls. */
class Page {
  readonly clock = new ManualClock();
  /** The calls of the session's operations, in order. */
  readonly calls: string[] = [];
  readonly session: Session = { isActive: false, nextTrackId: "" };
  /** Whether `playNow` is refused. */
  isRefusing = false;
  /** Answers the page's search for a track. */
  #answerSearch: (() => void)[] = [];
  readonly #listeners = new Map<string, ((data: unknown) => void)[]>();
  readonly #elements = new Map<string, Record<string, unknown>>();
  readonly #clicks = new Map<string, () => void>();
  #tracks = 0;

  readonly globals = {
    fb2k: {
      on: (event: string, listener: (data: unknown) => void) => {
        this.#listeners.set(event, [...this.#listeners.get(event) ?? [], listener]);
      },
      off: () => {},
      library: {
        getGenres: () => Promise.resolve({ genres: [] }),
        getRandomTracks: () => this.#search(),
      },
      jitQueue: {
        playNow: () => {
          this.calls.push("playNow");
          if (this.isRefusing) {
            return Promise.reject(new Error("Player did not answer: the bridge has ended"));
          }
          this.session.isActive = true;
          return Promise.resolve({ success: true });
        },
        enqueueNext: () => {
          this.calls.push("enqueueNext");
          return Promise.resolve({ success: true });
        },
        stop: () => {
          this.calls.push("stop");
          this.session.isActive = false;
          return Promise.resolve({ success: true });
        },
        skip: () => Promise.resolve({ success: true }),
        getState: () => Promise.resolve({ currentTrackId: "", ...this.session }),
      },
    },
    document: {
      hidden: false,
      addEventListener: () => {},
      createElement: () => ({ remove: () => {} }),
      getElementById: (id: string) => this.#element(id),
    },
    Option: class {},
    setTimeout: (callback: () => void, milliseconds: number) => void this.clock.after(milliseconds, callback),
    /** The function of the tutorial that finds a track. */
    nextTrack: async () => {
      await this.#search();
      return { trackId: `${++this.#tracks}`, url: "http://radio.example/", title: "" };
    },
  };

  #element(id: string): Record<string, unknown> {
    const known = this.#elements.get(id);
    if (known) return known;
    const element = {
      value: "",
      dataset: {},
      children: [],
      prepend: () => {},
      replaceChildren: () => {},
      addEventListener: (_click: string, listener: () => void) => this.#clicks.set(id, listener),
    };
    this.#elements.set(id, element);
    return element;
  }

  #search(): Promise<unknown> {
    const track = { title: "T", artist: "", fullPath: "/t.flac" };
    return new Promise((resolve) => this.#answerSearch.push(() => resolve({ tracks: [track], total: 1 })));
  }

  /** How many searches for a track the page waits for. */
  get searches(): number {
    return this.#answerSearch.length;
  }

  /** Lets the page find the track that it looks for. */
  async find(): Promise<void> {
    await settle();
    this.#answerSearch.shift()?.();
    await settle();
  }

  async click(id: string): Promise<void> {
    this.#clicks.get(id)?.();
    await settle();
  }

  async event(name: string, data: unknown = {}): Promise<void> {
    for (const listener of this.#listeners.get(name) ?? []) listener(data);
    await settle();
  }

  async advance(milliseconds: number): Promise<void> {
    this.clock.advance(milliseconds);
    await settle();
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await Promise.resolve();
}

/** Returns a script's text without its imports and exports. */
const withoutModules = (text: string): string =>
  text.replaceAll(/^import .*$/gm, "").replaceAll(/^export /gm, "");

async function textOf(path: string): Promise<string> {
  return (await Deno.readTextFile(new URL(path, root))).replaceAll("\r\n", "\n");
}

async function panelRadio(): Promise<string> {
  return `${withoutModules(await textOf("panels/base.js"))}\n${
    withoutModules(await textOf("panels/radio/panel.js"))
  }`;
}

const blocks = blocksOf(sectionOf(await textOf("docs/panels.md"), "A radio"));

/** Returns a file of the document's radio. */
const fileOf = (name: string): string => withoutModules(blocks.find(({ file }) => file === name)?.text ?? "");

const scripts: Readonly<Record<string, () => Promise<string> | string>> = {
  "panels/radio": panelRadio,
  "the document's radio": () => `${fileOf("controls.js")}\n${fileOf("supply.js")}`,
};

async function load(script: string): Promise<Page> {
  const page = new Page();
  const names = Object.keys(page.globals);
  // deno-lint-ignore no-explicit-any
  const AsyncFunction: any = (async () => {}).constructor;
  await new AsyncFunction(...names, script)(...Object.values(page.globals));
  await settle();
  return page;
}

/** Starts the radio, with its first track playing. */
async function play(page: Page): Promise<void> {
  await page.click("start");
  await page.find();
  await page.event("jitQueue:trackChanged", { trackId: "1 T", title: "T" });
  page.calls.length = 0;
}

for (const [name, script] of Object.entries(scripts)) {
  Deno.test(`${name} answers a request that came while it looked, if no track follows`, async () => {
    const page = await load(await script());
    await play(page);
    await page.event("jitQueue:needNext", { reason: "trackChange" });
    await page.event("jitQueue:needNext", { reason: "trackChange" });
    assertEquals(page.searches, 1, "one search at a time");
    await page.find();
    assertEquals([page.calls, page.searches], [["enqueueNext"], 1]);
    await page.find();
    assertEquals([page.calls, page.searches], [["enqueueNext", "enqueueNext"], 0]);
  });

  Deno.test(`${name} adds no second track when the first one has answered both requests`, async () => {
    const page = await load(await script());
    await play(page);
    await page.event("jitQueue:needNext", { reason: "trackChange" });
    await page.event("jitQueue:needNext", { reason: "endApproaching" });
    page.session.nextTrackId = "2";
    await page.find();
    assertEquals([page.calls, page.searches], [["enqueueNext"], 0]);
  });

  Deno.test(`${name} tries a refused start again, after 1, 2, 4 … 30 s, until Stop is pressed`, async () => {
    const page = await load(await script());
    page.isRefusing = true;
    await page.click("start");
    await page.find();
    assertEquals(page.calls, ["playNow"]);
    for (const [attempt, seconds] of [1, 2, 4, 8, 16, 30, 30].entries()) {
      await page.advance(seconds * 1000 - 1);
      assertEquals(page.searches, 0);
      await page.advance(1);
      assertEquals(page.searches, 1);
      await page.find();
      assertEquals(page.calls.length, attempt + 2);
    }
    await page.click("stop");
    await page.advance(60_000);
    assertEquals([page.calls.at(-1), page.searches], ["stop", 0]);
  });

  Deno.test(`${name} begins anew with another bridge only if its session was active`, async () => {
    const page = await load(await script());
    await page.event("bridge:restarted");
    assertEquals(page.searches, 0, "it has not played");
    await play(page);
    await page.event("bridge:restarted");
    await page.find();
    assertEquals(page.calls, ["playNow"]);
    await page.click("stop");
    await page.event("bridge:restarted");
    assertEquals(page.searches, 0, "it was stopped");
    await play(page);
    await page.event("jitQueue:trackChanged", { trackId: "", title: "" });
    await page.event("bridge:restarted");
    assertEquals(page.searches, 0, "the user has ended the session");
  });
}
