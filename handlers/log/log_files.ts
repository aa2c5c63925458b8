/**
 * The log files of one connection. Operations run one after another in order of arrival, and lines that wait together
 * are written together (decisions.md, "log").
 *
 * Each operation opens the file and closes it again. So other programs can delete or rename a log file at any time; the
 * next line creates it again.
 */

import type { Clock } from "../../host_stdio/clock.ts";
import type { Diagnostics } from "../../host_stdio/diagnostics.ts";
import { RpcError, rpcError } from "../../host_stdio/errors.ts";
import { CancelledError } from "../../host_stdio/player.ts";
import { utf8Length } from "../../limits/unicode.ts";
import { SerialQueue } from "../core/change_queue.ts";
import type { Disk, DiskFile } from "../core/disk.ts";
import type { ConnectionContext, Listeners } from "../core/namespace.ts";
import {
  append,
  type AppendOutcome,
  diskFailure,
  type DiskVerb,
  FileShrank,
  FileTooLarge,
  readWhole,
} from "./disk.ts";
import { DEFAULT_LOG_FILE, MAX_LOG_FILE_BYTES } from "./limits.ts";
import { LINE_END, LineCount, readTail } from "./reading.ts";
import { isWindowsPath, openRegularFile } from "./regular_file.ts";

interface Job {
  readonly signal: AbortSignal;
  readonly reject: (error: unknown) => void;
}

/** A line that waits to be written. */
interface WriteJob extends Job {
  readonly kind: "write";
  /** The full path of the file. */
  readonly path: string;
  readonly line: string;
  /** Whether to truncate the file first. */
  readonly truncate: boolean;
  readonly resolve: (path: string) => void;
}

/** Any other operation. It answers its caller itself and never throws. */
interface OtherJob extends Job {
  readonly kind: "other";
  readonly run: () => Promise<void>;
}

type LogJob = WriteJob | OtherJob;

/** Jobs that run together: one other job, or lines for the same file. Only the first line may truncate it. */
type LogBatch = OtherJob | {
  readonly kind: "write";
  readonly path: string;
  readonly jobs: readonly WriteJob[];
};

/** The largest number of UTF-16 code units written together. A longer line is written alone. */
const MAX_BATCH_LENGTH = 1024 * 1024;

/** Groups jobs into batches and keeps their order. */
function* batchesOf(jobs: readonly LogJob[]): Generator<LogBatch> {
  let lines: WriteJob[] = [];
  let path = "";
  let length = 0;
  for (const job of jobs) {
    const joins = job.kind === "write" && job.path === path && !job.truncate &&
      length + job.line.length <= MAX_BATCH_LENGTH;
    if (!joins && lines.length > 0) {
      yield { kind: "write", path, jobs: lines };
      lines = [];
      length = 0;
    }
    if (job.kind === "write") {
      lines.push(job);
      path = job.path;
      length += job.line.length;
    } else yield job;
  }
  if (lines.length > 0) yield { kind: "write", path, jobs: lines };
}

export interface LogLine {
  /** The checked file name. */
  readonly file: string;
  /** The line with its line end. */
  readonly line: string;
  /** Whether to truncate the file first. */
  readonly truncate: boolean;
}

/** The end of the component log. */
export interface LogTail {
  /** The last lines without line ends. */
  readonly lines: string[];
  /** The number of lines of the file. */
  readonly totalLines: number;
}

/** Number of attempts to read a file that becomes shorter meanwhile. */
const READ_ATTEMPTS = 3;

/** The part of the connection that log files use. */
export type LogFilesOptions = Pick<
  ConnectionContext,
  "logDirectory" | "diagnostics" | "disk" | "clock" | "isOutputFull"
>;

/** The log files of one connection. */
export class LogFiles implements Listeners {
  readonly #directory: string;
  readonly #diagnostics: Diagnostics;
  readonly #disk: Disk;
  readonly #clock: Clock;
  readonly #isOutputFull: () => boolean;
  readonly #encoder = new TextEncoder();
  readonly #lineCount = new LineCount();
  readonly #tasks = new SerialQueue();
  /** The jobs that the next task carries out. */
  #waiting: LogJob[] = [];

  constructor(
    { logDirectory, diagnostics, disk, clock, isOutputFull }: LogFilesOptions,
  ) {
    const [separator, atEnd] = isWindowsPath(logDirectory) ? ["\\", /[\\/]$/] : ["/", /\/$/];
    this.#directory = atEnd.test(logDirectory) ? logDirectory : logDirectory + separator;
    this.#diagnostics = diagnostics;
    this.#disk = disk;
    this.#clock = clock;
    this.#isOutputFull = isOutputFull;
  }

