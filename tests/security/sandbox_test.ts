import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { bridgeArguments, sandboxFlags } from "../../clients/typescript/spawn_bridge.ts";
import { runDeno } from "../../tools/support/process.ts";
import { root } from "../../tools/tree.ts";
import { inDirectory, isWindows } from "../handlers/log/support.ts";
import { BridgeProcess, request } from "../support/bridge_process.ts";
import { setDeadline } from "../support/deadline.ts";

setDeadline(120_000);

/** Attempts of hostile code, by name. */
const attempts: Readonly<Record<string, string>> = {
  "read a file outside": 'await Deno.readTextFile("../outside/secret.txt")',
  "read the system's files": 'await Deno.readTextFile("/etc/passwd")',
  "list the directory above": 'for await (const _ of Deno.readDir("..")) break',
  "write a file outside": 'await Deno.writeTextFile("../outside/new.txt", "x")',
  "change a file outside": 'await Deno.writeTextFile("../outside/secret.txt", "x", { append: true })',
  "remove a file outside": 'await Deno.remove("../outside/secret.txt")',
  "rename a file outside": 'await Deno.rename("../outside/secret.txt", "mine.txt")',
  "make a link to a file outside": 'await Deno.symlink("../outside/secret.txt", "mine.log")',
  "make a hard link to a file outside": 'await Deno.link("../outside/secret.txt", "mine.log")',
  "connect": 'await Deno.connect({ hostname: "127.0.0.1", port: 9 })',
  "listen": "Deno.listen({ port: 0 }).close()",
  "look up a host": 'await Deno.resolveDns("localhost", "A")',
  "fetch": 'await fetch("http://127.0.0.1:9/")',
  "start a process": 'await new Deno.Command("true").output()',
  "kill a process": "Deno.kill(1, 0)",
  "read a variable": 'Deno.env.get("HOME")',
  "list the variables": "Deno.env.toObject()",
  "load a library": 'Deno.dlopen("libc.so.6", {})',
  "ask for the host's name": "Deno.hostname()",
  "ask for the user": "Deno.uid()",
  "load code from outside": 'await import("http://127.0.0.1:9/x.ts")',
  "ask for more":
    'if ((await Deno.permissions.request({ name: "net" })).state === "granted") throw 0; Deno.hostname()',
};

/** Runs code in the sandbox of the bridge and returns its output. */
async function inSandbox(directory: string, code: string): Promise<string> {
  await Deno.writeTextFile(`${directory}/attempt.ts`, code);
  const args = ["run", ...sandboxFlags, "--no-check", "attempt.ts"];
  const { stdout, stderr } = await runDeno(args, { cwd: directory });
  return stdout + stderr;
}

// Shows: The bridge has file access to its log directory only: no network, no subprocesses, no environment, no foreign
// functions.
Deno.test({
  name: "the sandbox only permits reading and writing below the working directory",
  ignore: isWindows,
  fn: () =>
    inDirectory(async (parent) => {
      const directory = `${parent}/logs`;
      await Deno.mkdir(directory);
      await Deno.mkdir(`${parent}/outside`);
      await Deno.writeTextFile(`${parent}/outside/secret.txt`, "secret");
      const tries = Object.entries(attempts).map(([name, code]) =>
        `try { ${code}; console.log("REACHED ${name}"); } catch (error) {
           if (!(error instanceof Deno.errors.NotCapable) && !(error instanceof TypeError)) console.log("${name}", error);
         }`
      );
      const mine =
        'await Deno.writeTextFile("mine.txt", "x"); console.log(await Deno.readTextFile("mine.txt"));';
      assertEquals(await inSandbox(directory, [...tries, mine].join("\n")), "x\n");
      assertEquals(await Deno.readTextFile(`${parent}/outside/secret.txt`), "secret");
      assertEquals((await Array.fromAsync(Deno.readDir(`${parent}/outside`))).length, 1);
    }),
});

Deno.test({
  name: "a worker in the sandbox cannot get more permissions than the bridge",
  ignore: isWindows,
  fn: () =>
    inDirectory(async (directory) => {
      const attempt = `try { Deno.readTextFileSync("/etc/passwd"); postMessage("REACHED"); }
        catch (error) { postMessage(error.name); }`;
      const start = (more: string): string =>
        `const worker = new Worker("data:text/javascript," + ${JSON.stringify(encodeURIComponent(attempt))},
           { type: "module"${more} });
         console.log(await new Promise((resolve) => worker.onmessage = ({ data }) => resolve(data)));
         worker.terminate();`;
      assertEquals(await inSandbox(directory, start("")), "NotCapable\n");
      // A process that sets the permissions of a worker is ended, unless it has an unstable feature.
      const told = await inSandbox(directory, start(", deno: { permissions: { read: true } }"));
      assertStringIncludes(told, "Unstable API");
      assert(!told.includes("REACHED"));
    }),
});

