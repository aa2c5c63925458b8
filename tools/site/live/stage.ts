/**
 * The stage of an example: a bridge in the page, and the player of the fixture from which the example comes.
 */

import "./deno.ts";
import { type Files, type Fixture, readFixture, type Step } from "../../fixtures/fixture.ts";
import { isObject, matches, Scope } from "../../fixtures/forms.ts";
import { BridgeInProcess } from "../../fixtures/in_process_bridge.ts";
import { JsoncDocument } from "../../fixtures/jsonc.ts";
import { contentOf } from "../../fixtures/log_directory.ts";
import { NamedSteps } from "../../fixtures/named_steps.ts";
import { perform } from "../../fixtures/play.ts";
import { formatAsStep } from "../../fixtures/step_format.ts";
import type { Outcome } from "./bridge.ts";
import { MemoryDisk } from "./memory_disk.ts";

/** The log directory, as in the printed examples. */
const DIRECTORY = "/home/user/profile";
/** Timeout for a message of the bridge, in milliseconds. */
const MESSAGE_MS = 10_000;

/** The files of an example, as texts. */
export interface StageFiles {
  readonly fixture: string;
  /** The named steps of the fixture's folder, if it has any. */
  readonly steps: string | undefined;
}

export interface PrintedExample {
  readonly name: string;
  readonly params: object;
  readonly result: unknown;
}

/**
 * Plays the fixture of an example to the answer to its call.
 *
 * @throws {Error} When the fixture has no such call, or the bridge sends something else than the fixture expects.
 */
export async function runExample(files: StageFiles, example: PrintedExample): Promise<Outcome> {
  const named = files.steps === undefined
    ? undefined
    : new NamedSteps(new JsoncDocument("steps", files.steps));
  const fixture = readFixture("fixture", files.fixture, named);
  let scope = new Scope(DIRECTORY);
  const disk = new MemoryDisk();
  fill(disk, fixture.files, scope);
  const answer = answerOf(fixture, example, scope);
  const bridge = new BridgeInProcess({ directory: DIRECTORY, flags: fixture.flags }, disk);
  const seen: string[] = [];

  /** Reads a message that is expected, and returns it if it is the answer. */
  async function next(expectations: Step[]): Promise<unknown> {
    const output = await bridge.inbox.next(MESSAGE_MS);
    if (output.kind !== "message") throw new Error("The bridge sends nothing");
    const { message } = output;
    for (const [index, expectation] of expectations.entries()) {
      const step = formatAsStep(message, expectation.kind);
      const trial = scope.copy();
      if (!matches(expectation.step, step, trial)) continue;
      expectations.splice(index, 1);
      scope = trial;
      if (expectation === answer.expectation) return message;
      if ("< action" in step) seen.push(`${step["< action"]}`);
      if ("< event" in step) seen.push(`event ${step["< event"]}`);
      return undefined;
    }
    throw new Error(`The bridge sends something else: ${JSON.stringify(message)}`);
  }

  try {
    for (const step of fixture.steps) {
      if (!step.kind.startsWith("<")) {
        if (step.inside.includes(answer.call)) seen.length = 0;
        await perform(step, bridge, scope);
        continue;
      }
      const expectations = [...step.inside];
      while (expectations.length > 0) {
        const message = await next(expectations);
        if (isObject(message)) return { answer: message["result"], isError: false, steps: seen };
      }
    }
    throw new Error("The fixture ends before the answer");
  } finally {
    await bridge.finish(MESSAGE_MS);
  }
}

/** Finds the call of an example in its fixture, and the expected answer. */
function answerOf(
  { steps }: Fixture,
  { name, params, result }: PrintedExample,
  scope: Scope,
): { call: Step; expectation: Step } {
  const calls = new Map<unknown, Step>();
  for (const each of steps.flatMap(({ inside }) => inside)) {
    const { kind, step } = each;
    if (kind === "> call") {
      if (step[kind] === name && matches(step["params"] ?? {}, params, scope.copy())) {
        calls.set(step["id"], each);
      } else calls.delete(step["id"]);
    }
    const call = calls.get(step["id"]);
    if (call && kind === "< result" && matches(step[kind], result, scope.copy())) {
      return { call, expectation: each };
    }
  }
  throw new Error("The fixture has no such call");
}

/** Writes the files of a fixture's log directory. */
function fill(disk: MemoryDisk, files: Files, scope: Scope): void {
  for (const [name, content] of Object.entries(files)) {
    disk.put(`${scope.logDirectory}/${name}`, contentOf(content, scope));
  }
}
