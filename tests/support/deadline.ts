/**
 * Deadlines of tests. A test file imports this module, and then each `Deno.test` in it has a deadline: 30 seconds, or its
 * own option `timeout`, or that of {@linkcode setDeadline}. A test that passes it fails: its error says what it waited for, and which processes ran with
 * the last lines of their stderr. The processes are stopped, with SIGTERM and then SIGKILL, and the run goes on.
 *
 * ```ts ignore
 * import { waitFor } from "../support/deadline.ts";
 *
 * Deno.test("queue.add answers", async () => {
 *   assertEquals(await waitFor("the answer", answer), 1);
 * });
 * Deno.test({ name: "a large build", timeout: 120_000, fn: build });
 * ```
 */

/** The deadline of a test that has no option `timeout`, in milliseconds. */
export const DEADLINE_MS = 30_000;
/**
 * By how much the deadlines of all tests are longer: `TONEARM_TEST_PATIENCE`, 1 by default. A deadline ends what hangs, and
 * on a machine that is slow today it must not end what is slow.
 */
const PATIENCE = Number(Deno.env.get("TONEARM_TEST_PATIENCE") ?? 1);
/** How long after SIGTERM a process is killed, and how long a failed test may take to clean up, in milliseconds. */
const GRACE_MS = 2000;
/** How long after the deadline Deno itself ends a test that blocks its thread, in milliseconds. */
const BLOCKED_MS = 10_000;
/** How many lines of a process's stderr are shown. */
const SHOWN_LINES = 20;
/** How many characters of a process's stderr are kept. */
const KEPT_LENGTH = 8192;
/** How often a condition without an event is looked at, in milliseconds. */
const LOOK_MS = 10;

// Tests replace the global ones.
const { setTimeout, clearTimeout } = globalThis;

/** What the running test waits for. */
interface Wait {
  readonly what: () => string;
  readonly fail: (error: Error) => void;
}

/** A process that has not ended. */
interface Running {
  readonly command: string;
  readonly child: Deno.ChildProcess;
  /** The last output on stderr; undefined when the test does not read it. */
  stderr: string | undefined;
}

const waits = new Set<Wait>();
const stops = new Set<() => Promise<void>>();
const processes = new Set<Running>();
let testRuns = false;
let deadlineOfFile = DEADLINE_MS;

/**
 * Sets the deadline of the tests that the file defines from here on and that have no option `timeout`, in milliseconds.
 * With Infinity, for tools, processes that are started outside a test have no deadline either.
 */
export function setDeadline(milliseconds: number): void {
  deadlineOfFile = milliseconds;
}

/** Returns a time limit that is longer where deadlines are, in milliseconds. */
export function patient(milliseconds: number): number {
  return milliseconds * PATIENCE;
}

/**
 * Waits for a promise, or until a function returns something truthy. When the test passes its deadline, the wait fails
 * and is named.
 *
 * @param what What is waited for, such as `the answer to queue.add`, or a function that tells it at the deadline.
 * @param happens A promise, or a function without an event that tells when to call it. What it throws fails the wait.
 * @returns What the promise or the function has returned.
 */
export async function waitFor<Value>(
  what: string | (() => string),
  happens: PromiseLike<Value> | (() => Value | PromiseLike<Value>),
): Promise<Value> {
  const { promise: late, reject: fail } = Promise.withResolvers<never>();
  const wait: Wait = { what: typeof what === "string" ? () => what : what, fail };
  waits.add(wait);
  try {
    if (typeof happens !== "function") return await Promise.race([happens, late]);
    while (true) {
      const value = await Promise.race([happens(), late]);
      if (value) return value;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, LOOK_MS);
      await Promise.race([promise, late]).finally(() => clearTimeout(timer));
    }
  } finally {
    waits.delete(wait);
  }
}

/**
 * Names what a promise waits for until it settles, and returns it; any other value as it is. Unlike
 * {@linkcode waitFor}, the deadline does not fail it: a test need not await it.
 */
export function naming<Value>(what: string, value: Value): Value {
  if (!(value instanceof Promise)) return value;
  const wait: Wait = { what: () => what, fail: () => {} };
  waits.add(wait);
  const forget = (): void => void waits.delete(wait);
  value.then(forget, forget);
  return value;
}

