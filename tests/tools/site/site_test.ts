import { assert, assertEquals, assertLess, assertRejects, assertStringIncludes } from "@std/assert";
import { extname } from "@std/path";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { findExamples } from "../../../tools/docs/examples.ts";
import { runDeno } from "../../../tools/support/process.ts";
import { filesOf, root } from "../../../tools/tree.ts";
import { browserProgram, launch, WatchedPage, whyIgnored } from "../../playground/browser.ts";
import { assertComes } from "../../playground/page_actions.ts";
import { setDeadline } from "../../support/deadline.ts";
import { tempDirectory } from "../../support/temp_directory.ts";
import { leftOut, TEST_ALL } from "../../support/test_all.ts";

// It takes three minutes, and seven beside ten other tests.
setDeadline(600_000);

/** The folder of the site on its server: not the root, so that links without it are noticed. */
const BASE = "/tonearm/";
/** Maximum size of the first load of a page, in bytes. */
const FIRST_LOAD = 1_000_000;

/** The pages with the most text, pictures or examples. */
const HEAVY = [
  "",
  "docs/panels.html",
  "docs/operations/library.html",
  "docs/players.html",
];

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".png": "image/png",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
};

/** Serves the files of a folder, and counts the bytes. */
class FileServer implements AsyncDisposable {
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  bytes = 0;

  constructor(folder: string) {
    this.#server = Deno.serve({
      hostname: "127.0.0.1",
      port: 0,
      onListen: () => {},
    }, async ({ url }) => {
      const path = decodeURIComponent(new URL(url).pathname);
      if (!path.startsWith(BASE)) {
        return new Response(undefined, { status: 404 });
      }
      const name = path.slice(BASE.length);
      const file = name === "" || name.endsWith("/") ? `${name}index.html` : name;
      try {
        const bytes = await Deno.readFile(`${folder}/${file}`);
        this.bytes += bytes.length;
        return new Response(bytes, {
          headers: { "content-type": types[extname(file)] ?? "" },
        });
      } catch {
        return new Response(undefined, { status: 404 });
      }
    });
  }

  get address(): string {
    return `http://127.0.0.1:${this.#server.addr.port}${BASE}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

/** The links and anchors in the HTML of a page. */
interface Linked {
  readonly links: readonly string[];
  readonly ids: ReadonlySet<string>;
}

async function readPages(folder: string): Promise<Map<string, Linked>> {
  const pages = new Map<string, Linked>();
  for await (const path of walk(folder)) {
    if (!path.endsWith(".html")) continue;
    const html = await Deno.readTextFile(`${folder}/${path}`);
    pages.set(path, {
      links: [...html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)].map((
        [, href = ""],
      ) => href.replaceAll("&amp;", "&")),
      ids: new Set(
        [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = ""]) => id),
      ),
    });
  }
  return pages;
}

async function* walk(folder: string, below = ""): AsyncGenerator<string> {
  for await (
    const { name, isDirectory } of Deno.readDir(`${folder}/${below}`)
  ) {
    if (isDirectory) yield* walk(folder, `${below}${name}/`);
    else yield below + name;
  }
}

/** Lists the links that lead nowhere. */
async function deadLinks(folder: string): Promise<string[]> {
  const pages = await readPages(folder);
  const dead: string[] = [];
  for (const [path, { links }] of pages) {
    for (const href of links) {
      const { host, pathname, hash } = new URL(
        href,
        `http://site${BASE}${path}`,
      );
      if (host !== "site") continue;
      const name = pathname.startsWith(BASE) ? decodeURIComponent(pathname.slice(BASE.length)) : undefined;
      const file = name === undefined
        ? undefined
        : name === "" || name.endsWith("/")
        ? `${name}index.html`
        : name;
      const page = file === undefined ? undefined : pages.get(file);
      const isThere = page
        ? hash === "" || page.ids.has(decodeURIComponent(hash.slice(1)))
        : file !== undefined &&
          await Deno.stat(`${folder}/${file}`).then(
            ({ isFile }) => isFile,
            () => false,
          );
      if (!isThere) dead.push(`${path}: ${href}`);
    }
  }
  return dead;
}

