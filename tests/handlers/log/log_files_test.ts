import "../../support/deadline.ts";
import { assert, assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import { Failure } from "../../../handlers/core/operation.ts";
import { DEFAULT_LOG_FILE, MAX_LOG_FILE_BYTES } from "../../../handlers/log/limits.ts";
import { LogFiles } from "../../../handlers/log/log_files.ts";
import { systemClock } from "../../../host_stdio/clock.ts";
import { type Diagnostics, silentDiagnostics } from "../../../host_stdio/diagnostics.ts";
import { RpcError } from "../../../host_stdio/errors.ts";
import { CancelledError } from "../../../host_stdio/player.ts";
import { inDirectory, isWindows, namesIn, TestDisk } from "./support.ts";

const { signal } = new AbortController();

/** Log files in a directory, on a disk with faults. */
class Subject {
  readonly disk: TestDisk = new TestDisk();
  readonly reported: string[] = [];
  readonly log: LogFiles;

  constructor(readonly directory: string) {
    const diagnostics: Diagnostics = { report: (_level, message) => void this.reported.push(message) };
    this.log = new LogFiles({
      logDirectory: directory,
      diagnostics,
      disk: this.disk,
      clock: systemClock,
      isOutputFull: () => false,
    });
  }

  /** Writes a line to `a.log`. */
  write(
    line: string,
    options: { truncate?: boolean; file?: string; signal?: AbortSignal } = {},
  ): Promise<string> {
    const { truncate = false, file = "a.log" } = options;
    return this.log.write({ file, line, truncate }, options.signal ?? signal);
  }

  /** Reads a file. */
  text(file = "a.log"): Promise<string> {
    return Deno.readTextFile(`${this.directory}/${file}`);
  }
}

function logTest(name: string, test: (subject: Subject) => Promise<void>, ignore = false): void {
  Deno.test({
    name: `LogFiles ${name}`,
    ignore,
    fn: () => inDirectory((directory) => test(new Subject(directory))),
  });
}

logTest("answers the actual path for a name with a lone surrogate", async (subject) => {
  const path = await subject.write("a\n", { file: "a\ud800.log" });
  assert(path.endsWith("a\ufffd.log"));
  assertEquals(await Deno.readTextFile(path), "a\n");
});

logTest("answers after the line is in the file", async (subject) => {
  for (const line of ["one\n", "two\n", "three\n"]) {
    await subject.write(line);
    assert((await subject.text()).endsWith(line));
  }
  assertEquals(await subject.text(), "one\ntwo\nthree\n");
});

logTest("writes lines that arrive together in one write, in their order", async (subject) => {
  const lines = Array.from({ length: 1000 }, (_, index) => `line ${index}\n`);
  await Promise.all(lines.map((line) => subject.write(line)));
  assertEquals(await subject.text(), lines.join(""));
  assertEquals(subject.disk.writes.length, 1);
});

logTest("writes at most 1 MiB together, but never splits a line", async (subject) => {
  const limit = 1024 * 1024;
  const cases: [lines: number[], writes: number[]][] = [
    [[limit - 1, 1], [limit]],
    [[limit - 1, 2], [limit - 1, 2]],
    [[limit + 1, 1, 1], [limit + 1, 2]],
    [[1, limit, limit, 1], [1, limit, limit, 1]],
  ];
  for (const [lines, writes] of cases) {
    subject.disk.writes.length = 0;
    await Promise.all(lines.map((length) => subject.write("\n".padStart(length, "x"))));
    assertEquals(subject.disk.writes.map(({ length }) => length), writes);
  }
});

logTest("writes lines that arrive during a write together", async (subject) => {
  const later: Promise<string>[] = [];
  subject.disk.beforeWrite = () => {
    if (later.length === 0) later.push(subject.write("2\n"), subject.write("3\n"));
  };
  await subject.write("1\n");
  await Promise.all(later);
  assertEquals(subject.disk.writes, ["1\n", "2\n3\n"]);
});

logTest("creates a file again that another program has deleted or renamed", async (subject) => {
  await subject.write("1\n");
  await Deno.remove(`${subject.directory}/a.log`);
  await subject.write("2\n");
  assertEquals(await subject.text(), "2\n");
  await Deno.rename(`${subject.directory}/a.log`, `${subject.directory}/b.log`);
  await subject.write("3\n");
  assertEquals([await subject.text(), await subject.text("b.log")], ["3\n", "2\n"]);
});

logTest("finishes a write that is cancelled after its start", async (subject) => {
  const controller = new AbortController();
  subject.disk.beforeWrite = () => controller.abort();
  await subject.write("1\n", { signal: controller.signal });
  assertEquals(await subject.text(), "1\n");
});

logTest("skips clears and reads that are cancelled before their turn", async (subject) => {
  const file = "webview_ui.log";
  await subject.write("1\n", { file });
  const controller = new AbortController();
  const cleared = subject.log.clear(controller.signal);
  const read = subject.log.read(5, controller.signal);
  controller.abort();
  await assertRejects(() => cleared, CancelledError);
  await assertRejects(() => read, CancelledError);
  assertEquals(await subject.text(file), "1\n");
});

logTest("stops counting lines when the read is cancelled", async (subject) => {
  await Deno.writeTextFile(`${subject.directory}/webview_ui.log`, "0123456789\n".repeat(100_000));
  const controller = new AbortController();
  subject.disk.beforeRead = () => controller.abort();
  await assertRejects(() => subject.log.read(5, controller.signal), CancelledError);
  // Only the end of the file was read, in one piece.
  assert(subject.disk.bytesRead <= 257 * 1024);
});

// Shows: A file of more than 4 GiB is not read: `Cannot read the log file: the file is too large`.
logTest("does not read a file over the size limit", async (subject) => {
  await Deno.writeTextFile(`${subject.directory}/webview_ui.log`, "1\n");
  let size = MAX_LOG_FILE_BYTES + 1;
  subject.disk.disguise = (facts) => ({ ...facts, size });
  const error = await assertRejects(() => subject.log.read(5, signal), Failure);
  assertEquals(error.message, "Cannot read the log file: the file is too large");
  assertEquals(subject.disk.bytesRead, 0);
  size = 2;
  assertEquals((await subject.log.read(5, signal)).lines, ["1"]);
});

logTest(
  "does not count the lines of a file whose last ones are too large to be answered",
  async (subject) => {
    // A sparse file uses almost no disk space.
    await Deno.writeTextFile(`${subject.directory}/webview_ui.log`, "");
    await Deno.truncate(`${subject.directory}/webview_ui.log`, 1024 ** 3);
    await assertRejects(() => subject.log.read(5, signal), Failure, "Log lines exceed maximum size");
    assert(subject.disk.bytesRead < 34 * 1024 * 1024);
  },
  // Some file systems have no sparse files.
  isWindows,
);

logTest(
  "removes a partly written line that contains line ends and multi-byte characters",
  async (subject) => {
    subject.disk.space = 12;
    const writes = ["grün\n", "a\nb\nあ\n"].map((line) => subject.write(line));
    const settled = await Promise.allSettled(writes);
    assertEquals(settled.map(({ status }) => status), ["fulfilled", "rejected"]);
    assertEquals(await subject.text(), "grün\n");
  },
);

logTest("writes other files after one file has failed", async (subject) => {
  await Deno.mkdir(`${subject.directory}/b.log`);
  const writes = [subject.write("1\n"), subject.write("x\n", { file: "b.log" }), subject.write("2\n")];
  const settled = await Promise.allSettled(writes);
  assertEquals(settled.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
  assertEquals(await subject.text(), "1\n2\n");
});

// Shows: Reading 100 lines of a 1 GiB file takes memory for 100 lines.
logTest("reads the last lines of a very large file with little memory", async (subject) => {
  const path = `${subject.directory}/webview_ui.log`;
  const size = 64 * 1024 * 1024;
  // A sparse file uses almost no disk space.
  await Deno.writeTextFile(path, "first\n");
  await Deno.truncate(path, size);
  await Deno.writeTextFile(path, "\n" + "line\n".repeat(150), { append: true });
  const { lines, totalLines } = await subject.log.read(100, signal);
  assertEquals(lines, Array.from({ length: 100 }, () => "line"));
  assertEquals(totalLines, 152);
  assert(subject.disk.largestRead <= 256 * 1024);
  await subject.write("more\n", { file: "webview_ui.log" });
  assertEquals(await subject.log.read(1, signal), { lines: ["more"], totalLines: 153 });
  assert(subject.disk.largestRead <= 256 * 1024);
  // The file has not changed, so only the end is read.
  subject.disk.bytesRead = 0;
  assertEquals(await subject.log.read(1, signal), { lines: ["more"], totalLines: 153 });
  assert(subject.disk.bytesRead < 300_000);
  // The line of null bytes is larger than the limit of an answer.
  await assertRejects(
    () => subject.log.read(Number.MAX_SAFE_INTEGER, signal),
    Failure,
    "Log lines exceed maximum size",
  );
});

logTest(
  "treats files with the same name in another case as the file system does, in order",
  async (subject) => {
    const names = ["a.log", "A.log", "a.LOG"];
    await Promise.all(
      Array.from({ length: 9 }, (_, index) => subject.write(`${index}\n`, { file: names[index % 3] ?? "" })),
    );
    const files = await namesIn(subject.directory);
    const texts = await Promise.all(files.map((file) => subject.text(file)));
    assertEquals(texts.map((text) => text.length).reduce((sum, length) => sum + length), 18);
    for (const text of texts) assertEquals(text, text.split("\n").sort().join("\n").trim() + "\n");
  },
);

logTest(
  "agrees with a plain list of strings for any operations in any order",
  async (subject) => {
    const kind = fc.constantFrom("write", "write", "write", "truncate", "clear", "read");
    const file = fc.constantFrom("webview_ui.log", "b.txt");
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(kind, file, fc.nat({ max: 5 })), { maxLength: 30 }),
        async (steps) => {
          for (const name of await namesIn(subject.directory)) {
            await Deno.remove(`${subject.directory}/${name}`);
          }
          const model = new Map<string, string[]>();
          const pending: Promise<unknown>[] = [];
          const component = "webview_ui.log";
          for (const [index, [step, name, wanted]] of steps.entries()) {
            const lines = model.get(name) ?? [];
            if (step === "write" || step === "truncate") {
              const truncate = step === "truncate";
              model.set(name, [...(truncate ? [] : lines), `line ${index}`]);
              pending.push(subject.write(`line ${index}\n`, { file: name, truncate }));
            } else if (step === "clear") {
              if (model.has(component)) model.set(component, []);
              pending.push(subject.log.clear(signal));
            } else {
              const all = model.get(component) ?? [];
              const expected = { lines: wanted === 0 ? [] : all.slice(-wanted), totalLines: all.length };
              pending.push(subject.log.read(wanted, signal).then((tail) => assertEquals(tail, expected)));
            }
            if (wanted === 0) await Promise.all(pending);
          }
          await Promise.all(pending);
          for (const [name, lines] of model) {
            assertEquals(await subject.text(name), lines.map((line) => `${line}\n`).join(""));
          }
        },
      ),
      { numRuns: 50 },
    );
  },
);

