/**
 * A real browser for tests: Debian's Chromium, driven by playwright-core.
 *
 * @module
 */

import { type Browser, type BrowserContext, chromium, type Page, type Request } from "playwright-core";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The browser's program; undefined when there is none on this machine. */
export const browserProgram: string | undefined = places.find((path) => {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    // Not there.
    return false;
  }
});

/** Why tests in a browser are ignored; what their names end in. */
export const whyIgnored: string = browserProgram === undefined
  ? ` (ignored: no Chromium; apt-get install chromium brings one)`
  : "";

/**
 * Starts the browser.
 *
 * @returns It.
 */
export async function launch(): Promise<Browser> {
  return await chromium.launch({
    executablePath: browserProgram ?? "",
    // Root has no sandbox in Chromium; nothing but this project's pages is opened.
    args: Deno.build.os === "linux" && Deno.uid() === 0 ? ["--no-sandbox"] : [],
  });
}

/** A page with all that it has complained of, and all that it has asked other hosts for. */
export class WatchedPage implements AsyncDisposable {
  readonly page: Page;
  /** Errors and warnings of its console, uncaught errors, and requests that went elsewhere. */
  readonly complaints: string[] = [];
  readonly #context: BrowserContext;

  private constructor(context: BrowserContext, page: Page, isOwn: (host: string) => boolean) {
    this.#context = context;
    this.page = page;
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) this.complaints.push(message.text());
    });
    page.on("pageerror", (error) => this.complaints.push(error.message));
    const note = (request: Request): void => {
      const { host, protocol } = new URL(request.url());
      // What the page's own policy holds back never leaves the browser.
      if (protocol === "data:" || isOwn(host) || request.failure()?.errorText === "csp") return;
      this.complaints.push(`a request to ${request.url()}`);
    };
    context.on("requestfinished", note);
    context.on("requestfailed", note);
  }

  /**
   * Opens a page.
   *
   * @param browser The browser.
   * @param address Its address.
   * @param options Of its window.
   * @returns The page.
   */
  static async open(
    browser: Browser,
    address: string,
    options: { width?: number; height?: number; colorScheme?: "light" | "dark" } = {},
  ): Promise<WatchedPage> {
    const { width = 1400, height = 900, colorScheme = "light" } = options;
    const { host, port, origin } = new URL(address);
    const context = await browser.newContext({ viewport: { width, height }, colorScheme });
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin });
    // A loaded machine takes its time.
    context.setDefaultTimeout(60_000);
    const isOwn = (each: string): boolean => each === host || each.endsWith(`.localhost:${port}`);
    const watched = new WatchedPage(context, await context.newPage(), isOwn);
    await watched.page.goto(address);
    return watched;
  }

  /** Closes it. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#context.close();
  }
}
