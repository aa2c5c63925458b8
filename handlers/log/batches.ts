/**
 * What waits to be done with log files, and which of it is done together.
 *
 * @module
 */

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