logTest(
  "reads nothing while the output queue is over its limit, but still writes",
  async (subject) => {
    let full = false;
    const log = new LogFiles({
      logDirectory: subject.directory,
      diagnostics: silentDiagnostics,
      disk: subject.disk,
      clock: systemClock,
      isOutputFull: () => full,
    });
    const line = { file: DEFAULT_LOG_FILE, line: "a\n", truncate: false };
    await log.write(line, signal);
    const [before, now] = [log.read(1, signal), log.read(1, signal)];
    // The output becomes full between the two reads, as when the answer to the first one fills it.
    void before.then(() => full = true);
    assertEquals((await before).lines, ["a"]);
    const error = await assertRejects(() => now, RpcError);
    assertEquals([error.object.code, error.message], [-32004, "Overloaded"]);
    await log.write(line, signal);
    full = false;
    assertEquals((await log.read(9, signal)).lines, ["a", "a"]);
  },
);

logTest("waits for accepted lines at the end", async (subject) => {
  const write = subject.write("b\n");
  await subject.log.close();
  assertEquals(await subject.text(), "b\n");
  await write;
});

logTest("does not end a line that another process is still appending", async (subject) => {
  const path = `${subject.directory}/a.log`;
  await Deno.writeTextFile(path, "the first half");
  let isWhole = false;
  subject.disk.beforeRead = () => {
    if (isWhole) return;
    isWhole = true;
    Deno.writeTextFileSync(path, " and the other\n", { append: true });
  };
  await subject.write("b\n");
  assertEquals(await subject.text(), "the first half and the other\nb\n");
});
