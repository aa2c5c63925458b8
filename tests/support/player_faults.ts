/**
 * Every way in which a player can fail at a native action, tried on an operation.
 *
 * @module
 */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { operationTable } from "../../handlers/mod.ts";
import { RpcError } from "../../host_stdio/errors.ts";
import type { ActionName } from "../../host_stdio/native_actions.ts";
import { notAnswered } from "../../host_stdio/player.ts";
import { Harness, PlayerFailure, type PlayerScript } from "./harness.ts";

/** What {@linkcode assertPlayerFaults} tries. */
export interface FaultTrial {
  /** Full name of the operation. */
  operation: string;
  /** Its parameters. */
  params?: unknown;
  /** A player with which the operation succeeds. */
  player: PlayerScript;
  /** The action at which the player is to fail. */
  action: ActionName;
  /** Answers that do not fit the action, beside those that fit none. */
  misfits?: readonly unknown[];
  /** Fields that the failed result has beside `success` and `error`; none when left out. */
  fields?: Readonly<Record<string, unknown>>;
}

interface Fault {
  readonly reply: unknown;
  readonly code: number;
  readonly message: string;
  /** Whether the message only begins so. */
  readonly open?: boolean;
}

/**
 * Lets the player break, lack the action, stay silent and answer what does not fit, and checks that the operation
 * reports each as it should: in its result, or as a JSON-RPC error when it has no `success` field.
 *
 * @param trial What is tried.
 */
export async function assertPlayerFaults(trial: FaultTrial): Promise<void> {
  const { operation, params, player, action } = trial;
  const failure = operationTable.get(operation)?.failure;
  assert(failure === "result" || failure === "error", `${operation} has a failure branch`);

  const sound = new Harness({ player });
  await sound.call(operation, params);
  assert(sound.asked.some(({ name }) => name === action), `${operation} asks for ${action}`);
  await sound.close();

  for (const { reply, code, message, open } of faults(action, trial.misfits ?? [])) {
    const harness = new Harness({ player: { ...player, [action]: reply } });
    const fits = (text: string) => open ? text.startsWith(message) : text === message;
    if (failure === "result") {
      const { success, error, ...rest } = await harness.call(operation, params);
      assertEquals(success, false);
      assert(typeof error === "string" && fits(error), `${error} instead of ${message}`);
      assertEquals(rest, trial.fields ?? {});
    } else {
      const error = await assertRejects(() => harness.call(operation, params), RpcError);
      assertEquals(error.object.code, code);
      assert(fits(error.message), `${error.message} instead of ${message}`);
    }
    await harness.close();
  }
}

function faults(action: ActionName, misfits: readonly unknown[]): Fault[] {
  const thrown = (error: Error) => () => {
    throw error;
  };
  return [
    { reply: thrown(new PlayerFailure("it broke")), code: -32002, message: "Player action failed: it broke" },
    { reply: undefined, code: -32002, message: `Not supported by this player: ${action}` },
    { reply: thrown(notAnswered()), code: -32001, message: "Player did not answer" },
    ...[null, "text", 5, ...misfits].map((reply) => ({
      reply: () => reply,
      code: -32002,
      message: `Player action failed: ${action} answered `,
      open: true,
    })),
  ];
}
