/**
 * The parameters of a call that its operation does not have. They are ignored, so a misspelt one looks like one that was
 * left out; a debug diagnostic names it.
 *
 * @module
 */

import type { Diagnostics } from "../host_stdio/diagnostics.ts";
import { unknownNames } from "../limits/unknown_names.ts";
import { documentedSchema } from "./documented_schema.ts";
import type { Operation } from "./operation.ts";

/** Reports the unknown parameters of calls. */
export class UnknownParams {
  readonly #diagnostics: Diagnostics;
  #reporting: Promise<void> = Promise.resolve();

  /** @param diagnostics Diagnostics sink. */
  constructor(diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
  }

  /** Settles when everything is reported. */
  get reported(): Promise<void> {
    return this.#reporting;
  }

  /**
   * Reports what a call gives beside the operation's parameters, at the level debug.
   *
   * @param operation The operation.
   * @param params The parameters as the page gave them.
   */
  look(operation: Operation, params: Readonly<Record<string, unknown>>): void {
    if (!(this.#diagnostics.shows?.("debug") ?? true)) return;
    const known = paramNames(operation);
    if (!known) return;
    const unknown = unknownNames(params, known);
    if (unknown.length === 0) return;
    this.#reporting = this.#reporting.then(() => this.#report(operation.name, unknown, known));
  }

  async #report(operation: string, unknown: readonly string[], known: readonly string[]): Promise<void> {
    try {
      // Most bridges never compare names.
      const { nearestName } = await import("../limits/nearest_name.ts");
      for (const name of unknown) {
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

/**
 * The names of an operation's parameters.
 *
 * @param operation The operation.
 * @returns The names; undefined when it takes any.
 */
export function paramNames(operation: Operation): readonly string[] | undefined {
  const schema = documentedSchema(operation.params);
  return schema.type === "object" && "entries" in schema ? Object.keys(schema.entries as object) : undefined;
}