/**
 * Repeats an assertion until it holds, and returns its result. When the test passes its deadline, the last error of the
 * assertion is what it waited for.
 */
export async function eventually<Result>(assertion: () => Result | PromiseLike<Result>): Promise<Result> {
  let last: unknown;
  const held = await waitFor(() => `an assertion to hold: ${last}`, async () => {
    try {
      return { result: await assertion() };
    } catch (error) {
      last = error;
      return undefined;
    }
  });
  return held?.result as Result;
}

/** Names what stops something that the running test has started without `Deno.Command`, such as a browser. */
export function stopAtDeadline(stop: () => Promise<void>): void {
  stops.add(stop);
}

/** Runs a test with a deadline. */
async function withDeadline(
  test: () => void | Promise<void>,
  name: string,
  milliseconds: number,
): Promise<void> {
  const { promise: late, resolve: pass } = Promise.withResolvers<"late">();
  const timer = setTimeout(() => pass("late"), milliseconds);
  testRuns = true;
  const running = (async () => await test())();
  try {
    if (await Promise.race([running, late]) !== "late") return;
    const error = new Error(describe(name, milliseconds));
    // The deadline's own place in this module says nothing.
    error.stack = error.message;
    for (const { fail } of waits) fail(error);
    await Promise.all([
      ...[...processes].map(stop),
      ...[...stops].map((stop) => settledWithin(GRACE_MS, stop())),
    ]);
    await settledWithin(GRACE_MS, running);
    throw error;
  } finally {
    clearTimeout(timer);
    testRuns = false;
    waits.clear();
    stops.clear();
  }
}

function describe(name: string, milliseconds: number): string {
  const lines = [`"${name}" has passed its deadline of ${milliseconds / 1000} s`];
  for (const { what } of waits) lines.push(`it waited for ${what()}`);
  if (waits.size === 0) lines.push("it waited for nothing that it named with waitFor");
  for (const { command, child, stderr } of processes) {
    lines.push(`process ${child.pid} ran: ${command}`);
    if (stderr) lines.push(...stderr.trimEnd().split("\n").slice(-SHOWN_LINES).map((line) => `  ${line}`));
  }
  return lines.join("\n");
}

/** Whether a promise settles in time. What it is rejected with follows from the deadline, which is the failure. */
async function settledWithin(milliseconds: number, promise: Promise<unknown>): Promise<boolean> {
  const { promise: over, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), milliseconds);
  const settled = promise.then(() => true, () => true);
  return await Promise.race([settled, over]).finally(() => clearTimeout(timer));
}

/** Stops a process and those that it has started. */
async function stop({ child }: Running): Promise<void> {
  const started = descendants(child.pid);
  for (const pid of [child.pid, ...started]) signal(pid, "SIGTERM");
  await settledWithin(GRACE_MS, child.status);
  for (const pid of [child.pid, ...started, ...descendants(child.pid)]) signal(pid, "SIGKILL");
  await settledWithin(GRACE_MS, child.status);
}

function signal(pid: number, name: Deno.Signal): void {
  try {
    Deno.kill(pid, name);
  } catch {
    // It has ended.
  }
}

/** Returns the processes below a process; none where there is no `/proc`. */
function descendants(pid: number): number[] {
  const parents = new Map<number, number>();
  try {
    for (const { name } of Deno.readDirSync("/proc")) {
      if (/^\d+$/.test(name)) parents.set(Number(name), parentOf(name));
    }
  } catch {
    // No /proc.
  }
  const found = [pid];
  for (const each of found) {
    for (const [child, parent] of parents) if (parent === each) found.push(child);
  }
  return found.slice(1);
}

