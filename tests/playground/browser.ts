/** A real browser for tests: Debian's Chromium, driven by playwright-core. */

import { type Browser, type BrowserContext, chromium, type Page, type Request } from "playwright-core";
import { patient, stopAtDeadline } from "../support/deadline.ts";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The path of the browser; undefined when none is installed. */
export const browserProgram: string | undefined = places.find((path) => {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    // Not found.
    return false;
  }
});

/** The suffix of the names of tests that need a browser. */
export const whyIgnored: string = browserProgram === undefined
  ? ` (ignored: no Chromium; to install it: apt-get install chromium)`
  : "";

export async function launch(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: browserProgram ?? "",
    // Chromium's sandbox does not work for root. Only pages of this project are opened.
    args: Deno.build.os === "linux" && Deno.uid() === 0 ? ["--no-sandbox"] : [],
  });
  stopAtDeadline(() => browser.close());
  return browser;
}

/** A page whose errors, warnings and requests to other hosts are collected. */
export class WatchedPage implements AsyncDisposable {
  readonly page: Page;
  /** Console errors and warnings, uncaught errors, and requests to other hosts. */
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
      // A request that the page's policy blocks does not leave the browser.
      if (protocol === "data:" || isOwn(host) || request.failure()?.errorText === "csp") return;
      this.complaints.push(`a request to ${request.url()}`);
    };
    context.on("requestfinished", note);
    context.on("requestfailed", note);
  }

  static async open(
    browser: Browser,
    address: string,
    options: { width?: number; height?: number; colorScheme?: "light" | "dark" } = {},
  ): Promise<WatchedPage> {
    const { width = 1400, height = 900, colorScheme = "light" } = options;
    const { host, port, origin } = new URL(address);
    const context = await browser.newContext({ viewport: { width, height }, colorScheme });
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin });
    // Long, for a loaded machine.
    context.setDefaultTimeout(patient(60_000));
    const isOwn = (each: string): boolean => each === host || each.endsWith(`.localhost:${port}`);
    const watched = new WatchedPage(context, await context.newPage(), isOwn);
    await watched.page.goto(address);
    return watched;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#context.close();
  }
}
