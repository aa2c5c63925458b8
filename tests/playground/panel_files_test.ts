import { assertEquals, assertRejects } from "@std/assert";
import { PanelFolder, withPlayer } from "../../playground/panel_files.ts";
import { waitFor } from "../support/deadline.ts";
import { tempDirectory } from "../support/temp_directory.ts";

/** A panel's folder with a secret file beside it. */
async function withFolder(use: (folder: PanelFolder, parent: string) => Promise<void>): Promise<void> {
  await using temporary = await tempDirectory();
  const parent = temporary.path;
  await Deno.mkdir(`${parent}/panel/deep`, { recursive: true });
  await Deno.writeTextFile(`${parent}/secret.txt`, "secret");
  await Deno.writeTextFile(`${parent}/panel/index.html`, "page");
  await Deno.writeTextFile(`${parent}/panel/deep/index.html`, "deep page");
  await Deno.writeTextFile(`${parent}/panel/a b%.js`, "script");
  await Deno.writeTextFile(`${parent}/panel/.env`, "secret");
  await use(await PanelFolder.open(`${parent}/panel`), parent);
}

async function textOf(folder: PanelFolder, pathname: string): Promise<string | undefined> {
  const found = await folder.read(pathname);
  return found && await new Response(found.body).text();
}

Deno.test("a panel's folder serves its files, and the index of a folder", async () => {
  await withFolder(async (folder) => {
    assertEquals(await textOf(folder, "/"), "page");
    assertEquals(await textOf(folder, "/index.html"), "page");
    assertEquals(await textOf(folder, "/deep/"), "deep page");
    assertEquals(await textOf(folder, "/a%20b%25.js"), "script");
    const deep = await folder.read("/deep/");
    assertEquals(deep?.name, "index.html");
    await deep?.body.cancel();
  });
});

Deno.test("a panel's folder refuses missing files, folders, and paths through a file", async () => {
  await withFolder(async (folder) => {
    for (const path of ["/none.js", "/deep", "/index.html/", "/index.html/x", "/none/x"]) {
      assertEquals(await folder.read(path), undefined, path);
    }
  });
});

Deno.test("a panel's folder serves nothing outside of it, for any spelling of the path", async () => {
  await withFolder(async (folder, parent) => {
    const ways = [
      "/../secret.txt",
      "/%2e%2e/secret.txt",
      "/..%2fsecret.txt",
      "/deep/../../secret.txt",
      "/deep/%2e%2e/%2e%2e/secret.txt",
      "/..%5csecret.txt",
      "/%2e%2e%5csecret.txt",
      `/${encodeURIComponent(`${parent}/secret.txt`)}`,
      `//${parent}/secret.txt`,
      "/./index.html",
      "//index.html",
      "/index.html%00.js",
      "/index.html::$DATA",
      "/%",
      "/%ff",
      "/C:/secret.txt",
      `/${"x".repeat(256)}`,
      `/${encodeURIComponent("\u{1f3b5}".repeat(64))}`,
    ];
    for (const way of ways) assertEquals(await folder.read(way), undefined, way);
  });
});

Deno.test("a panel's folder serves no hidden files", async () => {
  await withFolder(async (folder) => {
    assertEquals(await folder.read("/.env"), undefined);
    assertEquals(await folder.read("/%2eenv"), undefined);
  });
});

Deno.test({
  name: "a panel's folder follows no symbolic links, to files or folders, inside or outside",
  ignore: Deno.build.os === "windows",
  async fn() {
    await withFolder(async (folder, parent) => {
      await Deno.symlink(`${parent}/secret.txt`, `${parent}/panel/link.txt`);
      await Deno.symlink(parent, `${parent}/panel/up`);
      await Deno.symlink(`${parent}/panel/deep`, `${parent}/panel/same`);
      for (const path of ["/link.txt", "/up/secret.txt", "/same/index.html", "/same/"]) {
        assertEquals(await folder.read(path), undefined, path);
      }
    });
  },
});

Deno.test({
  name: "a panel's folder serves only regular files, and does not wait for others",
  ignore: Deno.build.os === "windows",
  async fn() {
    await withFolder(async (folder, parent) => {
      const { success } = await new Deno.Command("mkfifo", { args: [`${parent}/panel/pipe.js`] }).output();
      assertEquals(success, true);
      assertEquals(await folder.read("/pipe.js"), undefined);
    });
  },
});

Deno.test("a panel's folder reports changes until it is told to stop, and that it cannot be watched", async () => {
  await withFolder(async (folder, parent) => {
    const stop = new AbortController();
    const changed = Promise.withResolvers<void>();
    const watching = folder.watch(changed.resolve, stop.signal);
    await Deno.writeTextFile(`${parent}/panel/deep/index.html`, "new page");
    await waitFor("a change of the folder to be reported", changed.promise);
    stop.abort();
    await watching;
    await Deno.remove(`${parent}/panel`, { recursive: true });
    await assertRejects(() => folder.watch(() => {}, new AbortController().signal), Deno.errors.NotFound);
  });
});

