/** Opens a panel in a tab of the playground, for tests. */

import { assertEquals } from "@std/assert";
import axe from "axe-core";
import type { Browser, Frame, Page } from "playwright-core";
import { type ExtensionName, extensionNames } from "../../host_stdio/api/extension_names.ts";
import type { Player } from "../../players/model/player.ts";
import type { ReferencePlayer } from "../../players/reference/mod.ts";
import { root } from "../../tools/tree.ts";
import { WatchedPage } from "../playground/browser.ts";
import { assertComes } from "../playground/page_actions.ts";
import { TestPlayground } from "../playground/support.ts";

/** The events of a hidden panel, sorted. The first `playback:time` arrives a second after the start. */
const events = [
  "playback:queueChanged",
  "playback:seeked",
  "playback:stateChanged",
  "playback:time",
  "playback:trackChanged",
  "playback:volumeChanged",
  "playlist:activated",
  "playlist:itemsRemoved",
];

const SIZE = { width: 420, height: 560 };

/** A function of the page that returns the faults of its layout. */
const faultsOfLayout = (await Deno.readTextFile(new URL("faults_of_layout.js", import.meta.url)))
  .replace("export ", "");

/** A panel, open in the playground; by default with all extensions. */
export class OpenedPanel implements AsyncDisposable {
  readonly #stack: AsyncDisposableStack;
  readonly #watched: WatchedPage;
  readonly #test: TestPlayground;
  /** The frame of the panel's page. */
  readonly frame: Frame;

  private constructor(
    stack: AsyncDisposableStack,
    test: TestPlayground,
    watched: WatchedPage,
    frame: Frame,
  ) {
    this.#stack = stack;
    this.#test = test;
    this.#watched = watched;
    this.frame = frame;
  }

  /** @param name Its folder, from `panels/`. */
  static async open(
    browser: Browser,
    name: string,
    host: Player,
    extensions: readonly ExtensionName[] = extensionNames,
  ): Promise<OpenedPanel> {
    const stack = new AsyncDisposableStack();
    const folder = new URL(`panels/${name}`, root).pathname;
    const test = stack.use(await TestPlayground.start({ folder, extensions, host }));
    const watched = stack.use(await WatchedPage.open(browser, `${test.server.address}#panel`, SIZE));
    const element = await watched.page.locator("iframe").elementHandle();
    const frame = await element?.contentFrame();
    if (!frame) throw new Error("no frame");
    await frame.locator("#status").waitFor({ state: "attached" });
    const panel = new OpenedPanel(stack, test, watched, frame);
    await panel.#watchCalls();
    return panel;
  }

  /** The page around the panel, which draws the menus. */
  get page(): Page {
    return this.#watched.page;
  }

  /** The errors and warnings in the browser's console. */
  get complaints(): string[] {
    return this.#watched.complaints;
  }

  /** Checks that nothing is cut in a dock of 150 px and wider, and that no letter covers another. */
  async checkWidths(): Promise<void> {
    for (const width of [150, 160, 225, 400]) {
      for (const height of [160, 420]) {
        await this.page.setViewportSize({ width, height });
        await assertComes(() => this.frame.evaluate("innerWidth"), width);
        const faults = await this.frame.evaluate<string[]>(`(${faultsOfLayout})()`);
        assertEquals(faults, [], `${width} × ${height}`);
      }
    }
    await this.page.setViewportSize(SIZE);
  }

  /** Checks the accessibility with the player's dark and light colours. */
  async checkAccess(change: (darkMode: boolean) => void): Promise<void> {
    for (const scheme of ["dark", "light"] as const) {
      change(scheme === "dark");
      this.#test.playground.touch();
      const shown = "getComputedStyle(document.documentElement).colorScheme";
      await assertComes(() => this.frame.evaluate(shown), scheme);
      await this.frame.evaluate(axe.source);
      const { violations } = await this.frame.evaluate<axe.AxeResults>("axe.run(document)");
      const found = violations.map(({ id, nodes }) =>
        `${id}: ${nodes.map(({ target }) => target.join()).join("; ")}`
      );
      assertEquals(found, [], scheme);
    }
  }

  /** Returns a function that counts the page's calls from now on, or those of one operation. */
  async countCalls(): Promise<(operation?: string) => Promise<number>> {
    await this.#watchCalls();
    // The answers on their way may cause further calls, such as those for the rows ahead of the view.
    await assertComes(() => this.frame.evaluate("unanswered.size"), 0);
    await this.frame.evaluate("sent = []");
    return (operation = "") =>
      this.frame.evaluate(`sent.filter((text) => text.includes(${JSON.stringify(operation)})).length`);
  }

  /** Records the page's calls in `sent`, and the ids of unanswered calls in `unanswered`. */
  async #watchCalls(): Promise<void> {
    await this.frame.evaluate(`
      if (!globalThis.sent) {
        Object.assign(globalThis, { sent: [], unanswered: new Set(), watched: new WeakSet() });
        const { send } = WebSocket.prototype;
        WebSocket.prototype.send = function (text) {
          sent.push(text);
          const { id } = JSON.parse(text);
          if (id !== undefined) unanswered.add(id);
          if (!watched.has(this)) {
            this.addEventListener("message", ({ data }) => unanswered.delete(JSON.parse(data).id));
          }
          watched.add(this);
          return send.call(this, text);
        };
      }`);
  }

  /** Makes the page believe that it is hidden. Returns a function that counts its calls from then on. */
  async hide(): Promise<() => Promise<number>> {
    const calls = await this.countCalls();
    await this.#setHidden(true);
    return calls;
  }

  /** Hides the page during playback, and checks that it receives the events but calls and changes nothing. */
  async checkHidden({ user }: ReferencePlayer): Promise<void> {
    const calls = await this.hide();
    await this.frame.evaluate(`
      globalThis.heard = {};
      for (const event of ${
      JSON.stringify(events)
    }) addEventListener("fb2k:" + event, () => heard[event] = true);
      globalThis.changes = 0;
      const all = { attributes: true, characterData: true, childList: true, subtree: true };
      new MutationObserver((changed) => changes += changed.length).observe(document, all);`);
    await user.play(0, 1);
    user.seek(30);
    user.setVolume({ level: 0.7 });
    user.queue(0, 2);
    await user.next();
    user.activatePlaylist(3);
    user.activatePlaylist(0);
    user.removeItems(0, 0);
    await assertComes(() => this.frame.evaluate("Object.keys(heard).sort()"), events);
    assertEquals([await calls(), await this.frame.evaluate("changes")], [0, 0]);
  }

  /** Makes the page believe that it is visible again. */
  async show(): Promise<void> {
    await this.#setHidden(false);
  }

  async #setHidden(hidden: boolean): Promise<void> {
    await this.frame.evaluate(`
      Object.defineProperty(document, "hidden", { configurable: true, value: ${hidden} });
      document.dispatchEvent(new Event("visibilitychange"));`);
  }

  /** Closes the panel and the player. Fails when the browser's console has errors or warnings. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack.disposeAsync();
    assertEquals(this.complaints, []);
  }
}
