import { assert, assertEquals, assertGreater } from "@std/assert";
import { calls } from "../faults/support/corpus.ts";
import { inDirectory, isWindows, run } from "../handlers/log/support.ts";
import { BridgeProcess, request } from "../support/bridge_process.ts";
import { setDeadline } from "../support/deadline.ts";
import { lacking } from "./support.ts";

setDeadline(120_000);

const SECRET = "the content of a file outside";

/** Everything below a directory: names, types, contents and times of change. */
async function snapshot(directory: string): Promise<string[]> {
  const entries: string[] = [];
  for await (const { name, isDirectory, isFile } of Deno.readDir(directory)) {
    const path = `${directory}/${name}`;
    const { mtime, mode } = await Deno.lstat(path);
    const text = isFile ? await Deno.readTextFile(path) : "";
    entries.push(`${path} ${mode} ${mtime?.getTime()} ${text}`);
    if (isDirectory) entries.push(...await snapshot(path));
  }
  return entries.sort();
}

/** Texts that, used as paths, lead out of the log directory. */
function waysOut(outside: string): string[] {
  const names = [
    "../outside/secret.txt",
    "..\\outside\\secret.txt",
    "../outside/new.log",
    `${outside}/secret.txt`,
    `${outside}/new.txt`,
    `file://${outside}/secret.txt`,
    `file://${outside}/new.log`,
    "link.log",
    "hard.log",
    "linked/secret.txt",
    "linked/new.log",
    "./link.log",
    "link.log/.",
    "/etc/passwd",
    "/proc/self/environ",
    "/dev/stdout",
    "~/x.log",
    "link.log\u0000.txt",
    `;touch ${outside}/touched`,
    `$(touch ${outside}/touched)`,
    `|subsong:0/../${outside}`,
  ];
  return names;
}

Deno.test({
  name: "no operation reads, changes or creates a file outside the log directory",
  ignore: isWindows,
  fn: () =>
    inDirectory(async (parent) => {
      const directory = `${parent}/logs`;
      const outside = `${parent}/outside`;
      await Deno.mkdir(directory);
      await Deno.mkdir(outside);
      await Deno.writeTextFile(`${outside}/secret.txt`, SECRET);
      await Deno.symlink(`${outside}/secret.txt`, `${directory}/link.log`);
      await Deno.symlink(outside, `${directory}/linked`);
      await Deno.link(`${outside}/secret.txt`, `${directory}/hard.log`);
      await Deno.symlink(`${outside}/made.log`, `${directory}/dangling.log`);
      run("mkfifo", `${directory}/pipe.log`);
      const before = await snapshot(outside);

      await using bridge = await BridgeProcess.start({ directory });
      let tried = 0;
      for (const [method, variants] of Object.entries(calls)) {
        const keys = new Set(variants.flatMap((params) => Object.keys(params)));
        for (const key of keys) {
          for (const text of [...waysOut(outside), "dangling.log", "pipe.log"]) {
            const inPlace = { ...variants[0], [key]: text };
            const inList = { ...variants[0], [key]: [text, { path: text, id: text, iconSvg: text }] };
            for (const params of [inPlace, inList]) {
              let message = await bridge.ask(request(1, method, params, "p1"));
              while (message.method !== undefined) {
                if (message.id !== undefined) await bridge.write(JSON.parse(lacking(message)));
                message = await bridge.read();
              }
              tried++;
              assertEquals(message.id, 1);
              assert(!JSON.stringify(message).includes(SECRET), `${method} ${JSON.stringify(params)}`);
            }
          }
        }
      }
      assertGreater(tried, 2000);
      assertEquals((await bridge.end()).code, 0);
      assertEquals(await snapshot(outside), before);
      assertEquals((await Array.fromAsync(Deno.readDir(parent))).map(({ name }) => name).sort(), [
        "logs",
        "outside",
      ]);
    }),
});

Deno.test({
  name:
    "links, hard links, folders and pipes in the log directory are neither read nor written by any log operation",
  ignore: isWindows,
  fn: () =>
    inDirectory(async (parent) => {
      const directory = `${parent}/logs`;
      const secret = `${parent}/secret.txt`;
      await Deno.mkdir(directory);
      await Deno.writeTextFile(secret, SECRET);
      const path = `${directory}/webview_ui.log`;
      const traps: (() => Promise<void> | void)[] = [
        () => Deno.symlink(secret, path),
        () => Deno.symlink(`${parent}/made.txt`, path),
        () => Deno.link(secret, path),
        () => Deno.mkdir(path),
        () => run("mkfifo", path),
        () => Deno.symlink("/dev/null", path),
        () => Deno.symlink("/dev/stdout", path),
      ];
      for (const trap of traps) {
        await trap();
        await using bridge = await BridgeProcess.start({ directory });
        for (
          const [method, params] of [["log.read", {}], ["log.clear", {}], ["log.write", {
            message: "m",
          }]] as const
        ) {
          const { result, error } = await bridge.ask(request(1, method, params));
          assertEquals(error, undefined);
          // A dangling link counts as absent.
          if (result.success === false) assertEquals(result.error, "Not a regular file");
          else assertEquals([method === "log.write", result.content ?? ""], [false, ""]);
        }
        await Deno.remove(path, { recursive: true });
      }
      assertEquals(await Deno.readTextFile(secret), SECRET);
      assertEquals((await Array.fromAsync(Deno.readDir(parent))).map(({ name }) => name).sort(), [
        "logs",
        "secret.txt",
      ]);
    }),
});

Deno.test("a log file of any bytes is read as text", () =>
  inDirectory(async (directory) => {
    const bytes = new Uint8Array(70_000);
    for (let index = 0; index < bytes.length; index++) bytes[index] = index * 7919 + (index >> 8);
    await Deno.writeFile(`${directory}/webview_ui.log`, bytes);
    await using bridge = await BridgeProcess.start({ directory });
    const { result } = await bridge.ask(request(1, "log.read", { lines: 1_000_000 }));
    assertEquals([result.success, result.lines.length, result.lineCount], [
      true,
      result.totalLines,
      result.totalLines,
    ]);
    assertEquals(result.content, result.lines.join("\n"));
    assertEquals((await bridge.ask(request(2, "test.ping"))).id, 2);
  }));