Deno.test("a panel's folder that is removed or replaced, also while a program works in it, is watched again", async () => {
  await withFolder(async (folder, parent) => {
    const path = `${parent}/panel`;
    const stop = new AbortController();
    let changed = Promise.withResolvers<void>();
    const watching = folder.watch(() => changed.resolve(), stop.signal);
    const remove = () => Deno.remove(path, { recursive: true });
    const programs: Deno.ChildProcess[] = [];
    const removeWorkedIn = () => {
      programs.push(new Deno.Command("cat", { cwd: path, stdin: "piped" }).spawn());
      return remove();
    };
    // Windows removes no folder in which a program works.
    const last = Deno.build.os === "windows" ? [] : [removeWorkedIn];
    for (const replace of [remove, () => Deno.rename(path, `${parent}/old`), ...last]) {
      await replace();
      changed = Promise.withResolvers();
      await Deno.mkdir(path);
      await waitFor("a change of the folder to be reported", changed.promise);
      changed = Promise.withResolvers();
      await Deno.writeTextFile(`${path}/index.html`, "new page");
      await waitFor("a change of the folder to be reported", changed.promise);
    }
    stop.abort();
    await watching;
    for (const { stdin, status } of programs) await stdin.close().then(() => status);
  });
});

Deno.test({
  name:
    "a panel's folder that is made again at once, with the number and the time of the old one, is watched again",
  ignore: Deno.build.os === "windows",
  async fn() {
    await withFolder(async (_folder, parent) => {
      const path = `${parent}/again`;
      const identity = () => {
        const { ino, birthtime } = Deno.lstatSync(path);
        return `${ino} ${birthtime?.getTime()}`;
      };
      const makeAgain = (): void => {
        Deno.removeSync(path, { recursive: true });
        Deno.mkdirSync(path);
      };
      await Deno.mkdir(path);
      const folder = await PanelFolder.open(path);
      // The system counts the time of a folder in steps of some milliseconds.
      for (let attempt = 0; attempt < 500; attempt++) {
        makeAgain();
        const stop = new AbortController();
        let changed = Promise.withResolvers<void>();
        const before = identity();
        const watching = folder.watch(() => changed.resolve(), stop.signal);
        makeAgain();
        const isSame = identity() === before;
        if (isSame) {
          await waitFor("the new folder to be reported", changed.promise);
          changed = Promise.withResolvers();
          await Deno.writeTextFile(`${path}/index.html`, "new page");
          await waitFor("a change of the new folder to be reported", changed.promise);
        }
        stop.abort();
        await watching;
        if (isSame) return;
      }
    });
  },
});

Deno.test("a panel's folder must be a folder", async () => {
  await withFolder(async (_folder, parent) => {
    await assertRejects(() => PanelFolder.open(`${parent}/secret.txt`), Deno.errors.NotADirectory);
    await assertRejects(() => PanelFolder.open(`${parent}/none`), Deno.errors.NotFound);
  });
});

const script = '<link rel="stylesheet" id="tonearm-player" href="/s.css"><script src="/s.js"></script>';

function servedPage(html: string | Uint8Array<ArrayBuffer>): Response {
  return new Response(new Blob([html]).stream().pipeThrough(withPlayer("/s.css", "/s.js")));
}

async function served(html: string): Promise<string> {
  return await servedPage(html).text();
}

Deno.test("the player's style sheet and script are the first in the head", async () => {
  assertEquals(await served("<head><script>1</script></head>"), `<head>${script}<script>1</script></head>`);
  assertEquals(
    await served("<!DOCTYPE html><HTML><HEAD lang=en>\n"),
    `<!DOCTYPE html><HTML><HEAD lang=en>${script}\n`,
  );
});

Deno.test("a header element and a comment are not a head", async () => {
  assertEquals(await served("<html><header></header>"), `<html>${script}<header></header>`);
  assertEquals(await served("<!-- <head> --><html><body>"), `<!-- <head> --><html>${script}<body>`);
});

Deno.test("only the beginning of a page is searched for its head, so a page of any size takes the same time", async () => {
  const html = `<!doctype html>${"<!-- -->".repeat(20_000)}<head>`;
  assertEquals(await served(html), html.replace("html>", `html>${script}`));
});

Deno.test("without a head they follow the document type, which keeps the page in standards mode", async () => {
  assertEquals(await served("<!doctype html><p>x"), `<!doctype html>${script}<p>x`);
  assertEquals(await served("<p>x"), `${script}<p>x`);
  assertEquals(await served(""), script);
});

Deno.test("the other bytes of a page are unchanged in any encoding", async () => {
  const html = Uint8Array.from({ length: 300_000 }, (_, index) => index % 256);
  const result = await servedPage(html).bytes();
  assertEquals(result.subarray(script.length), html);
});
