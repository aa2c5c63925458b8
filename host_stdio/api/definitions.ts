/** What the definition of a native action and of a signal has. */

import type * as v from "valibot";
import type { ExtensionName } from "./extension_names.ts";

/** The definition of a native action. */
export interface NativeAction {
  /** One sentence for the documents. */
  readonly description: string;
  /** Makes the schema of the parameters that the bridge sends (`schemaOf`). */
  readonly params: () => v.GenericSchema;
  /** Makes the schema of the player's answer. Unknown members are ignored. */
  readonly answer: () => v.GenericSchema;
  /** Whether the player answers when its user has decided. Such an action has no time limit. */
  readonly waitsForUser?: true;
}

/** The definition of a signal. */
export interface Signal {
  /** One sentence for the documents. */
  readonly description: string;
  /** Makes the schema of the parameters (`schemaOf`). */
  readonly params: () => v.GenericSchema;
  /** The extensions that use it; undefined for a signal of the specification. */
  readonly extensions?: readonly ExtensionName[];
}
