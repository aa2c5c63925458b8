import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";

const program = new URL("../../playground/main.ts", import.meta.url).pathname;
const args = ["run", "--no-prompt", "--allow-read", "--allow-write", "--allow-run", program];

/** Starts the playground as its task does. */
function start(...flags: string[]) {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...args, ...flags],
    env: { NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  return child;
}

/** Runs it to its end. */
async function run(...flags: string[]) {
  const child = start(...flags);
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** The processes below one, with their command lines. */
async function below(pid: number): Promise<{ pid: number; command: string }[]> {
  const found: { pid: number; command: string }[] = [];
  for await (const entry of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(entry.name)) continue;
    try {
      const stat = await Deno.readTextFile(`/proc/${entry.name}/stat`);
      const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
      if (parent !== pid) continue;
      const command = (await Deno.readTextFile(`/proc/${entry.name}/cmdline`)).replaceAll("\0", " ");
      found.push({ pid: Number(entry.name), command }, ...await below(Number(entry.name)));
    } catch {
      // It has ended meanwhile.
    }
  }
  return found;
}

function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(Deno.readTextFileSync(`/proc/${pid}/stat`));
  } catch {
    return false;
  }
}

Deno.test("the playground's help goes to stdout, a wrong command line is told on stderr with exit code 2", async () => {
  const help = await run("--help");
  assertEquals([help.code, help.stderr], [0, ""]);
  assertStringIncludes(help.stdout, "deno task playground");
  const wrong = await run("--player=vlc");
  assertEquals([wrong.code, wrong.stdout], [2, ""]);
  assertEquals(wrong.stderr, 'playground: --player is "vlc"; it must be reference or mpv; see --help\n');
  const missing = await run("--panel=/nonexistent/panel");
  assertEquals([missing.code, missing.stdout], [2, ""]);
  assertEquals(missing.stderr, 'playground: --panel is "/nonexistent/panel"; there is no such folder\n');
});

Deno.test("a port that is taken is told, with exit code 1", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { code, stdout, stderr } = await run(`--port=${listener.addr.port}`);
  assertEquals([code, stdout], [1, ""]);
  assertStringIncludes(stderr, `port ${listener.addr.port} is taken`);
});

const mpvHost = new URL("../../hosts/mpv/mod.ts", import.meta.url);

Deno.test({
  name: "without the host for mpv in the tree, --player=mpv says so, with exit code 1",
  ignore: await Deno.stat(mpvHost).then(() => true, () => false),
  async fn() {
    const { code, stdout, stderr } = await run("--player=mpv");
    assertEquals([code, stdout], [1, ""]);
    assertStringIncludes(
      stderr,
      "the host for mpv is not in this tree (hosts/mpv/mod.ts); use --player=reference",
    );
  },
});

for (const signal of ["SIGTERM", "SIGINT", "SIGKILL"] as const) {
  Deno.test({
    name: `${signal} to the playground ends all that it has started`,
    ignore: Deno.build.os !== "linux",
    async fn() {
      const child = start();
      const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
      let address = "";
      while (!address.includes("\n")) address += (await reader.read()).value ?? "";
      assertMatch(address, /^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/\n$/);
      assertEquals(
        await fetch(address.trim()).then(async (response) => (await response.text(), response.status)),
        200,
      );
      const processes = await below(child.pid);
      const server = processes.find(({ command }) => command.includes("serve.ts"));
      assertEquals(processes.length, 2, "a server and a bridge");
      assertEquals(/--allow-(?:all|net |read |write |run |env|ffi|sys)/.test(`${server?.command} `), false);
      assertEquals(
        server?.command.includes(address.trim().split("/")[3] ?? ""),
        false,
        "no token on a command line",
      );
      child.kill(signal);
      // Its output ends when the last of them has gone.
      while (!(await reader.read()).done);
      await child.stderr.cancel();
      const { code } = await child.status;
      if (signal !== "SIGKILL") assertEquals(code, 0);
      // A killed one reaps nobody.
      while (processes.some(({ pid }) => isAlive(pid))) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
  });
}
