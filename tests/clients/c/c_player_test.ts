import { assert, assertEquals, assertLess, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { bridgeCommand } from "../../../tools/support/process.ts";
import { root } from "../../../tools/tree.ts";
import { setDeadline } from "../../support/deadline.ts";
import { directoryTest } from "../../support/test_all.ts";

setDeadline(120_000);

const source = new URL("clients/c/player.c", root);
const warnings = ["-Wall", "-Wextra", "-Werror"];
const strict = [...warnings, "-std=c99", "-pedantic"];
const { program, args } = bridgeCommand();
const realBridge = [program, ...args];
const sanitizers = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

/** Runs a program; undefined when it is not installed. */
async function run(
  program: string,
  args: readonly string[],
  input = new Uint8Array(0),
): Promise<{ code: number; stdout: Uint8Array; stderr: string } | undefined> {
  try {
    const child = new Deno.Command(program, {
      args: [...args],
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const output = child.output();
    const writer = child.stdin.getWriter();
    await writer.write(input).then(() => writer.close()).catch(() => {
      // The program exited before it had read everything.
    });
    const { code, stdout, stderr } = await output;
    return { code, stdout, stderr: new TextDecoder().decode(stderr) };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** Whether a program compiles with some compiler flags and runs. */
async function probe(flags: readonly string[]): Promise<boolean> {
  const directory = await Deno.makeTempDir({ prefix: "tonearm-test-" });
  await Deno.writeTextFile(`${directory}/probe.c`, "int main(void) { return 0; }\n");
  const built = await run("cc", [...flags, "-o", `${directory}/probe`, `${directory}/probe.c`]);
  const ran = built?.code === 0 ? await run(`${directory}/probe`, []) : undefined;
  await Deno.remove(directory, { recursive: true });
  return ran?.code === 0;
}

const isPosix = Deno.build.os !== "windows";
const hasCompiler = isPosix && await probe([]);
const hasSanitizers = hasCompiler && await probe(sanitizers);
const whatIsMissing = !isPosix
  ? "the C player is for POSIX systems"
  : hasCompiler
  ? undefined
  : "there is no C compiler (cc)";

/** Defines a test in a new directory. */
function testOf(name: string, fn: (directory: string) => Promise<void>, missing = whatIsMissing): void {
  directoryTest(name, missing, fn);
}

/** Builds the player, or a program that includes its source, and returns its path. */
async function build(
  directory: string,
  flags: readonly string[],
  file = source.pathname,
  name = "player",
): Promise<string> {
  const program = `${directory}/${name}`;
  const built = await run("cc", [...strict, ...flags, "-o", program, file]);
  assertEquals([built?.code, built?.stderr], [0, ""]);
  return program;
}

let plain: Promise<string> | undefined;

/** Builds the player once for all tests that need no other flags. */
function plainPlayer(): Promise<string> {
  return plain ??= (async () => {
    const directory = await Deno.makeTempDir({ prefix: "tonearm-test-" });
    addEventListener("unload", () => Deno.removeSync(directory, { recursive: true }));
    return await build(directory, []);
  })();
}

/** Runs the player with a bridge command. */
async function play(
  player: string,
  directory: string,
  command: readonly string[],
): Promise<{ code: number; stdout: string; stderr: string }> {
  const outcome = await run(player, [directory, ...command]);
  assert(outcome);
  return { ...outcome, stdout: new TextDecoder().decode(outcome.stdout) };
}

/** A program in place of the bridge. It has `send(body)`, `sendBytes(bytes)` and `await receive()`. */
function standIn(program: string): string[] {
  const prelude = `
    const sendBytes = (bytes) => {
      for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
    };
    const send = (body) => {
      const bytes = new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body));
      sendBytes(new Uint8Array(new Uint32Array([bytes.length]).buffer));
      sendBytes(bytes);
    };
    const read = async (length) => {
      const bytes = new Uint8Array(length);
      for (let at = 0; at < length;) {
        const count = await Deno.stdin.read(bytes.subarray(at));
        if (count === null) return undefined;
        at += count;
      }
      return bytes;
    };
    const receive = async () => {
      const prefix = await read(4);
      if (!prefix) return undefined;
      return JSON.parse(new TextDecoder().decode(await read(new DataView(prefix.buffer).getUint32(0, true))));
    };
    const result = (id, value) => send({ jsonrpc: "2.0", id, result: value });
    const answerAll = async () => {
      for (let call = await receive(); call; call = await receive()) result(call.id, {});
    };
  `;
  return [Deno.execPath(), "eval", prelude + program];
}

const transcript = (await Deno.readTextFile(new URL("README.md", source))).split("```text\n")[1]?.split(
  "```",
)[0];

Deno.test("the C player is one file of fewer than 400 lines and needs only libc", async () => {
  const text = await Deno.readTextFile(source);
  assertLess(text.trimEnd().split("\n").length, 400);
  const includes = [...text.matchAll(/^#include (.*)$/gm)].map(([, file]) => file);
  const posix = ["fcntl.h", "poll.h", "sys/types.h", "sys/wait.h", "unistd.h"];
  const c99 = [
    "errno.h",
    "signal.h",
    "stdarg.h",
    "stdbool.h",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "string.h",
    "time.h",
  ];
  assertEquals(includes.toSorted(), [...posix, ...c99].map((file) => `<${file}>`).toSorted());
});

testOf(
  "player.c compiles as C++ too",
  async () => {
    const built = await run("c++", [
      "-x",
      "c++",
      "-std=c++17",
      "-pedantic",
      ...warnings,
      "-fsyntax-only",
      source.pathname,
    ]);
    assertEquals([built?.code, built?.stderr], [0, ""]);
  },
  whatIsMissing ?? (await run("c++", ["--version"]) ? undefined : "there is no C++ compiler (c++)"),
);

testOf(
  "the C player does with a real bridge what its README shows, and has no error of memory that sanitizers find",
  async (directory) => {
    const player = await build(directory, hasSanitizers ? sanitizers : []);
    const { code, stdout, stderr } = await play(player, directory, realBridge);
    assertEquals(stdout, transcript);
    assertEquals([code, stderr], [0, ""]);
  },
);

testOf("the C player says how it is called when arguments are missing", async (directory) => {
  const player = await plainPlayer();
  assertEquals((await play(player, directory, [])).code, 2);
});

testOf(
  "the C player exits with a message when the bridge exits",
  async (directory) => {
    const player = await plainPlayer();
    for (
      const command of [
        standIn("Deno.exit(0);"),
        standIn("await receive(); Deno.exit(0);"),
        standIn("await receive(); sendBytes(new Uint8Array([9, 0]));"),
        standIn("await receive(); sendBytes(new Uint8Array([9, 0, 0, 0, 0x7b]));"),
      ]
    ) {
      const { code, stderr } = await play(player, directory, command);
      assertEquals(code, 1);
      assert(/player: the bridge (has gone|does not read)/.test(stderr), stderr);
    }
    const tooLarge = await play(
      player,
      directory,
      standIn("await receive(); sendBytes(new Uint8Array([255, 255, 255, 255]));"),
    );
    assertEquals(tooLarge.code, 1);
    assertStringIncludes(tooLarge.stderr, "a frame over the limit");
  },
);

testOf("the C player says why it cannot start the bridge", async (directory) => {
  const player = await plainPlayer();
  const missing = `${directory}/missing`;
  for (const [workingDirectory, program] of [[directory, missing], [missing, Deno.execPath()]] as const) {
    const { code, stderr } = await play(player, workingDirectory, [program]);
    assertEquals(code, 1);
    assertStringIncludes(stderr, `player: ${missing}: No such file or directory\n`);
  }
});

testOf("the C player passes over what is none of the protocol's messages", async (directory) => {
  const player = await build(directory, hasSanitizers ? sanitizers : []);
  const { code, stdout, stderr } = await play(
    player,
    directory,
    standIn(`
      const { id } = await receive();
      for (const body of ["", "5", "[", "{", "[]", "{}", "{\\"id\\":", '"\\\\', "}", "{\\"id\\":50}x", "{,}", "\\0",
        '{"id":"1","result":{}}', '{"method":"event"}', '{"method":5}', '{"method":"other","params":{}}']) send(body);
      result(99, {});
      send({ jsonrpc: "2.0", id: "a\\"b", method: "player.no.such" });
      const refused = await receive();
      result(id, { refused });
      await answerAll();
    `),
  );
  assertEquals([code, stderr], [0, ""]);
  assertStringIncludes(
    stdout,
    '"refused":{"jsonrpc":"2.0","id":"a\\"b","error":{"code":-32601,"message":"not supported"}}',
  );
});

testOf(
  "the C player writes params first, so that a page cannot forge other members",
  async (directory) => {
    const text = await Deno.readTextFile(source);
    const honest = '"clipboard.read", "{}"';
    assertStringIncludes(text, honest);
    const attack = JSON.stringify('{},"id":8,"method":"misc.exit","panel":"p2"');
    await Deno.writeTextFile(`${directory}/attacked.c`, text.replace(honest, `"clipboard.read", ${attack}`));
    const player = await build(directory, [], `${directory}/attacked.c`);
    const { code, stdout } = await play(
      player,
      directory,
      standIn(`
      result((await receive()).id, {});
      const { id, method, panel } = await receive();
      result(id, { id, method, panel });
      await answerAll();
    `),
    );
    assertEquals(code, 0);
    assertStringIncludes(stdout, '{"id":2,"method":"clipboard.read","panel":"lyrics"}');
  },
);

testOf(
  "the C player answers native actions with the bridge's id unchanged, number or string",
  async (directory) => {
    const player = await plainPlayer();
    const { stdout } = await play(
      player,
      directory,
      standIn(`
      const { id } = await receive();
      const answers = [];
      for (const asked of [7, "x"]) {
        send({ jsonrpc: "2.0", id: asked, method: "player.clipboard.read", params: {} });
        answers.push(await receive());
      }
      send({ jsonrpc: "2.0", id: 8, method: "player.clipboard.write", params: { formats: [{ format: "files", data: [] }] } });
      answers.push(await receive());
      result(id, answers);
      await answerAll();
    `),
    );
    const [, answers = ""] = /^ {2}= (\[.*\])$/m.exec(stdout) ?? [];
    const empty = { text: null, files: null, hasImage: false };
    assertEquals(JSON.parse(answers), [
      { jsonrpc: "2.0", id: 7, result: empty },
      { jsonrpc: "2.0", id: "x", result: empty },
      { jsonrpc: "2.0", id: 8, result: { written: [] } },
    ]);
  },
);

testOf(
  "the C player ends a bridge step by step: input closed, SIGTERM, SIGKILL",
  async (directory) => {
    const patient = await plainPlayer();
    const hurried = await build(directory, ["-DEXIT_TIMEOUT_MS=1000"], source.pathname, "hurried");
    const stubborn = "await answerAll(); setInterval(() => {}, 1000);";
    for (
      const [player, program, how, code] of [
        [patient, "await answerAll(); Deno.exit(0);", ", exit code 0", 0],
        [patient, "await answerAll(); Deno.exit(3);", ", exit code 3", 1],
        // A bridge that still has much to write. Neither side may wait for the other.
        [
          patient,
          "await answerAll(); sendBytes(new Uint8Array(1 << 20)); Deno.exit(0);",
          ", exit code 0",
          0,
        ],
        [
          hurried,
          `Deno.addSignalListener("SIGTERM", () => Deno.exit(0)); ${stubborn}`,
          " on SIGTERM, exit code 0",
          0,
        ],
        [hurried, stubborn, " on SIGTERM, exit code -1", 1],
        [hurried, `Deno.addSignalListener("SIGTERM", () => {}); ${stubborn}`, " on SIGKILL, exit code -1", 1],
      ] as const
    ) {
      const outcome = await play(player, directory, standIn(program));
      assertStringIncludes(outcome.stdout, `the bridge has ended${how}\n`);
      assertEquals(outcome.code, code);
    }
  },
);

/** A C program that prints the member "a" of each frame on stdin, one per line. */
const harness = `
#define main player_main
#include "${source.pathname}"
#undef main

int main(void) {
    unsigned char prefix[4];
    while (fread(prefix, 1, 4, stdin) == 4) {
        size_t length = prefix[0] | (size_t)prefix[1] << 8 | (size_t)prefix[2] << 16;
        /* Exactly as large as the text, so that reading beyond it is found. */
        char *body = malloc(length ? length : 1);
        if (!body || fread(body, 1, length, stdin) != length) return 3;
        struct text value = member((struct text){ body, length }, "\\"a\\"");
        printf("%.*s\\n", PRINTABLE(value));
        free(body);
    }
    return 0;
}
`;

testOf(
  "the C player finds members of any JSON and never reads out of bounds",
  async (directory) => {
    await Deno.writeTextFile(`${directory}/harness.c`, harness);
    const flags = ["-Wno-unused-function", ...(hasSanitizers ? sanitizers : [])];
    const program = await build(directory, flags, `${directory}/harness.c`);
    const anything = fc.json({ maxDepth: 4 });
    const objects = fc.sample(
      fc.dictionary(
        fc.oneof(fc.constantFrom("a", "b", 'a"', "\\a"), fc.string()),
        anything.map((text) => JSON.parse(text)),
      ),
      { numRuns: 500, seed: 1 },
    );
    const whole = objects.flatMap((object) => [JSON.stringify(object), JSON.stringify(object, null, "\t ")]);
    const broken = fc.sample(fc.tuple(fc.constantFrom(...whole), fc.nat(200), fc.nat(200)), {
      numRuns: 1000,
      seed: 2,
    })
      .map(([text, at, count]) => text.slice(0, at) + text.slice(at + count % 5));
    const encoder = new TextEncoder();
    const pieces = [...whole, ...broken].flatMap((text) => {
      const bytes = encoder.encode(text);
      return [new Uint8Array(new Uint32Array([bytes.length]).buffer), bytes];
    });
    const outcome = await run(program, [], new Uint8Array(await new Blob(pieces).arrayBuffer()));
    assertEquals([outcome?.code, outcome?.stderr], [0, ""]);
    // In indented JSON a value can span several lines: remove the whitespace between tokens.
    const compact = await run(
      program,
      [],
      new Uint8Array(
        await new Blob(
          whole.filter((_text, index) => index % 2 === 0).flatMap((text) => {
            const bytes = encoder.encode(text);
            return [new Uint8Array(new Uint32Array([bytes.length]).buffer), bytes];
          }),
        ).arrayBuffer(),
      ),
    );
    const lines = new TextDecoder().decode(compact?.stdout).split("\n");
    for (const [index, object] of objects.entries()) {
      assertEquals(lines[index], Object.hasOwn(object, "a") ? JSON.stringify(object["a"]) : "");
    }
  },
);
