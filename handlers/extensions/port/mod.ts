/** Extension `port`: messages between panels, without the player (extensions.md, "port"). */

import * as v from "valibot";
import { RpcError, rpcError } from "../../../host_stdio/errors.ts";
import type { Context } from "../../core/context.ts";
import { described } from "../../core/documented_schema.ts";
import { defineNamespace } from "../../core/namespace.ts";
import { defineOperation, Failure, succeeded } from "../../core/operation.ts";
import { isAbsent, optional, params, requiredString, string } from "../../core/params.ts";
import { checkedSize, MAX_NAME_LENGTH, nameTooLong, valueTooLarge } from "../shared/json_size.ts";
import { portEvents, portSchema } from "./events.ts";
import { portErrors, Ports } from "./ports.ts";

/** What the operations have on a connection. */
export interface PortState {
  readonly ports: Ports;
  /** Whether the player has to read before further messages are passed on. */
  readonly isOutputFull: () => boolean;
}

const messageRequired = "message is required";
const succeededOnly = () => v.strictObject({ success: v.literal(true) });
const portId = described(requiredString("portId is required"), "A port of the calling panel.");
const message = described(
  v.pipe(v.unknown(), v.check((given) => !isAbsent(given), messageRequired)),
  "Any JSON but null.",
);
const messageErrors = [portErrors.notFound, valueTooLarge("message")] as const;

const connect = defineOperation({
  name: "port.connect",
  description: "Connects a port of the calling panel to all ports with its name.",
  params: () =>
    params({
      name: described(
        v.pipe(requiredString("name is required"), v.maxLength(MAX_NAME_LENGTH, nameTooLong("name"))),
        "The name that the ports share.",
      ),
    }),
  result: () => v.strictObject({ success: v.literal(true), portId: v.string() }),
  errors: [portErrors.tooMany, portErrors.noPanel],
  events: [portEvents.connected],
  handle: ({ name }, { panel, state }: Context<PortState>) => {
    if (panel === undefined) throw new Failure(portErrors.noPanel);
    return succeeded({ portId: state.ports.connect(name, panel).portId });
  },
});

const disconnect = defineOperation({
  name: "port.disconnect",
  description: "Disconnects a port of the calling panel.",
  params: () => params({ portId }),
  result: succeededOnly,
  errors: [portErrors.notFound],
  events: [portEvents.disconnected],
  handle: ({ portId }, { panel, state: { ports } }: Context<PortState>) => {
    ports.disconnect(ports.own(portId, panel));
    return succeeded();
  },
});

const postMessage = defineOperation({
  name: "port.postMessage",
  description: "Sends a message to all other ports with the name of a port.",
  params: () => params({ portId, message }),
  result: succeededOnly,
  errors: messageErrors,
  events: [portEvents.message],
  handle: ({ portId, message }, context: Context<PortState>) => post(context, portId, message),
});

const postMessageTo = defineOperation({
  name: "port.postMessageTo",
  description: "Sends a message to one port with the name of a port.",
  params: () =>
    params({
      portId,
      targetPortId: described(requiredString("targetPortId is required"), "The port that gets it."),
      message,
    }),
  result: succeededOnly,
  errors: messageErrors,
  events: [portEvents.message],
  handle: ({ portId, targetPortId, message }, context: Context<PortState>) =>
    post(context, portId, message, targetPortId),
});

/** A page may send to 255 ports with one call: while the player does not read, nothing is sent. */
function post({ panel, state }: Context<PortState>, portId: string, message: unknown, target?: string) {
  const port = state.ports.own(portId, panel);
  checkedSize("message", message);
  if (state.isOutputFull()) throw new RpcError(rpcError("overloaded"));
  state.ports.post(port, message, target);
  return succeeded();
}

const getPorts = defineOperation({
  name: "port.getPorts",
  description: "Lists the ports of all panels.",
  params: () => params({ name: described(optional(string), "Only ports with this name.") }),
  result: () => v.strictObject({ success: v.literal(true), ports: v.array(portSchema()) }),
  handle: ({ name }, { state }: Context<PortState>) =>
    succeeded({ ports: state.ports.all.filter((port) => name === undefined || port.name === name) }),
});

export const port = defineNamespace({
  name: "port",
  operations: [connect, disconnect, postMessage, postMessageTo, getPorts],
  events: Object.values(portEvents),
  createState: (connection): PortState => ({
    ports: new Ports(connection),
    isOutputFull: connection.isOutputFull,
  }),
  listeners: ({ ports }) => ports,
});