  /**
   * Appends a line.
   *
   * @param signal Cancels the write if it has not begun.
   * @returns The full path of the file, when the line is on disk.
   * @throws {Failure} When the file is refused or the disk fails.
   * @throws {CancelledError} When the write was cancelled before it began.
   */
  write({ file, line, truncate }: LogLine, signal: AbortSignal): Promise<string> {
    const path = this.#pathOf(file);
    return new Promise((resolve, reject) => {
      this.#enqueue({ kind: "write", path, line, truncate, signal, resolve, reject });
    });
  }

  /**
   * Truncates the component log if it exists.
   *
   * @param signal Cancels the operation if it has not begun.
   * @throws {Failure} When the file is refused or the disk fails.
   * @throws {CancelledError} When it was cancelled before it began.
   */
  clear(signal: AbortSignal): Promise<void> {
    const path = this.#pathOf(DEFAULT_LOG_FILE);
    return this.#enqueueOther("clear", path, signal, () => this.#truncate(path));
  }

  /**
   * Reads the last lines of the component log; a missing file reads as empty.
   *
   * @param wanted The number of lines, at least 0.
   * @param signal Cancels the operation.
   * @throws {Failure} When the file is refused, the lines are too large or the disk fails.
   * @throws {RpcError} `Overloaded` when the output queue is over its limit.
   * @throws {CancelledError} When it was cancelled.
   */
  read(wanted: number, signal: AbortSignal): Promise<LogTail> {
    const path = this.#pathOf(DEFAULT_LOG_FILE);
    return this.#enqueueOther("read", path, signal, () => this.#read(path, wanted, signal));
  }

  /** Settles when all accepted operations are done. */
  close(): Promise<void> {
    return this.#tasks.ended;
  }

