/**
 * The log files of one connection: whatever is done with them is done in the order in which it was asked for, one thing
 * after the other, and lines that wait together go to the disk together (contract-decisions.md, "log").
 *
 * A file is opened for each thing that is done with it and closed again: so one that was deleted or renamed from outside
 * is begun anew, and nobody is kept from doing so.
 *
 * @module
 */

import type { ConnectionContext, ConnectionListener } from "../core/namespace.ts";
import type { Diagnostics } from "../../host_stdio/diagnostics.ts";
import { RpcError, rpcError } from "../../host_stdio/errors.ts";
import { CancelledError } from "../../host_stdio/player.ts";
import { utf8Length } from "../../text/unicode.ts";
import {
  append,
  type AppendOutcome,
  type Disk,
  type DiskFile,
  FileShrank,
  FileTooLarge,
  readWhole,
} from "./disk.ts";
import { diskFailure, type DiskVerb } from "./disk_failure.ts";
import { DEFAULT_LOG_FILE, MAX_LOG_FILE_BYTES } from "./limits.ts";
import { LINE_END, LineCount, readTail } from "./reading.ts";
import { openRegularFile } from "./regular_file.ts";

/** What every job has. */
interface Job {
  /** Aborted when it was cancelled: then it is not begun. */
  readonly signal: AbortSignal;
  /** Answers a failure. */
  readonly reject: (error: unknown) => void;
}

/** A line that waits to be written. */
export interface WriteJob extends Job {
  readonly kind: "write";
  /** The full path of the file. */
  readonly path: string;
  /** The whole line with its end. */
  readonly line: string;
  /** Whether the file is emptied first. */
  readonly truncate: boolean;
  /** Answers the path. */
  readonly resolve: (path: string) => void;
}

/** Anything else; it answers by itself and never throws. */
export interface OtherJob extends Job {
  readonly kind: "other";
  readonly run: () => Promise<void>;
}

/** Something that waits for its turn. */
export type LogJob = WriteJob | OtherJob;

/** What is done in one go: any one job, or lines for the same file, of which only the first may truncate it. */
export type LogBatch = OtherJob | {
  readonly kind: "write";
  readonly path: string;
  readonly jobs: readonly WriteJob[];
};

/** The most UTF-16 code units of lines that are written together; a longer line goes alone. */
const MAX_BATCH_LENGTH = 1024 * 1024;

/**
 * Puts together what can be done in one go, in the order given.
 *
 * @param jobs What waits.
 * @returns The batches.
 */
