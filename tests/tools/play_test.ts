import { assert, assertEquals, assertMatch, assertNotMatch, assertStringIncludes } from "@std/assert";
import { readFixture } from "../../tools/fixtures/read_fixture.ts";
import { modes, replay } from "../../tools/fixtures/replay.ts";

const root = new URL("../../", import.meta.url);
const tool = new URL("tools/play.ts", root).href;
const rights = ["--no-prompt", "--allow-read", "--allow-write", "--allow-run", "--allow-env=INIT_CWD"];

interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A place of its own for what a run leaves behind; what is there at the end is a leak. */
class Place implements AsyncDisposable {
  private constructor(readonly directory: string) {}

  static async make(): Promise<Place> {
    return new Place(await Deno.realPath(await Deno.makeTempDir({ prefix: "tonearm-test-" })));
  }

  /** Starts the prompt, its temporary directories within this place. */
  start(args: readonly string[] = []): Deno.ChildProcess {
    return new Deno.Command(Deno.execPath(), {
      args: ["run", ...rights, tool, ...args],
      cwd: this.directory,
      env: {
        TMPDIR: this.directory,
        TMP: this.directory,
        TEMP: this.directory,
        // The task that runs the tests has set it to where it was called.
        INIT_CWD: this.directory,
      },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  }

  /** Runs a script. */
  async run(script: string, args: readonly string[] = []): Promise<Run> {
    const child = this.start(args);
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(script));
    await writer.close();
    const { code, stdout, stderr } = await child.output();
    const decoder = new TextDecoder();
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  }

  /** The names of what is here. */
  names(): string[] {
    return [...Deno.readDirSync(this.directory)].map(({ name }) => name).sort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.directory, { recursive: true });
  }
}

