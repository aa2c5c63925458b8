/**
 * Diagnostics about parameters that an operation does not have.
 *
 * @module
 */

import type { Diagnostics } from "../../host_stdio/diagnostics.ts";
import { schemaOf } from "../../host_stdio/schema_check.ts";
import { documentedSchema } from "./documented_schema.ts";
import type { Operation } from "./operation.ts";

/**
 * Reports parameters that an operation does not have. The bridge ignores them, so a misspelt name looks like a
 * parameter that was left out.
 */
export class UnknownParams {
  readonly #diagnostics: Diagnostics;
  #reporting: Promise<void> = Promise.resolve();

  /** @param diagnostics Diagnostics sink. */
  constructor(diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
  }

  /** Settles when all reports are written. */
  get reported(): Promise<void> {
    return this.#reporting;
  }

  /** Reports the unknown parameters of a call, at the level debug. */
  look(operation: Operation, params: Readonly<Record<string, unknown>>): void {
    if (!(this.#diagnostics.shows?.("debug") ?? true)) return;
    const known = paramNames(operation);
    if (!known || Object.keys(params).every((name) => known.includes(name))) return;
    this.#reporting = this.#reporting.then(() => this.#report(operation.name, params, known));
  }

  async #report(operation: string, params: object, known: readonly string[]): Promise<void> {
    try {
      // Loaded on first use: most bridges never compare names.
      const { nearestName, unknownNames } = await import("../../limits/names.ts");
      for (const name of unknownNames(params, known)) {
        const nearest = nearestName(name, known);
        const end = nearest === undefined ? "" : "; did you mean {nearest}?";
        this.#diagnostics.report("debug", `{operation} has no parameter {name}${end}`, {
          operation,
          name,
          nearest,
        });
      }
    } catch (error) {
      this.#diagnostics.report("error", "a defect of the bridge: {error}", { error });
    }
  }
}

/** Returns the names of an operation's parameters; undefined when it takes any. */
export function paramNames(operation: Operation): readonly string[] | undefined {
  const schema = documentedSchema(schemaOf(operation.params));
  return schema.type === "object" && "entries" in schema ? Object.keys(schema.entries as object) : undefined;
}