export function* batchesOf(jobs: readonly LogJob[]): Generator<LogBatch> {
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

/** A line to write. */
export interface LogLine {
  /** The file's name, checked. */
  readonly file: string;
  /** The whole line with its end. */
  readonly line: string;
  /** Whether the file is emptied first. */
  readonly truncate: boolean;
}

/** The end of the component log. */
export interface LogTail {
  /** The last lines, without their ends. */
  readonly lines: string[];
  /** How many lines the file has. */
  readonly totalLines: number;
}

/** How often a file that is made shorter while it is read is read anew. */
const READ_ATTEMPTS = 3;

/** What log files need of the connection. */
export type LogFilesOptions = Pick<
  ConnectionContext,
  "logDirectory" | "diagnostics" | "disk" | "isOutputFull"
>;

/** The log files of one connection. */
export class LogFiles implements ConnectionListener {
  readonly #directory: string;
  readonly #diagnostics: Diagnostics;
  readonly #disk: Disk;
  readonly #isOutputFull: () => boolean;
  readonly #encoder = new TextEncoder();
  readonly #lineCount = new LineCount();
  #waiting: LogJob[] = [];
  #working: Promise<void> | undefined;
  /** Aborted at the end. */
  readonly #closing = new AbortController();

  /** @param connection What the connection offers. */
  constructor(
    { logDirectory, diagnostics, disk = Deno, isOutputFull }: LogFilesOptions,
  ) {
    const [separator, atEnd] = Deno.build.os === "windows" ? ["\\", /[\\/]$/] : ["/", /\/$/];
    this.#directory = atEnd.test(logDirectory) ? logDirectory : logDirectory + separator;
    this.#diagnostics = diagnostics;
    this.#disk = disk;
    this.#isOutputFull = isOutputFull;
  }

  /**
   * Appends a line.
   *
   * @param line The line and where it goes.
   * @param signal Aborted when it is not wanted any more; once it is being written, that has no effect.
   * @returns The full path of the file, once the line is on disk.
   * @throws {Failure} When the file is refused or the disk fails.
   * @throws {CancelledError} When it was cancelled before its turn.
   */
  write({ file, line, truncate }: LogLine, signal: AbortSignal): Promise<string> {
    const path = this.#pathOf(file);
    return new Promise((resolve, reject) => {
      this.#enqueue({ kind: "write", path, line, truncate, signal, resolve, reject });
    });
  }

  /**
   * Empties the component log; a missing one stays missing.
   *
   * @param signal As for {@linkcode LogFiles.write}.
   * @throws {Failure} When the file is refused or the disk fails.
   * @throws {CancelledError} When it was cancelled before its turn.
   */
  clear(signal: AbortSignal): Promise<void> {
    const path = this.#pathOf(DEFAULT_LOG_FILE);
    return this.#inTurn("clear", path, signal, () => this.#truncate(path));
  }

  /**
   * Reads the last lines of the component log; a missing one reads as empty.
   *
   * @param wanted How many lines, from 0 on.
   * @param signal Aborted when they are not wanted any more.
   * @returns The lines, and how many there are in all.
   * @throws {Failure} When the file is refused, the lines are too large to be answered or the disk fails.
   * @throws {RpcError} `Overloaded` when the answers of earlier reads wait to be read by the player.
   * @throws {CancelledError} When it was cancelled.
   */
  read(wanted: number, signal: AbortSignal): Promise<LogTail> {
    const path = this.#pathOf(DEFAULT_LOG_FILE);
    const either = AbortSignal.any([signal, this.#closing.signal]);
    return this.#inTurn("read", path, signal, () => this.#read(path, wanted, either));
  }

  /** Settles when everything that was asked for is done; reading, which can take long, is cut short. */
  async close(): Promise<void> {
    this.#closing.abort(new CancelledError());
    await this.#working;
  }

  /** An encoder writes U+FFFD for half a surrogate pair; the path that is answered is the one that is used. */
  #pathOf(name: string): string {
    return this.#directory + name.toWellFormed();
  }

  #inTurn<Result>(
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
    this.#working ??= this.#work();
  }

  async #work(): Promise<void> {
    // Everything that arrived together with the first job is there in the next microtask.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const jobs = this.#waiting;
      this.#waiting = [];
      for (const batch of batchesOf(jobs)) await this.#carryOut(batch);
    }
    this.#working = undefined;
  }

  async #carryOut(batch: LogBatch): Promise<void> {
    if (batch.kind === "write") {
      const jobs = batch.jobs.filter(isWanted);
      // After the first of a batch none truncates.
      if (jobs[0]) await this.#write(batch.path, jobs[0].truncate, jobs);
    } else if (isWanted(batch)) await batch.run();
  }

  /** Writes lines in one go and answers each. */
  async #write(path: string, truncate: boolean, jobs: readonly WriteJob[]): Promise<void> {
    try {
      if (truncate) await this.#truncate(path);
      const { file, facts } = await openRegularFile(this.#disk, path, "append");
      let outcome: AppendOutcome;
      let end: "" | "\n";
      try {
        end = await missingEnd(file, facts.size);
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

  /** Answers lines of which the disk has not taken all: those that it has taken whole are written all the same. */
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

  /** Takes back the part of a line after which the disk failed, so that the next line does not continue it. */
  async #cutTornLine(path: string, from: number, to: number): Promise<void> {
    try {
      const opened = await openRegularFile(this.#disk, path, "change");
      if (!opened) return;
      try {
        // What somebody else has appended since must not be cut.
        if (opened.facts.size === to) await opened.file.truncate(from);
      } finally {
        opened.file.close();
      }
    } catch (error) {
      // The failure to write is answered; that its rest stays in the file is of interest to people only.
      this.#diagnostics.report("warning", "part of a line stays in {path}: {error}", { path, error });
    }
  }

  /** Empties a file; a missing one stays missing. */
  async #truncate(path: string): Promise<void> {
    const opened = await openRegularFile(this.#disk, path, "change");
    if (!opened) return;
    try {
      await opened.file.truncate(0);
    } finally {
      opened.file.close();
    }
    // Whatever the name: on some systems several names are one file.
    this.#lineCount.forget();
  }

  async #read(path: string, wanted: number, signal: AbortSignal): Promise<LogTail> {
    for (let attempt = 1;; attempt++) {
      signal.throwIfAborted();
      // It was accepted when nothing waited yet; answers many times as large as their calls must not fill the memory.
      if (this.#isOutputFull()) throw new RpcError(rpcError("overloaded"));
      const opened = await openRegularFile(this.#disk, path, "read");
      if (!opened) return { lines: [], totalLines: 0 };
      try {
        const { size } = opened.facts;
        if (size > MAX_LOG_FILE_BYTES) throw new FileTooLarge();
        // What cannot be answered need not be counted.
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

  /** What is answered for an error; the disk's own words go to the diagnostics. */
  #failureOf(verb: DiskVerb, path: string, error: unknown): unknown {
    const failure = diskFailure(verb, error);
    if (failure === undefined) return error;
    this.#diagnostics.report("warning", "cannot {verb} {path}: {error}", { verb, path, error });
    return failure;
  }
}

/** How long the end of an unfinished line has to stay as it is, and how often it is looked at, before it is final. */
const SETTLING_MS = 50;
const SETTLING_LOOKS = 10;

/**
 * Gives what ends the last line of a file when nothing does: a new line must not continue it. Another process may be in the
 * middle of its own append, of which the system shows the part that is already there; so the end is looked at again.
 */
async function missingEnd(file: DiskFile, sizeBefore: number): Promise<"" | "\n"> {
  let size = sizeBefore;
  for (let look = 0; look < SETTLING_LOOKS; look++) {
    if (size === 0 || await isLineEnd(file, size - 1)) return "";
    await new Promise((resolve) => setTimeout(resolve, SETTLING_MS));
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
    // Somebody has emptied it meanwhile.
    if (error instanceof FileShrank) return true;
    throw error;
  }
  return byte[0] === LINE_END;
}

/** Whether a job is still wanted; the caller of one that is not is told so. */
function isWanted({ signal, reject }: LogJob): boolean {
  if (signal.aborted) reject(new CancelledError());
  return !signal.aborted;
}