Deno.test("play carries out a script line by line, plainly, and leaves nothing behind", async () => {
  await using place = await Place.make();
  const { code, stdout, stderr } = await place.run(`# queue two tracks
queue.add {tracks: [1, 2]}
queue.moveToTop {index: 99}
:panel p2
panel.getConfig

menu.show {items: [{id: 'rate', label: 'Rate', type: 'rating'}, {id: 'go', label: 'Go on'}]}
:menu
:menu change rate 4
:wait menu:valueChanged
:menu choose Go on
:wait menu:select
:events off
:player select 0 1
:wait selection:changed
:player
:events`);
  assertEquals([code, stderr], [0, ""], stdout);
  for (
    const line of [
      "p1> queue.add {tracks: [1, 2]}\n  = { success: true, addedCount: 2, queueCount: 2 }\n",
      `  = refused: { success: false, error: "Invalid index or already at top" }\n`,
      "p2> panel.getConfig\n",
      `panelName: "Library"`,
      "  rate Rate (rating, value 0)\n  go Go on\n",
      `    ⚑ menu:valueChanged to p2 {menuId: "menu-1", itemId: "rate", value: 4}\n`,
      `    ⚑ menu:select to p2 {menuId: "menu-1", itemId: "go"}\n`,
      "  selection  2 (",
    ]
  ) assertStringIncludes(stdout, line);
  // Once, in the list of the last events: they are not shown any more as they come.
  assertEquals(stdout.split("⚑ selection:changed").length - 1, 1, stdout);
  // deno-lint-ignore no-control-regex -- colours begin with it
  assertNotMatch(stdout, /[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
  assertEquals(place.names(), []);
});

const faults: [line: string, reason: string][] = [
  ["queue", "is neither an operation with its parameters"],
  ["queue.add {tracks: [1}", "invalid character '}' in column 22"],
  [":nope", 'there is no command ":nope"'],
  [":menu", "no menu is open"],
  [":menu choose x", "no menu is open"],
  [":player stop now", 'nothing is known of "now"'],
  [":player play 99", "the player refuses: "],
  [":wait menu:nothing", 'there is no event "menu:nothing"'],
  [":wait menu:select 0.01", "menu:select has not come within 0.01 s"],
  [":record no-folder/x.jsonc", "there is no folder no-folder/"],
  [":wire maybe", "say on or off"],
  ["queue.ad {}", 'error -32601 Method not found: queue.ad; did you mean "queue.add"?'],
  ["hlep", 'nor a command, as in :help; did you mean "help"?'],
  ["menu", 'nor a command, as in :help; did you mean ":menu"?'],
  [":mneu", ':wait, :quit; did you mean ":menu"?'],
  ["help queue.ad", ':help lists them; did you mean "queue.add"?'],
  [":wait menu:selekt", 'did you mean "menu:select"?'],
];

Deno.test("play tells of every line that cannot be carried out, goes on, and ends with 1", async () => {
  await using place = await Place.make();
  const all = await place.run(`${faults.map(([line]) => line).join("\n")}\nqueue.getCount\n`);
  assertEquals([all.code, all.stderr], [1, ""]);
  for (const [line, reason] of faults) {
    const [, after = ""] = all.stdout.split(`p1> ${line}\n`);
    assertStringIncludes(after.split("p1> ")[0] ?? "", reason);
  }
  assertStringIncludes(all.stdout, "= { count: 0, hasItems: false }");
});

Deno.test("play ends with 1 for a single line that cannot be carried out, with 0 when an operation refuses", async () => {
  await using place = await Place.make();
  assertEquals((await place.run("queue.add {tracks: [1}\n")).code, 1);
  assertEquals((await place.run("queue.moveToTop {index: 99}\nqueue.moveToTop {index: 'x'}\n")).code, 0);
});

Deno.test("play warns of parameters that an operation does not have, with the nearest known name, and calls it", async () => {
  await using place = await Place.make();
  const { code, stdout } = await place.run(
    "menu.show {itmes: []}\ntest.echo {mesage: 1}\nqueue.get {x: 1}\n",
  );
  assertEquals(code, 0, stdout);
  const [, shown = "", echoed = "", got = ""] = stdout.split(/p1> .*\n/);
  assertMatch(shown, /^ {2}! menu\.show has no parameter "itmes"; did you mean "items"\?\n {2}= /);
  assertMatch(echoed, /^ {2}= \{/);
  assertMatch(got, /^ {2}! queue\.get has no parameter "x"\n {2}= /);
});

Deno.test("exit and quit end play, help needs no colon", async () => {
  await using place = await Place.make();
  for (const end of ["exit", "quit", ":exit"]) {
    const { code, stdout } = await place.run(`help exit\n${end}\nqueue.getCount\n`);
    assertEquals(code, 0, stdout);
    assertStringIncludes(stdout, "p1> help exit\n:quit  Ends everything, as :exit does");
    assert(!stdout.includes("queue.getCount"), stdout);
  }
});

Deno.test("play takes 200 lines at once and loses none", async () => {
  await using place = await Place.make();
  const numbers = Array.from({ length: 200 }, (_, number) => number);
  const { code, stdout } = await place.run(
    numbers.map((number) => `test.echo {message: "${number}"}`).join("\n"),
  );
  assertEquals(code, 0);
  const echoed = [...stdout.matchAll(/echo: "(\d+)"/g)].map(([, number]) => Number(number));
  assertEquals(echoed, numbers);
});

Deno.test("a call with & is not waited for, and still answered before the end", async () => {
  await using place = await Place.make();
  // The player takes two seconds to open it, which the second call does not wait for.
  const { code, stdout } = await place.run(
    "queue.addPaths {paths: ['https://slow.example/a.mp3']} &\ntest.echo {message: 'at once'}\n",
  );
  assertEquals(code, 0, stdout);
  assert(stdout.indexOf("at once") < stdout.indexOf("queue.addPaths ="), stdout);
});

Deno.test("what :record writes is replayed green, in process and against the process", async () => {
  await using place = await Place.make();
  const { code, stdout } = await place.run(`queue.add {tracks: [1]}
:record one.jsonc
log.write {message: "Grüße", level: "WARN"}
:player play 0 1
queue.addPaths {paths: ['/music/a.mp3', 'https://radio.example/live']}
:restart
:record two.jsonc
menu.show {items: [{id: 'go', label: 'Go on'}]}
:menu choose go
:wait menu:select
log.read
`);
  assertEquals(code, 0, stdout);
  assertEquals(place.names(), ["one.jsonc", "two.jsonc"]);
  for (const [name, operations] of [["one.jsonc", 3], ["two.jsonc", 2]] as const) {
    assertMatch(stdout, new RegExp(`\\d+ messages in ${name}; it holds\n`));
    const text = await Deno.readTextFile(`${place.directory}/${name}`);
    const calls = [...text.matchAll(/"> call": "(?!bridge)/g)];
    assertEquals(calls.length, operations, text);
    for (const mode of modes) assertEquals(await replay(readFixture(name, text), mode), []);
  }
});

Deno.test("play overwrites no file with a recording", async () => {
  await using place = await Place.make();
  await Deno.writeTextFile(`${place.directory}/mine.jsonc`, "mine");
  const { code, stdout } = await place.run(":record mine.jsonc\n");
  assertEquals(code, 1);
  assertStringIncludes(stdout, "mine.jsonc is there already, and a recording overwrites nothing");
  assertEquals(await Deno.readTextFile(`${place.directory}/mine.jsonc`), "mine");
});

Deno.test("play with a bridge that does not start says so, ends with 1 and leaves nothing behind", async () => {
  await using place = await Place.make();
  const { code, stdout } = await place.run("queue.get\n", ["--", "--nope"]);
  assertEquals(code, 1);
  assertStringIncludes(stdout, 'bridge: tonearm: unknown flag "--nope"');
  assertStringIncludes(stdout, "✗ the bridge has gone with exit code 2: tonearm: unknown flag");
  assertEquals(place.names(), []);
});

Deno.test("play shows every message that crosses the pipes once it is told to", async () => {
  await using place = await Place.make();
  const { stdout } = await place.run("queue.getCount\n:wire on\nqueue.getCount\n:wire off\nqueue.getCount\n");
  assertEquals([...stdout.matchAll(/ s > queue\.getCount 2 \(p1\)\n/g)].length, 1, stdout);
  assertEquals([...stdout.matchAll(/ s < player\.queue\.count 2 \(p1\)/g)].length, 1, stdout);
  assertEquals([...stdout.matchAll(/ s < result of \d/g)].length, 1, stdout);
});

Deno.test({
  name: "a signal ends play, its bridge and its directory, and the exit code says which",
  ignore: Deno.build.os === "windows",
  async fn() {
    await using place = await Place.make();
    const child = place.start();
    const reader = child.stdout.getReader();
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode("test.ping\n"));
    let text = "";
    const decoder = new TextDecoder();
    while (!text.includes("= {")) {
      const { done, value } = await reader.read();
      assert(!done, text);
      text += decoder.decode(value, { stream: true });
    }
    assertMatch(place.names().join(), /^tonearm-play-\w+$/);
    child.kill("SIGTERM");
    assertEquals((await child.status).code, 143);
    assertEquals(place.names(), []);
    await reader.cancel();
    await child.stderr.cancel();
    await writer.close().catch(() => {
      // Nobody reads any more.
    });
  },
});

Deno.test("--help of play tells how it is used, anything else is refused", async () => {
  await using place = await Place.make();
  const help = await place.run("", ["--help"]);
  assertEquals(help.code, 0);
  assertStringIncludes(help.stdout, "deno task play < SCRIPT");
  const wrong = await place.run("", ["all"]);
  assertEquals([wrong.code, wrong.stdout], [2, ""]);
  assertStringIncludes(wrong.stderr, 'play: unexpected argument "all"');
});

Deno.test("README.md shows a session at the prompt as it really goes", async () => {
  const readme = await Deno.readTextFile(new URL("README.md", root));
  const shown = /```text\n(p1> .*?)```/s.exec(readme)?.[1] ?? "";
  const script = [...shown.matchAll(/^p1> (.*)$/gm)].map(([, line]) => line);
  assert(script.length > 2, shown);
  await using place = await Place.make();
  const { code, stdout } = await place.run(script.join("\n"));
  assertEquals([code, stdout], [0, shown]);
});
