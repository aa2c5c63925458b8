/** Memory, files and threads of a process, read from Linux. */

/** Whether this machine reports them. */
export const canTell: boolean = Deno.build.os === "linux";

/** A process at one moment; sizes in bytes. */
export interface ProcessFacts {
  /** Resident memory. */
  readonly memory: number;
  /** The largest resident memory so far. */
  readonly peak: number;
  /** Open file descriptors. */
  readonly handles: number;
  readonly threads: number;
}

/**
 * Reads the facts of a process.
 *
 * @throws {Deno.errors.NotFound} When there is no such process.
 */
export async function factsOf(pid: number): Promise<ProcessFacts> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  let handles = 0;
  for await (const _ of Deno.readDir(`/proc/${pid}/fd`)) handles++;
  return {
    memory: numberIn(status, /^VmRSS:\s+(\d+) kB/m) * 1024,
    peak: numberIn(status, /^VmHWM:\s+(\d+) kB/m) * 1024,
    handles,
    threads: numberIn(status, /^Threads:\s+(\d+)/m),
  };
}

/** Whether a process runs. A zombie does not. */
export async function isRunning(pid: number): Promise<boolean> {
  try {
    const stat = await Deno.readTextFile(`/proc/${pid}/stat`);
    // The state follows the name, which may contain anything and ends with the last bracket.
    return !/^\s*[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 1));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || isGone(error)) return false;
    throw error;
  }
}

/** The process has ended during the read (ESRCH). Deno has neither a class nor a code for this error. */
function isGone(error: unknown): boolean {
  return error instanceof Error && error.message.includes("(os error 3)");
}

function numberIn(text: string, pattern: RegExp): number {
  return Number(pattern.exec(text)?.[1] ?? NaN);
}
