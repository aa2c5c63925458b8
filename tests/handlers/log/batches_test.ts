import "../../support/deadline.ts";
import { assertEquals } from "@std/assert";
import { batchesOf, type LogJob } from "../../../handlers/log/log_files.ts";

const { signal } = new AbortController();
const reject = () => {};

function line(path: string, text: string, truncate = false): LogJob {
  return { kind: "write", path, line: text, truncate, signal, reject, resolve: () => {} };
}

const other: LogJob = { kind: "other", run: () => Promise.resolve(), signal, reject };

/** Formats batches as `path:line+line`. */
function batches(...jobs: LogJob[]): string[] {
  return [...batchesOf(jobs)].map((batch) =>
    batch.kind === "other" ? "other" : `${batch.path}:${batch.jobs.map((job) => job.line).join("+")}`
  );
}

Deno.test("batchesOf puts lines for one file together", () => {
  assertEquals(batches(), []);
  assertEquals(batches(line("p", "1")), ["p:1"]);
  assertEquals(batches(line("p", "1"), line("p", "2"), line("p", "3")), ["p:1+2+3"]);
});

Deno.test("batchesOf keeps the order of lines and files", () => {
  assertEquals(
    batches(line("p", "1"), line("q", "2"), line("q", "3"), line("p", "4"), other, other, line("p", "5")),
    ["p:1", "q:2+3", "p:4", "other", "other", "p:5"],
  );
});

Deno.test("batchesOf starts a new batch with a line that truncates", () => {
  assertEquals(
    batches(line("p", "1"), line("p", "2", true), line("p", "3"), line("p", "4", true)),
    ["p:1", "p:2+3", "p:4"],
  );
});

Deno.test("batchesOf puts no more than 1 MiB together, but never splits a line", () => {
  const sizes = (...lengths: number[]) =>
    [...batchesOf(lengths.map((length) => line("p", "x".repeat(length))))]
      .map((batch) => batch.kind === "write" && batch.jobs.length);
  const limit = 1024 * 1024;
  assertEquals(sizes(limit - 1, 1), [2]);
  assertEquals(sizes(limit - 1, 2), [1, 1]);
  assertEquals(sizes(limit + 1, 1, 1), [1, 2]);
  assertEquals(sizes(1, limit, limit, 1), [1, 1, 1, 1]);
});
