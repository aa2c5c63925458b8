/**
 * A panel of `panels/` in a tab of the playground, for tests.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import axe from "axe-core";
import type { Browser, Frame, Page } from "playwright-core";
import { type ExtensionName, extensionNames } from "../../host_stdio/extension_names.ts";
import type { Player } from "../../players/model/player.ts";
import { root } from "../../tools/tree.ts";
import { WatchedPage } from "../playground/browser.ts";
import { assertComes } from "../playground/page_actions.ts";
import { TestPlayground } from "../playground/support.ts";

/** A panel, with all extensions switched on unless others are given. */
export class OpenedPanel implements AsyncDisposable {
  readonly #stack: AsyncDisposableStack;
  readonly #watched: WatchedPage;
  /** The panel's page. */
  readonly frame: Frame;

  private constructor(stack: AsyncDisposableStack, watched: WatchedPage, frame: Frame) {
    this.#stack = stack;
    this.#watched = watched;
    this.frame = frame;
  }

  static async open(
    browser: Browser,
    name: string,
    host: Player,
    extensions: readonly ExtensionName[] = extensionNames,
  ): Promise<OpenedPanel> {
    const stack = new AsyncDisposableStack();
    const folder = new URL(`panels/${name}`, root).pathname;
    const test = stack.use(await TestPlayground.start({ folder, extensions, host }));
    const size = { width: 420, height: 560 };
    const watched = stack.use(await WatchedPage.open(browser, `${test.server.address}#panel`, size));
    const element = await watched.page.locator("iframe").elementHandle();
    const frame = await element?.contentFrame();
    if (!frame) throw new Error("no frame");
    await frame.locator("#status").waitFor({ state: "attached" });
    return new OpenedPanel(stack, watched, frame);
  }

  /** The page around the panel, which draws the menus. */
  get page(): Page {
    return this.#watched.page;
  }

  /** Checks the accessibility in the colours of the player, dark and light. */
  async checkAccess(change: (darkMode: boolean) => void): Promise<void> {
    for (const scheme of ["dark", "light"] as const) {
      change(scheme === "dark");
      await this.page.emulateMedia({ colorScheme: scheme });
      await assertComes(() => this.frame.evaluate("document.documentElement.style.colorScheme"), scheme);
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
    await this.frame.evaluate(`
      if (!globalThis.sent) {
        const { send } = WebSocket.prototype;
        WebSocket.prototype.send = function (text) { sent.push(text); return send.call(this, text); };
      }
      globalThis.sent = [];`);
    return (operation = "") =>
      this.frame.evaluate(`sent.filter((text) => text.includes(${JSON.stringify(operation)})).length`);
  }

  /** Makes the page believe that it is hidden, and returns a function that counts its calls from then on. */
  async hide(): Promise<() => Promise<number>> {
    const calls = await this.countCalls();
    await this.#setHidden(true);
    return calls;
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

  /** Closes the panel and the player. Nothing may have been on the browser's console. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { complaints } = this.#watched;
    await this.#stack.disposeAsync();
    assertEquals(complaints, []);
  }
}
