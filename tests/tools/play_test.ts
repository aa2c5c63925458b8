import { assert, assertEquals, assertMatch, assertNotMatch, assertStringIncludes } from "@std/assert";
import { readFixture } from "../../tools/fixtures/fixture.ts";
import { modes, replay } from "../../tools/fixtures/replay.ts";
import { startProgram } from "../../tools/support/process.ts";
import { setDeadline } from "../support/deadline.ts";
import { slowTest } from "../support/test_all.ts";

setDeadline(120_000);

const root = new URL("../../", import.meta.url);
const tool = new URL("tools/play.ts", root).href;
const rights = ["--no-prompt", "--allow-read", "--allow-write", "--allow-run", "--allow-env=INIT_CWD"];

interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A directory for the files of a run. Files that are left at the end are a leak. */
class TestDirectory implements AsyncDisposable {
  private constructor(readonly directory: string) {}

  static async make(): Promise<TestDirectory> {
    return new TestDirectory(await Deno.realPath(await Deno.makeTempDir({ prefix: "tonearm-test-" })));
  }

  /** Starts the prompt with its temporary directories in this one. */
  start(args: readonly string[] = []): Deno.ChildProcess {
    return startProgram(Deno.execPath(), ["run", ...rights, tool, ...args], {
      cwd: this.directory,
      env: {
        TMPDIR: this.directory,
        TMP: this.directory,
        TEMP: this.directory,
        // deno task sets it to the directory in which the tests were started.
        INIT_CWD: this.directory,
      },
    });
  }

  /** Runs a script. Without extensions: an event of the library may come between any two lines. */
  async run(script: string, args: readonly string[] = ["--no-extensions"]): Promise<Run> {
    const child = this.start(args);
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(script));
    await writer.close();
    const { code, stdout, stderr } = await child.output();
    const decoder = new TextDecoder();
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  }

  /** The names of the files and directories. */
  names(): string[] {
    return [...Deno.readDirSync(this.directory)].map(({ name }) => name).sort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.directory, { recursive: true });
  }
}

