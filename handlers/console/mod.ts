/** Namespace `console`: lines in the player's console (specification, "console"). */

import * as v from "valibot";
import type { ActionParams } from "../../host_stdio/api/native_actions.ts";
import { messageParams, messageRequired } from "../core/message.ts";
import { defineNamespace, stateless } from "../core/namespace.ts";
import { defineOperation, succeeded } from "../core/operation.ts";

type Level = ActionParams<"player.console.print">["level"];

/** Defines an operation that prints a marker and its text. */
function printing<const Name extends string>(
  name: Name,
  description: string,
  level: Level,
  marker: string,
) {
  return defineOperation({
    name,
    description,
    needs: ["player.console.print"],
    params: () => messageParams({}),
    result: () => v.strictObject({ success: v.literal(true) }),
    errors: [messageRequired],
    handle: async ({ text }, { player }) => {
      await player.request("player.console.print", { level, line: marker + text });
      return succeeded();
    },
  });
}

const log = printing("console.log", "Prints a message to the player console.", "info", "");

const warn = printing(
  "console.warn",
  "Prints a message with a WARN marker to the player console.",
  "warn",
  "[WARN] ",
);

const error = printing(
  "console.error",
  "Prints a message with an ERROR marker to the player console.",
  "error",
  "[ERROR] ",
);

export const console = defineNamespace({
  name: "console",
  operations: [log, warn, error],
  createState: stateless,
});