  /** Lone surrogates become U+FFFD, as in the file's real name, so that the answered path is the right one. */
  #pathOf(name: string): string {
    return this.#directory + name.toWellFormed();
  }

  #enqueueOther<Result>(
    verb: DiskVerb,
    path: string,
    signal: AbortSignal,
    action: () => Promise<Result>,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      const run = async () => {
        try {
          resolve(await action());
        } catch (error) {
          reject(signal.aborted ? new CancelledError() : this.#failureOf(verb, path, error));
        }
      };
      this.#enqueue({ kind: "other", run, signal, reject });
    });
  }

  #enqueue(job: LogJob): void {
    this.#waiting.push(job);
    if (this.#waiting.length > 1) return;
    void this.#tasks.run(async () => {
      // Jobs that arrive together with the first one are in the list in the next microtask.
      await Promise.resolve();
      const jobs = this.#waiting;
      this.#waiting = [];
      for (const batch of batchesOf(jobs)) await this.#carryOut(batch);
    });
  }

  async #carryOut(batch: LogBatch): Promise<void> {
    if (batch.kind === "write") {
      const jobs = batch.jobs.filter(isWanted);
      // Only the first job of a batch can truncate.
      if (jobs[0]) await this.#write(batch.path, jobs[0].truncate, jobs);
    } else if (isWanted(batch)) await batch.run();
  }

  /** Writes lines with one write and answers each. */
  async #write(path: string, truncate: boolean, jobs: readonly WriteJob[]): Promise<void> {
    try {
      if (truncate) await this.#truncate(path);
      const { file, facts } = await openRegularFile(this.#disk, this.#clock, path, "append");
      let outcome: AppendOutcome;
      let end: "" | "\n";
      try {
        end = await missingEnd(file, facts.size, this.#clock);
        outcome = await append(file, this.#encoder.encode(end + jobs.map(({ line }) => line).join("")));
      } finally {
        file.close();
      }
      if (outcome.error === undefined) {
        for (const { resolve } of jobs) resolve(path);
      } else {
        await this.#settle(path, jobs, { sizeBefore: facts.size, end }, outcome);
      }
    } catch (error) {
      const failure = this.#failureOf("write", path, error);
      for (const { reject } of jobs) reject(failure);
    }
  }

  /** Partial write: resolves the complete lines and rejects the rest. */
  async #settle(
    path: string,
    jobs: readonly WriteJob[],
    { sizeBefore, end }: { readonly sizeBefore: number; readonly end: string },
    { written, error }: AppendOutcome,
  ): Promise<void> {
    const failure = this.#failureOf("write", path, error);
    let whole = Math.min(end.length, written);
    let count = 0;
    for (const { line } of jobs) {
      const lineEnd = whole + utf8Length(line);
      if (lineEnd > written) break;
      whole = lineEnd;
      count++;
    }
    if (whole < written) await this.#cutTornLine(path, sizeBefore + whole, sizeBefore + written);
    for (const [index, { resolve, reject }] of jobs.entries()) {
      if (index < count) resolve(path);
      else reject(failure);
    }
  }

  /** Removes the part of a line that was written before the disk failed, so that the next line does not continue it. */
  async #cutTornLine(path: string, from: number, to: number): Promise<void> {
    try {
      const opened = await openRegularFile(this.#disk, this.#clock, path, "change");
      if (!opened) return;
      try {
        // Another process may have appended since: do not cut that.
        if (opened.facts.size === to) await opened.file.truncate(from);
      } finally {
        opened.file.close();
      }
    } catch (error) {
      // Only reported: the failed write is answered either way.
      this.#diagnostics.report("warning", "part of a line stays in {path}: {error}", { path, error });
    }
  }

  /** Truncates a file if it exists. */
  async #truncate(path: string): Promise<void> {
    const opened = await openRegularFile(this.#disk, this.#clock, path, "change");
    if (!opened) return;
    try {
      await opened.file.truncate(0);
    } finally {
      opened.file.close();
    }
    // Forget it for every name: on some systems, several names are the same file.
    this.#lineCount.forget();
  }

  async #read(path: string, wanted: number, signal: AbortSignal): Promise<LogTail> {
    for (let attempt = 1;; attempt++) {
      signal.throwIfAborted();
      // The call was accepted when the queue was empty. Its answer can be much larger, so check the queue again.
      if (this.#isOutputFull()) throw new RpcError(rpcError("overloaded"));
      const opened = await openRegularFile(this.#disk, this.#clock, path, "read");
      if (!opened) return { lines: [], totalLines: 0 };
      try {
        const { size } = opened.facts;
        if (size > MAX_LOG_FILE_BYTES) throw new FileTooLarge();
        // First, because it throws when the lines are too large: then they need not be counted.
        const lines = await readTail(opened.file, size, wanted, { signal });
        const totalLines = await this.#lineCount.of(opened, signal);
        return { lines, totalLines };
      } catch (error) {
        if (!(error instanceof FileShrank) || attempt === READ_ATTEMPTS) throw error;
      } finally {
        opened.file.close();
      }
    }
  }

  /** Returns the error to answer. The error of the disk itself goes to the diagnostics. */
  #failureOf(verb: DiskVerb, path: string, error: unknown): unknown {
    const failure = diskFailure(verb, error);
    if (failure === undefined) return error;
    this.#diagnostics.report("warning", "cannot {verb} {path}: {error}", { verb, path, error });
    return failure;
  }
}

/**
 * The interval, in milliseconds, and the maximum number of the checks whether an unfinished last line still grows.
 */
const SETTLING_MS = 50;
const SETTLING_LOOKS = 10;

/**
 * Returns the line end that the last line of a file lacks, so that a new line does not continue it. Another process may
 * be in the middle of an append, so an unfinished line is watched for a while.
 */
async function missingEnd(file: DiskFile, sizeBefore: number, clock: Clock): Promise<"" | "\n"> {
  let size = sizeBefore;
  for (let look = 0; look < SETTLING_LOOKS; look++) {
    if (size === 0 || await isLineEnd(file, size - 1)) return "";
    await new Promise<void>((resolve) => clock.after(SETTLING_MS, resolve));
    const now = (await file.stat()).size;
    if (now === size) break;
    size = now;
  }
  return "\n";
}

async function isLineEnd(file: DiskFile, position: number): Promise<boolean> {
  const byte = new Uint8Array(1);
  try {
    await readWhole(file, position, byte);
  } catch (error) {
    // Another process has truncated the file.
    if (error instanceof FileShrank) return true;
    throw error;
  }
  return byte[0] === LINE_END;
}

/** Whether a job was not cancelled. A cancelled job is rejected. */
function isWanted({ signal, reject }: LogJob): boolean {
  if (signal.aborted) reject(new CancelledError());
  return !signal.aborted;
}
