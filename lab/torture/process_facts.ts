/**
 * What the operating system knows about a process. Only Linux tells.
 *
 * @module
 */

/** Whether this machine tells. */
export const canTell: boolean = Deno.build.os === "linux";

/** A process at one moment. */
export interface ProcessFacts {
  /** Memory in use, in bytes. */
  readonly memory: number;
  /** The most memory that it has had so far, in bytes. */
  readonly peak: number;
  /** Open files, pipes and the like. */
  readonly handles: number;
  /** Threads. */
  readonly threads: number;
}

/**
 * Looks at a process.
 *
 * @param pid Its number.
 * @returns What is known.
 * @throws {Deno.errors.NotFound} When there is none.
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

/**
 * Whether a process runs. One that has ended and that nobody has asked about does not.
 *
 * @param pid Its number.
 * @returns Whether it does.
 */
export async function isRunning(pid: number): Promise<boolean> {
  try {
    const stat = await Deno.readTextFile(`/proc/${pid}/stat`);
    // The state stands behind the name, which may itself hold anything but ends in the last bracket.
    return !/^\s*[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 1));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || isGone(error)) return false;
    throw error;
  }
}

/** A process that ends while it is being read about. Deno has neither a class nor a code for that error. */
function isGone(error: unknown): boolean {
  return error instanceof Error && error.message.includes("(os error 3)");
}

function numberIn(text: string, pattern: RegExp): number {
  return Number(pattern.exec(text)?.[1] ?? NaN);
}

/**
 * The straight line that lies nearest to some points.
 *
 * @param points The points: when, and how much.
 * @returns By how much it rises in each unit of time.
 */
export function slopeOf(points: readonly (readonly [time: number, value: number])[]): number {
  const count = points.length;
  const meanTime = points.reduce((sum, [time]) => sum + time, 0) / count;
  const meanValue = points.reduce((sum, [, value]) => sum + value, 0) / count;
  let above = 0;
  let below = 0;
  for (const [time, value] of points) {
    above += (time - meanTime) * (value - meanValue);
    below += (time - meanTime) ** 2;
  }
  return below === 0 ? 0 : above / below;
}