Deno.test("play runs a script line by line, writes no colours into a pipe and leaves nothing behind", async () => {
  await using dir = await TestDirectory.make();
  const { code, stdout, stderr } = await dir.run(`# queue two tracks
queue.add {tracks: [1, 2]}
queue.moveToTop {index: 99}
:panel p2
panel.getConfig

menu.show {items: [{id: 'rate', label: 'Rate', type: 'rating'}, {id: 'go', label: 'Go on'}]}
:player
:player changeRow 'rate', 4
:wait menu:valueChanged
:player chooseRow 'go'
:wait menu:dismiss
:player selectItems [0, 1]
:wait selection:changed
:player`);
  assertEquals([code, stderr], [0, ""], stdout);
  for (
    const line of [
      "p1> queue.add {tracks: [1, 2]}\n  = { success: true, addedCount: 2, queueCount: 2 }\n",
      `  = refused: { success: false, error: "Invalid index or already at top" }\n`,
      "p2> panel.getConfig\n",
      `panelName: "Library"`,
      `[ { id: "rate", label: "Rate", type: "rating", enabled: true, checked: false, value: 0 },\n`,
      `    ⚑ menu:valueChanged to p2 { menuId: "menu-1", itemId: "rate", value: 4 }\n`,
      `    ⚑ menu:select to p2 { menuId: "menu-1", itemId: "go" }
    ⚑ menu:dismiss to p2 { menuId: "menu-1", reason: "select" }
`,
      `selection: { type: "active_playlist_selection", total: 2 }`,
    ]
  ) assertStringIncludes(stdout, line);
  // deno-lint-ignore no-control-regex -- colours begin with a control character
  assertNotMatch(stdout, /[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
  assertEquals(dir.names(), []);
});

const faults: [line: string, reason: string][] = [
  ["queue", "nor a command, as in :help; help queue lists its operations"],
  ["queue.add {tracks: [1}", "invalid character '}' at 1:12"],
  [":nope", 'there is no command ":nope"'],
  [":player chooseRow 'x'", "the player refuses: no menu is open"],
  [":player stop now", "invalid character 'o'"],
  [":player plya 0", 'there is no method of the user "plya"; there are play, stop, '],
  [":player plya 0", 'did you mean "play"?'],
  [":player play 99", "the player refuses: "],
  [":quit now", 'unexpected "now"'],
  [":wait", ":wait needs EVENT"],
  [":wait menu:nothing", 'there is no event "menu:nothing"'],
  [":wait menu:select 0.01", "menu:select did not arrive within 0.01 s"],
  [":record no-folder/x.jsonc", "No such file or directory"],
  [":actions maybe", 'unexpected "maybe"'],
  ["queue.ad {}", 'error -32601 Method not found: queue.ad; did you mean "queue.add"?'],
  [":expect more", "not shown: more"],
  [":refused why", "refused for another reason: Method not found: queue.ad"],
  [":forward 0", "must be above 0"],
  ["signal.nothing", "Method not found: signal.nothing"],
  [":wait lyrics:found 0.01", "lyrics:found did not arrive within 0.01 s"],
  ["hlep", 'nor a command, as in :help; did you mean "help"?'],
  ["panel", 'nor a command, as in :help; did you mean ":panel"?'],
  [":plaeyr", ':refused, :quit; did you mean ":player"?'],
  ["help queue.ad", '; help lists them; did you mean "queue.add"?'],
  [":wait menu:selekt", 'did you mean "menu:select"?'],
];

Deno.test("play reports every line that cannot be run, continues, and exits with 1", async () => {
  await using dir = await TestDirectory.make();
  const all = await dir.run(`${faults.map(([line]) => line).join("\n")}\nqueue.getCount\n`);
  assertEquals([all.code, all.stderr], [1, ""]);
  for (const [line, reason] of faults) {
    const [, after = ""] = all.stdout.split(`p1> ${line}\n`);
    assertStringIncludes(after.split("p1> ")[0] ?? "", reason);
  }
  assertStringIncludes(all.stdout, "= { count: 0, hasItems: false }");
});

Deno.test("play exits with 1 for a line that cannot be run, with 0 when an operation refuses", async () => {
  await using dir = await TestDirectory.make();
  assertEquals((await dir.run("queue.add {tracks: [1}\n")).code, 1);
  assertEquals((await dir.run("queue.moveToTop {index: 99}\nqueue.moveToTop {index: 'x'}\n")).code, 0);
});

Deno.test("a script checks the output and the reason of a refusal", async () => {
  await using dir = await TestDirectory.make();
  const passing = `queue.add {tracks: [1, 2]}
:expect addedCount: 2,   queueCount: 2
queue.moveToTop {index: 99}
# Checks may follow each other.
:refused Invalid index
:expect error: "Invalid index
queue.ad {}
:refused Method not found
`;
  const passed = await dir.run(passing);
  assertEquals(passed.code, 0, passed.stdout);
  for (
    const [line, reason] of [
      [":expect addedCount: 3", "not shown: addedCount: 3"],
      [":refused Queue is empty", "the last call was not refused"],
    ] as const
  ) {
    const { code, stdout } = await dir.run(`queue.add {tracks: [1, 2]}\n${line}\n`);
    assertEquals(code, 1);
    assertStringIncludes(stdout, `✗ ${reason}`);
  }
  const { code, stdout } = await dir.run("queue.moveToTop {index: 99}\n:refused Queue is empty\n");
  assertEquals(code, 1);
  assertStringIncludes(stdout, "✗ the last call was refused for another reason: Invalid index");
});

Deno.test("a plugin's event is shown and can be waited for", async () => {
  await using dir = await TestDirectory.make();
  const { code, stdout } = await dir.run(`:panel -
bridge.registerPlugin {name: "Lyrics", namespace: "lyrics", version: "1", apis: [{method: "find"}]}
signal.pluginEvent {event: "lyrics:found", data: {lines: 2}, panel: "p1"}
:wait lyrics:found
:expect lyrics:found to p1 { lines: 2 }
`);
  assertEquals(code, 0, stdout);
});

Deno.test("the player's clock can be moved forward", async () => {
  await using dir = await TestDirectory.make();
  const { code, stdout } = await dir.run(`:player play 0, 1
:forward 20
:player
:expect Ferryman's Daughter.flac", subsong: 0, position: 20
:forward 300
:player
:expect Salt and Lantern.flac
`);
  assertEquals(code, 0, stdout);
});

Deno.test("the user sets the volume and the end of playback, and the extension sees it", async () => {
  await using dir = await TestDirectory.make();
  const script = `:player setVolume {level: 0.5}
:player setVolume {muted: true}
playback.getVolume
:expect volume: 50
:expect muted: true
:player setStopAfterCurrent true
playback.getStopAfterCurrent
:expect enabled: true
`;
  const { code, stdout } = await dir.run(script, ["--extensions=playback"]);
  assertEquals(code, 0, stdout);
});

Deno.test("positions do not fill the prompt, but can be waited for", async () => {
  await using dir = await TestDirectory.make();
  const { code, stdout } = await dir.run(":player play 0, 0\n:wait playback:timeHighRes\n", [
    "--extensions=playback",
  ]);
  assertEquals([code, stdout.includes("⚑ playback:time")], [0, false], stdout);
});

Deno.test("play shows native actions after :actions", async () => {
  await using dir = await TestDirectory.make();
  const { code, stdout } = await dir.run(
    "queue.getCount\n:actions\nqueue.getCount\n:actions\nqueue.getCount\n",
  );
  assertEquals(code, 0, stdout);
  assertEquals(
    [...stdout.matchAll(/^ {4}→ player\.queue\.count\n {4}← player\.queue\.count \{ count: 0 \}$/gm)].length,
    1,
    stdout,
  );
});

/** The sections of the demo in which no event depends on time: a slow process may order such events differently. */
async function untimedDemo(): Promise<string> {
  const script = await Deno.readTextFile(new URL("tools/demo.txt", root));
  const timed = ["The selection", "Context menus", "A just-in-time session"];
  const sections = script.split(/^(?=## )/m);
  return sections.filter((section) => !timed.some((title) => section.startsWith(`## ${title}`))).join("");
}

slowTest(
  "a recording of the demo replays without a difference, in process and against the process",
  "it carries out the demo three times",
  async () => {
    await using dir = await TestDirectory.make();
    const { code, stdout } = await dir.run(`:record demo.jsonc\n${await untimedDemo()}`);
    assertEquals(code, 0, stdout);
    assertMatch(stdout, /\d{3} messages in \S+demo\.jsonc; it holds\n/);
    const fixture = readFixture("demo.jsonc", await Deno.readTextFile(`${dir.directory}/demo.jsonc`));
    for (const mode of modes) assertEquals(await replay(fixture, mode), []);
  },
);

Deno.test("play warns of unknown parameters, names the nearest known one, and calls the operation", async () => {
  await using dir = await TestDirectory.make();
  const { code, stdout } = await dir.run(
    "menu.show {itmes: []}\ntest.echo {mesage: 1}\nqueue.get {x: 1}\n",
  );
  assertEquals(code, 0, stdout);
  const [, shown = "", echoed = "", got = ""] = stdout.split(/p1> .*\n/);
  assertMatch(shown, /^ {2}! menu\.show has no parameter "itmes"; did you mean "items"\?\n {2}= /);
  assertMatch(echoed, /^ {2}= \{/);
  assertMatch(got, /^ {2}! queue\.get has no parameter "x"\n {2}= /);
});

Deno.test("exit, quit and help need no colon", async () => {
  await using dir = await TestDirectory.make();
  for (const end of ["exit", "quit", ":exit"]) {
    const { code, stdout } = await dir.run(`help quit\n${end}\nqueue.getCount\n`);
    assertEquals(code, 0, stdout);
    assertStringIncludes(stdout, "p1> help quit\n  :quit\n      Shuts the bridge down");
    assert(!stdout.includes("queue.getCount"), stdout);
  }
});

Deno.test("play runs all of 200 lines that arrive at once", async () => {
  await using dir = await TestDirectory.make();
  const numbers = Array.from({ length: 200 }, (_, number) => number);
  const { code, stdout } = await dir.run(
    numbers.map((number) => `test.echo {message: "${number}"}`).join("\n"),
  );
  assertEquals(code, 0);
  const echoed = [...stdout.matchAll(/echo: "(\d+)"/g)].map(([, number]) => Number(number));
  assertEquals(echoed, numbers);
});

Deno.test("a recording replays without a difference, in process and against the process", async () => {
  await using dir = await TestDirectory.make();
  const { code, stdout } = await dir.run(`queue.add {tracks: [1]}
:record one.jsonc
log.write {message: "Grüße", level: "WARN"}
:player play 0, 1
queue.addPaths {paths: ['/music/a.mp3', 'https://radio.example/live']}
menu.show {items: [{id: 'go', label: 'Go on'}]}
:player chooseRow 'go'
:wait menu:select
log.read
`);
  assertEquals(code, 0, stdout);
  assertEquals(dir.names(), ["one.jsonc"]);
  assertMatch(stdout, /\d+ messages in \S+one\.jsonc; it holds\n/);
  const text = await Deno.readTextFile(`${dir.directory}/one.jsonc`);
  assertEquals([...text.matchAll(/"> call": "(?!bridge)/g)].length, 5, text);
  for (const mode of modes) assertEquals(await replay(readFixture("one.jsonc", text), mode), []);
});

Deno.test("play overwrites no file with a recording", async () => {
  await using dir = await TestDirectory.make();
  await Deno.writeTextFile(`${dir.directory}/mine.jsonc`, "mine");
  const { code, stdout } = await dir.run(":record mine.jsonc\n");
  assertEquals(code, 1);
  assertStringIncludes(stdout, "mine.jsonc exists; name another file");
  assertEquals(await Deno.readTextFile(`${dir.directory}/mine.jsonc`), "mine");
});

Deno.test("play reports a bridge that does not start, exits with 1 and leaves nothing behind", async () => {
  await using dir = await TestDirectory.make();
  const { code, stdout } = await dir.run("queue.get\n", ["--", "--nope"]);
  assertEquals(code, 1);
  assertStringIncludes(stdout, 'bridge: tonearm: unknown flag "--nope"');
  assertStringIncludes(stdout, "✗ the bridge ended by itself with exit code 2");
  assertEquals(dir.names(), []);
});

Deno.test({
  name: "a signal ends play and its bridge, removes the directory, and sets the exit code",
  ignore: Deno.build.os === "windows",
  async fn() {
    await using dir = await TestDirectory.make();
    const child = dir.start();
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
    assertMatch(dir.names().join(), /^tonearm-play-\w+$/);
    child.kill("SIGTERM");
    assertEquals((await child.status).code, 143);
    assertEquals(dir.names(), []);
    await reader.cancel();
    await child.stderr.cancel();
    await writer.close().catch(() => {
      // The process has ended.
    });
  },
});

Deno.test("play explains itself with --help and refuses other arguments", async () => {
  await using dir = await TestDirectory.make();
  const help = await dir.run("", ["--help"]);
  assertEquals(help.code, 0);
  assertStringIncludes(help.stdout, "deno task mpv [OPTIONS] [FILES]");
  const wrong = await dir.run("", ["all"]);
  assertEquals([wrong.code, wrong.stdout], [2, ""]);
  assertStringIncludes(wrong.stderr, 'play: unexpected argument "all"');
});

Deno.test("the session in docs/faults.md is the prompt's output", async () => {
  const readme = await Deno.readTextFile(new URL("docs/faults.md", root));
  const shown = /```text\n(p1> .*?)```/s.exec(readme)?.[1] ?? "";
  const script = [...shown.matchAll(/^p1> (.*)$/gm)].map(([, line]) => line);
  assert(script.length > 2, shown);
  await using dir = await TestDirectory.make();
  const { code, stdout } = await dir.run(script.join("\n"));
  assertEquals([code, stdout], [0, shown]);
});