/** Attempts of code in the bridge to write outside the log directory, and whether they succeed. */
const storages: readonly (readonly [name: string, code: string, reached: boolean])[] = [
  ["caches", 'await (await caches.open("x")).put("http://a/", new Response("x"))', false],
  ["CacheStorage", "CacheStorage.prototype.open", false],
  ["Cache", "Cache.prototype.put", false],
  ["localStorage", 'localStorage.setItem("a", "x")', false],
  ["sessionStorage", 'sessionStorage.setItem("a", "x")', false],
  ["Storage", "Storage.prototype.setItem", false],
  ["a worker", 'new Worker("data:text/javascript,", { type: "module" }).terminate()', false],
  ["a temporary file", "await Deno.makeTempFile()", false],
  ["node:fs", '(await import("node:fs")).writeFileSync("../outside/new.txt", "x")', false],
  ["node:fs, a link", '(await import("node:fs")).symlinkSync("../outside/new.txt", "made.log")', false],
  ["node:sqlite", 'new (await import("node:sqlite")).DatabaseSync("../outside/new.db")', false],
  [
    "node:sqlite, another database",
    'new (await import("node:sqlite")).DatabaseSync(":memory:").exec("attach \'../outside/new.db\' as o")',
    false,
  ],
  ["node:v8", '(await import("node:v8")).writeHeapSnapshot("../outside/new.heapsnapshot")', false],
  [
    "node:wasi",
    'new (await import("node:wasi")).WASI({ version: "preview1", preopens: { "/": ".." } })',
    false,
  ],
  [
    "temporary files of node:sqlite",
    `new (await import("node:sqlite")).DatabaseSync(":memory:").exec(\`
       pragma temp_store_directory = '\${new URL("../outside", import.meta.url).pathname}'; pragma cache_size = 1;
       create temp table t(a); insert into t select zeroblob(9000000)\`)`,
    true,
  ],
  ["TypeScript", 'await import(["data:application/typescript", "let a: number"].join())', true],
  [
    "a worker of Node.js",
    'await new (await import("node:worker_threads")).Worker("", { eval: true }).terminate()',
    true,
  ],
  [
    "a file of its own",
    'await Deno.writeTextFile("own.log", "x"); await Deno.rename("own.log", "b.log")',
    true,
  ],
];

/** Attempts of code in the bridge to write through links. */
const throughLinks: readonly (readonly [name: string, code: string])[] = [
  ["a file", 'await Deno.writeTextFile("link.log", "x")'],
  ["a new file", 'await Deno.writeTextFile("folder/new.txt", "x")'],
  ["a folder", 'await Deno.mkdir("folder/new")'],
  ["a move", 'await Deno.rename("probes.js", "folder/probes.js")'],
  ["a removal", 'await Deno.remove("folder/secret.txt")'],
  ["a hard link", 'await Deno.link("folder/secret.txt", "hard.log")'],
  ["node:fs", '(await import("node:fs")).writeFileSync("link.log", "x")'],
  [
    "node:sqlite",
    'new (await import("node:sqlite")).DatabaseSync("folder/new.db").exec("create table t(a)")',
  ],
  ["more rights", 'if ((await Deno.permissions.request({ name: "write" })).state !== "granted") throw 0'],
  [
    "a worker of Node.js",
    `await new Promise(async (resolve, reject) => new (await import("node:worker_threads")).Worker(
     "require('node:fs').writeFileSync('link.log', 'x')", { eval: true }).on("error", reject).on("exit", resolve))`,
  ],
];

/** Runs code in the realm of a bridge, after its modules, and returns each probe's name with what became of it. */
async function inBridge(
  directory: string,
  probes: readonly (readonly [name: string, code: string, ...unknown[]])[],
): Promise<string[]> {
  const tries = probes.map(([name, code]) =>
    `try { ${code}; report("${name}: reached"); } catch { report("${name}: failed"); }`
  );
  const report = "const report = (text) => Deno.stderr.writeSync(new TextEncoder().encode(`${text}\n`));";
  await Deno.writeTextFile(`${directory}/probes.js`, [report, ...tries, "Deno.exit(0);"].join("\n"));
  // The bridge prints its version and stays, then the probes run.
  const start = `import ${JSON.stringify(new URL("main.ts", root).href)};\nimport "./probes.js";\n`;
  await Deno.writeTextFile(`${directory}/start.js`, start);
  const config = `--config=${fromFileUrl(new URL("deno.json", root))}`;
  const args = ["run", ...sandboxFlags, config, "--no-check", "start.js", "--version"];
  const { stderr } = await runDeno(args, { cwd: directory });
  return stderr.split("\n").filter((line) => /: (?:reached|failed)$/.test(line));
}

/** Calls a function with a log directory and a folder outside that has a secret. */
function besideSecret(use: (directory: string, outside: string) => Promise<void>): Promise<void> {
  return inDirectory(async (parent) => {
    await Deno.mkdir(`${parent}/logs`);
    await Deno.mkdir(`${parent}/outside`);
    await Deno.writeTextFile(`${parent}/outside/secret.txt`, "secret");
    await use(`${parent}/logs`, `${parent}/outside`);
    assertEquals((await Array.fromAsync(Deno.readDir(`${parent}/outside`))).length, 1);
    assertEquals(await Deno.readTextFile(`${parent}/outside/secret.txt`), "secret");
  });
}

