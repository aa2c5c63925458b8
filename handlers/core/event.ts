/**
 * What an event is: a value that its namespace defines, and that is sent by passing it to `emit` (specification, "Events").
 */

import type * as v from "valibot";
import type { OutputOf } from "../../host_stdio/schema_check.ts";

/** An event that the bridge sends to panels. */
export interface Event<Name extends string = string, Payload extends v.GenericSchema = v.GenericSchema> {
  /** Full name, `<namespace>:<event>`. */
  readonly name: Name;
  /** One sentence for documents. */
  readonly description: string;
  /**
   * Makes the schema of the payload, strict: exactly these keys. A function, because only tests and documents need the
   * schema: the bridge does not check its own events.
   */
  readonly payload: () => Payload;
}

export type PayloadOf<Sent extends Event> = OutputOf<ReturnType<Sent["payload"]>>;

/** The recipient of an event: one panel, or all panels. */
export type Audience = { readonly panel: string } | "all";

/** Sends an event. The compiler refuses a payload that does not fit it. */
export type Emit = <Sent extends Event>(event: Sent, data: PayloadOf<Sent>, to: Audience) => void;

export function defineEvent<const Name extends `${string}:${string}`, Payload extends v.GenericSchema>(
  event: Event<Name, Payload>,
): Event<Name, Payload> {
  return event;
}