/** The rules of axe that the page violates, each with the elements. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(
    "Promise.allSettled(document.getAnimations().map(({ finished }) => finished))",
  );
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>(
    "axe.run(document)",
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join()).join("; ")}`);
}

async function open(
  browser: Browser,
  { address }: FileServer,
  path: string,
): Promise<WatchedPage> {
  const watched = await WatchedPage.open(browser, `${address}${path}`);
  await watched.page.waitForLoadState("networkidle");
  return watched;
}

Deno.test({
  name: `the site${leftOut("it downloads packages and builds the site")}${whyIgnored}`,
  ignore: !TEST_ALL || browserProgram === undefined,
  async fn(test) {
    await using temporary = await tempDirectory();
    const folder = temporary.path;
    await test.step("is built", async () => {
      const built = await runDeno([
        "task",
        "--cwd",
        "tools",
        "site",
        `--base=${BASE}`,
        `--out=${folder}`,
      ], { cwd: root });
      assertEquals(built.code, 0, built.stderr);
    });
    await test.step("has no dead links, and all documents", async () => {
      assertEquals(await deadLinks(folder), []);
      for await (const path of filesOf(".md", "docs/")) {
        const place = path.replace("README.md", "index.md").replace(
          /\.md$/,
          ".html",
        );
        assert((await Deno.stat(`${folder}/${place}`)).isFile, place);
      }
    });
    await test.step("lists every document for language models", async () => {
      const list = await Deno.readTextFile(`${folder}/llms.txt`);
      const paths = [...list.matchAll(/\]\(\/tonearm\/(.*)\)$/gm)].map(([, path = ""]) => path);
      for (const path of paths) assert((await Deno.stat(`${folder}/${path}`)).isFile, path);
      for await (const path of filesOf(".md", "docs/")) assert(paths.includes(path), path);
      assert(paths.includes("docs/openrpc.json"));
    });
    await test.step("is served on the loopback interface only", async () => {
      const cwd = new URL("tools/site/vitepress/", root);
      // The program itself: npm ends without its child.
      const { scripts } = JSON.parse(await Deno.readTextFile(new URL("package.json", cwd)));
      const [program = "", ...args] = scripts.preview.split(" ");
      const child = new Deno.Command(new URL(`node_modules/.bin/${program}`, cwd), {
        args: [...args, `--outDir=${folder}`, `--base=${BASE}`],
        cwd,
        env: { NO_COLOR: "1" },
        stdin: "null",
        stdout: "piped",
        stderr: "null",
      }).spawn();
      const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
      let printed = "";
      while (!printed.includes(BASE)) printed += (await reader.read()).value ?? "";
      const port = Number(/127\.0\.0\.1:(\d+)/.exec(printed)?.[1]);
      const response = await fetch(`http://127.0.0.1:${port}${BASE}`);
      assertStringIncludes(await response.text(), "Tonearm");
      const others = Deno.networkInterfaces().filter(({ family, address }) =>
        family === "IPv4" && address !== "127.0.0.1"
      );
      for (const { address } of others) {
        await assertRejects(() => Deno.connect({ hostname: address, port }));
      }
      child.kill("SIGTERM");
      await reader.cancel();
      await child.status;
    });
    await using server = new FileServer(folder);
    await using browser = await launch();
    await test.step("pages load less than 1 MB, all of it from the site", async () => {
      for (const path of HEAVY) {
        const before = server.bytes;
        await using watched = await open(browser, server, path);
        assertLess(server.bytes - before, FIRST_LOAD, path);
        assertEquals(watched.complaints, [], path);
      }
    });
    for (const width of [400, 1400]) {
      for (const colorScheme of ["light", "dark"] as const) {
        await test.step(`is accessible at ${width} pixels, ${colorScheme}`, async () => {
          for (
            const path of [
              "",
              "docs/operations/queue.html",
              "docs/protocol.html",
              "docs/players.html",
            ]
          ) {
            await using watched = await open(browser, server, path);
            const { page } = watched;
            await page.setViewportSize({ width, height: 900 });
            await page.emulateMedia({ colorScheme });
            assertEquals(await violations(page), [], path);
            const overflow = await page.evaluate<number>(
              "document.documentElement.scrollWidth - document.documentElement.clientWidth",
            );
            assertEquals(overflow, 0, path);
          }
        });
      }
    }
    await test.step("an example runs in the page, with other parameters and wrong ones", async () => {
      await using watched = await open(
        browser,
        server,
        "docs/operations/queue.html",
      );
      const { page } = watched;
      const example = page.locator(".live-example", { hasText: "Run queue.add" }).first();
      const run = example.getByRole("button", { name: "Run queue.add" });
      await run.click();
      await example.getByText("Result, as printed:").waitFor();
      assertStringIncludes(await example.innerText(), "player.queue.append");
      const field = example.getByLabel("Parameters of queue.add");
      const result = example.locator("pre");
      const printed = await result.textContent();
      await field.fill(`{"tracks": ["x"]}`);
      await run.click();
      await example.getByText("Result, from another player, in memory:").waitFor();
      assertEquals(JSON.parse(await result.textContent() ?? "").error, "tracks[0] must be an integer");
      await field.fill("[1]");
      await run.click();
      await assertComes(() => result.textContent(), "The parameters must be an object, such as {}");
      await example.getByRole("button", { name: "Start again" }).click();
      await run.click();
      await assertComes(() => result.textContent(), printed);
      assertEquals(watched.complaints, []);
    });
    await test.step("each example gives its printed result, and no page is wider than a phone", async () => {
      await using watched = await open(browser, server, "");
      const { page } = watched;
      await page.setViewportSize({ width: 360, height: 800 });
      const isWider = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
      let count = 0;
      for (const path of (await readPages(folder)).keys()) {
        await page.goto(server.address + path, { waitUntil: "networkidle" });
        assertEquals([path, await page.evaluate(isWider)], [path, false]);
        const buttons = await page.getByRole("button", { name: /^Run / }).all();
        count += buttons.length;
        for (const button of buttons) await button.click();
        const titles = page.locator(".live-example p.outcome");
        await assertComes(
          async () => [path, ...await titles.allTextContents()],
          [path, ...buttons.map(() => "Result, as printed:")],
        );
        assertEquals([path, await page.evaluate(isWider), watched.complaints], [path, false, []]);
      }
      assertEquals(count, [...await findExamples()].length);
    });
    await test.step("the search finds an operation without a network", async () => {
      await using watched = await open(browser, server, "");
      const { page } = watched;
      await page.getByRole("button", { name: "Search" }).first().click();
      const first = page.locator(".VPLocalSearchBox .result").first();
      for (
        const [words, title] of [["moveToTop", "queue.moveToTop"], ["queue.add", "queue.add"], [
          "native popup",
          "menu.showNativePopup",
        ]] as const
      ) {
        await page.getByRole("searchbox").fill(words);
        await assertComes(async () => (await first.innerText()).split("\n").at(-1), title);
      }
      assertEquals(watched.complaints, []);
    });
    await test.step("the reader chooses a language in all tabs at once, by mouse and by keyboard, and it is kept", async () => {
      await using watched = await open(browser, server, "docs/players.html");
      const { page } = watched;
      const checked = page.locator(".vp-code-group input:checked + label");
      const shown = page.locator(".vp-code-group .blocks > .active");
      const languages = async () => (await checked.allInnerTexts()).map((title) => title.split(":")[0]);
      const all = (language: string) => Array.from({ length: 3 }, () => language);
      await assertComes(languages, all("TypeScript"));
      await page.locator(".vp-code-group label", { hasText: "Python" }).nth(1).click();
      await assertComes(languages, all("Python"));
      assertStringIncludes(await shown.first().innerText(), "import json");
      await page.reload();
      await assertComes(languages, all("Python"));
      await page.locator(".vp-code-group input:checked").first().focus();
      await page.keyboard.press("ArrowLeft");
      await assertComes(languages, all("C++"));
      assertEquals(watched.complaints, []);
    });
  },
});
