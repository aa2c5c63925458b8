/** Follows the sections of docs/panels.md that write a panel: saves their files, and opens the playground. */

import { assert, assertEquals } from "@std/assert";
import type { Browser, FrameLocator } from "playwright-core";
import type { Player } from "../../players/model/player.ts";
import { type PlaygroundOptions, readPlaygroundOptions } from "../../playground/options.ts";
import { root } from "../../tools/tree.ts";
import { WatchedPage } from "../playground/browser.ts";
import { TestPlayground } from "../playground/support.ts";
import { type Block, blocksOf, sectionOf } from "../support/tutorial.ts";

/** A reader of a tutorial, with the folder of the panel. */
export class Reader implements AsyncDisposable {
  readonly folder: string;
  readonly #blocks: Block[];

  private constructor(folder: string, blocks: Block[]) {
    this.folder = folder;
    this.#blocks = blocks;
  }

  /** Opens a section of docs/panels.md. */
  static async open(heading: string): Promise<Reader> {
    const section = sectionOf(await Deno.readTextFile(new URL("docs/panels.md", root)), heading);
    const folder = await Deno.makeTempDir({ prefix: "tonearm-tutorial-" });
    return new Reader(folder, blocksOf(section));
  }

  /** Saves the files up to the next command of the playground, and returns its options. */
  async untilPlayground(): Promise<PlaygroundOptions> {
    while (true) {
      const block = await this.#next();
      const [, words] = /playground (.*)$/m.exec(block.kind === "sh" ? block.text : "") ?? [];
      if (words === undefined) continue;
      const options = readPlaygroundOptions(words.replace('"$PWD"', this.folder).split(" "));
      assert(options?.panel === this.folder, block.text);
      return options;
    }
  }

  /** Changes a text in a file. */
  async change(name: string, before: string, after: string): Promise<void> {
    const text = await Deno.readTextFile(`${this.folder}/${name}`);
    assert(text.includes(before), text);
    await Deno.writeTextFile(`${this.folder}/${name}`, text.replace(before, after));
  }

  /** Saves the next block when it is a file. */
  async #next(): Promise<Block> {
    const block = this.#blocks.shift();
    assert(block, "the tutorial has no more blocks");
    if (block.kind !== "sh") {
      assert(block.file, `a block has no file name:\n${block.text}`);
      await Deno.writeTextFile(`${this.folder}/${block.file}`, block.text);
    }
    return block;
  }

  /** Opens the playground with a command's options, and the page that shows the panel and the player. */
  async playground(
    browser: Browser,
    { extensions }: PlaygroundOptions,
    host: Player,
  ): Promise<OpenPlayground> {
    const stack = new AsyncDisposableStack();
    const test = stack.use(await TestPlayground.start({ folder: this.folder, extensions, host }));
    const watched = stack.use(await WatchedPage.open(browser, test.server.address));
    const playground = new OpenPlayground(stack, watched);
    await playground.loaded();
    return playground;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.folder, { recursive: true });
  }
}

/** The page of the playground with the reader's panel. */
export class OpenPlayground implements AsyncDisposable {
  readonly #stack: AsyncDisposableStack;
  readonly #watched: WatchedPage;

  constructor(stack: AsyncDisposableStack, watched: WatchedPage) {
    this.#stack = stack;
    this.#watched = watched;
  }

  get page(): WatchedPage["page"] {
    return this.#watched.page;
  }

  /** The panel's page. The locator stays valid when the page is reloaded. */
  get panel(): FrameLocator {
    return this.page.frameLocator("iframe");
  }

  /** Waits until the scripts of the panel's page have run: a button that is pressed earlier does nothing. */
  async loaded(): Promise<void> {
    await this.panel.locator("body").evaluate(
      `document.readyState === "complete" || new Promise((done) => addEventListener("load", done))`,
    );
  }

  /** Closes the page and the playground. Fails when the browser's console has errors or warnings. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { complaints } = this.#watched;
    await this.#stack.disposeAsync();
    assertEquals(complaints, []);
  }
}