Deno.test({
  name: "code in the bridge writes outside the log directory only what the runtime itself keeps, as told",
  ignore: isWindows,
  fn: () =>
    besideSecret(async (directory) => {
      const expected = storages.map(([name, , reached]) => `${name}: ${reached ? "reached" : "failed"}`);
      assertEquals(await inBridge(directory, storages), expected);
    }),
});

Deno.test({
  name: "beside a link that leads out of the log directory, code in the bridge writes nothing",
  ignore: isWindows,
  fn: () =>
    besideSecret(async (directory) => {
      const links: readonly (readonly [target: string, path: string])[] = [
        ["../outside/secret.txt", "link.log"],
        ["../outside", "folder"],
        // It leads nowhere yet.
        ["../../../outside/new.txt", "a/b/c.log"],
      ];
      await Deno.mkdir(`${directory}/a/b`, { recursive: true });
      for (const [target, path] of links) {
        await Deno.symlink(target, `${directory}/${path}`);
        assertEquals(
          await inBridge(directory, [...throughLinks, [
            "its own file",
            'await Deno.writeTextFile("own.log", "x")',
          ]]),
          [...throughLinks.map(([name]) => `${name}: failed`), "its own file: failed"],
          path,
        );
        await Deno.remove(`${directory}/${path}`);
      }
    }),
});

// Shows: While it has a link that leads out of it, Deno's permission to write ends nowhere, so the bridge gives it up at its
// start: it writes and clears no log, and names the link on stderr.
Deno.test({
  name: "a bridge beside a link that leads out of the log directory says so, and writes no log",
  ignore: isWindows,
  fn: () =>
    besideSecret(async (directory, outside) => {
      const write = request(1, "log.write", { message: "m", timestamp: false });
      const started = async (flags: string[] = []) => {
        await using bridge = await BridgeProcess.start({ directory, flags });
        const { result } = await bridge.ask(write);
        return { answer: result.error ?? result.success, stderr: (await bridge.end()).stderr };
      };
      // Links that stay inside, such as those of node_modules, change nothing.
      await Deno.mkdir(`${directory}/node_modules/.bin`, { recursive: true });
      await Deno.writeTextFile(`${directory}/node_modules/x.js`, "");
      await Deno.symlink("../x.js", `${directory}/node_modules/.bin/x`);
      await Deno.symlink("webview_ui.log", `${directory}/newest.log`);
      await Deno.symlink(`${await Deno.realPath(directory)}/webview_ui.log`, `${directory}/whole.log`);
      assertEquals(await started(), { answer: true, stderr: "" });
      await Deno.mkdir(`${directory}/sub`);
      await Deno.symlink(outside, `${directory}/sub/out`);
      for (const flags of [[], ["--log-dir=sub"]]) {
        const { answer, stderr } = await started(flags);
        assertEquals(answer, "Cannot write the log file: a link leads out of the log directory");
        assertStringIncludes(stderr, "no log is written");
        assertStringIncludes(stderr, "sub/out");
      }
      await using bridge = await BridgeProcess.start({ directory });
      const { result } = await bridge.ask(request(2, "log.read"));
      assertEquals(result.lines, ["[INFO] m"]);
    }),
});

Deno.test({
  name: "the runtime follows links out of the sandbox, but refuses to inspect an open file outside",
  ignore: isWindows,
  fn: () =>
    inDirectory(async (parent) => {
      // The log relies on both: it checks before the opening, and the second check finds what changed in between.
      const directory = `${parent}/logs`;
      await Deno.mkdir(directory);
      await Deno.writeTextFile(`${parent}/secret.txt`, "secret");
      await Deno.symlink(`${parent}/secret.txt`, `${directory}/link.log`);
      const code = `using file = await Deno.open("link.log", { read: true, append: true });
        console.log("opened");
        try { await file.stat(); } catch (error) { console.log(error.name); }`;
      assertEquals(await inSandbox(directory, code), "opened\nNotCapable\n");
    }),
});

Deno.test("the client starts the bridge with permissions for its working directory only, and without prompts", () => {
  assertEquals(sandboxFlags, [
    "--no-prompt",
    "--allow-read=.",
    "--allow-write=.",
    "--deny-import",
    "--cached-only",
  ]);
  const args = bridgeArguments(["--log-level=debug"]);
  assertEquals(args.filter((argument) => argument.startsWith("--allow")), [
    "--allow-read=.",
    "--allow-write=.",
  ]);
  assert(args.includes("--no-prompt"));
});

Deno.test("the bridge never evaluates text as code and imports only pinned modules", async () => {
  const { filesOf, root } = await import("../../tools/tree.ts");
  for (const folder of ["limits/", "host_stdio/", "handlers/", "host_stdio/process/"]) {
    for await (const path of filesOf(".ts", folder)) {
      const text = await Deno.readTextFile(new URL(path, root));
      assert(
        !/\beval\(|new Function\(|import\((?!"|\n\s*")|from "(?:https?|jsr|npm|node|data):/.test(text),
        path,
      );
    }
  }
});