function parentOf(pid: string): number {
  try {
    // The name of the program, in parentheses, may contain anything.
    return Number(Deno.readTextFileSync(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ")[1]);
  } catch {
    // It has ended.
    return 0;
  }
}

/** Remembers a process until it has ended. One that is started outside a test has a deadline of its own. */
function remember(child: Deno.ChildProcess, command: string): Running {
  const running: Running = { command, child, stderr: undefined };
  processes.add(running);
  const hasTimer = !testRuns && deadlineOfFile < Infinity;
  const timer = hasTimer ? setTimeout(() => void stop(running), patient(DEADLINE_MS)) : undefined;
  if (timer !== undefined) Deno.unrefTimer(timer);
  const forget = (): void => {
    processes.delete(running);
    clearTimeout(timer);
  };
  child.status.then(forget, forget);
  return running;
}

/** Passes a stderr on and keeps its end. */
function kept(stderr: ReadableStream<Uint8Array<ArrayBuffer>>, running: Running) {
  const decoder = new TextDecoder();
  running.stderr = "";
  return stderr.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        running.stderr = (running.stderr + decoder.decode(chunk, { stream: true })).slice(-KEPT_LENGTH);
        controller.enqueue(chunk);
      },
    }),
  );
}

const { Command, test: denoTest } = Deno;

/** A command whose processes are known to the deadline of the test that starts them. */
class KnownCommand extends Command {
  readonly #program: string | URL;
  readonly #options: Deno.CommandOptions;

  constructor(program: string | URL, options: Deno.CommandOptions = {}) {
    super(program, options);
    this.#program = program;
    this.#options = options;
  }

  override spawn(): Deno.ChildProcess {
    const child = super.spawn();
    const running = remember(child, [this.#program, ...this.#options.args ?? []].join(" ").slice(0, 200));
    if (this.#options.stderr !== "piped") return child;
    let stderr: ReadableStream<Uint8Array<ArrayBuffer>> | undefined;
    const own = child.stderr;
    Object.defineProperties(child, {
      stderr: { get: () => stderr ??= kept(own, running) },
      output: { value: () => outputOf(child, this.#options.stdout === "piped") },
    });
    return child;
  }

  override async output(): Promise<Deno.CommandOutput> {
    const { stdin = "null", stdout = "piped", stderr = "piped", ...options } = this.#options;
    if (stdin === "piped") return await super.output();
    return await new KnownCommand(this.#program, { ...options, stdin, stdout, stderr }).spawn().output();
  }
}

async function outputOf(child: Deno.ChildProcess, hasStdout: boolean): Promise<Deno.CommandOutput> {
  const [stdout, stderr, status] = await Promise.all([
    hasStdout ? new Response(child.stdout).bytes() : new Uint8Array(),
    new Response(child.stderr).bytes(),
    child.status,
  ]);
  return { ...status, stdout, stderr };
}

/** Where a test is defined: the first line of a stack outside this module, in the form that Deno reads. */
function callSite(): string | undefined {
  const lines = new Error().stack?.split("\n").slice(1) ?? [];
  return lines.map((line) => /(file:.*:\d+:\d+)/.exec(line)?.[1]).find((at) =>
    at && !at.startsWith(import.meta.url)
  );
}

/** Returns the definition of a test with a deadline, for any form of arguments that `Deno.test` takes. */
function definitionOf(...parts: unknown[]): Deno.TestDefinition {
  const given: Partial<Deno.TestDefinition> = {};
  for (const part of parts) {
    if (typeof part === "string") given.name = part;
    else if (typeof part === "function") given.fn = part as Deno.TestDefinition["fn"];
    else Object.assign(given, part);
  }
  const { fn } = given;
  const name = given.name ?? fn?.name ?? "";
  const deadline = patient(given.timeout ?? deadlineOfFile);
  if (!fn) throw new TypeError(`the test "${name}" has no function`);
  if (!(deadline > 0)) throw new TypeError(`the test "${name}" needs a deadline above 0 ms, not ${deadline}`);
  const timed = (context: Deno.TestContext) => withDeadline(() => fn(context), name, deadline);
  const location = Object.assign(timed, { [Symbol.for("Deno.test.location")]: callSite() });
  return { ...given, name, fn: location, timeout: deadline + BLOCKED_MS };
}

const test = Object.assign(
  (...parts: unknown[]) => denoTest(definitionOf(...parts)),
  denoTest,
  {
    ignore: (...parts: unknown[]) => denoTest.ignore(definitionOf(...parts)),
    only: (...parts: unknown[]) => denoTest.only(definitionOf(...parts)),
  },
);
Object.assign(Deno, { Command: KnownCommand, test });
