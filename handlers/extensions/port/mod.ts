/** Extension `port`: messages between panels, without the player (extensions.md, "port"). */

import * as v from "valibot";
import { RpcError, rpcError } from "../../../host_stdio/errors.ts";
import type { Context } from "../../core/context.ts";
import { described } from "../../core/documented_schema.ts";
import { defineEvent } from "../../core/event.ts";
import { type ConnectionContext, defineNamespace, type Listeners } from "../../core/namespace.ts";
import { defineOperation, Failure, succeeded } from "../../core/operation.ts";
import { isAbsent, optional, params, requiredString, string } from "../../core/params.ts";
import { checkedSize, MAX_NAME_LENGTH, nameTooLong, valueTooLarge } from "../shared/params.ts";

const portSchema = () =>
  v.strictObject({
    portId: v.string(),
    name: v.string(),
    windowId: described(v.string(), "The panel that has connected it."),
  });

const portEvents = {
  connected: defineEvent({
    name: "port:connected",
    description: "A panel has connected a port.",
    payload: portSchema,
  }),
  disconnected: defineEvent({
    name: "port:disconnected",
    description: "A port was disconnected, or its panel has closed.",
    payload: portSchema,
  }),
  message: defineEvent({
    name: "port:message",
    description: "A message for a port of the panel.",
    payload: () =>
      v.strictObject({
        message: v.unknown(),
        portId: described(v.string(), "The port that gets it."),
        sourcePortId: described(v.string(), "The port that has sent it."),
        sourceWindowId: described(v.string(), "The panel of that port."),
      }),
  }),
} as const;

/** The maximum number of ports of a panel, and of all panels. */
const MAX_PORTS_OF_PANEL = 64;
const MAX_PORTS = 256;

const portErrors = {
  notFound: "Port not found",
  tooMany: "Too many ports",
  noPanel: "Only a panel has ports",
} as const;

/** A port of a panel. */
export interface Port {
  readonly portId: string;
  readonly name: string;
  /** The panel. */
  readonly windowId: string;
}

/** The ports of a connection. */
export class Ports implements Listeners {
  readonly #connection: ConnectionContext;
  readonly #ports = new Map<string, Port>();
  #last = 0;

  constructor(connection: ConnectionContext) {
    this.#connection = connection;
  }

  get all(): Port[] {
    return [...this.#ports.values()];
  }

  /** @throws {Failure} When there are too many. */
  connect(name: string, windowId: string): Port {
    const own = this.all.filter((port) => port.windowId === windowId).length;
    if (own >= MAX_PORTS_OF_PANEL || this.#ports.size >= MAX_PORTS) throw new Failure(portErrors.tooMany);
    const port = { portId: `port-${++this.#last}`, name, windowId };
    this.#ports.set(port.portId, port);
    this.#connection.emit(portEvents.connected, port, "all");
    return port;
  }

  /**
   * Finds a port of a panel.
   *
   * @throws {Failure} When the panel has none with this id.
   */
  own(portId: string, windowId: string | undefined): Port {
    const port = this.#ports.get(portId);
    if (!port || port.windowId !== windowId) throw new Failure(portErrors.notFound, undefined, "NOT_FOUND");
    return port;
  }

  disconnect(port: Port): void {
    this.#ports.delete(port.portId);
    this.#connection.emit(portEvents.disconnected, port, "all");
  }

  /**
   * Sends a message to other ports with the name of a port.
   *
   * @param target The only receiver; all when left out.
   * @throws {Failure} When there is no such receiver.
   */
  post(from: Port, message: unknown, target?: string): void {
    const receivers = this.all.filter(({ name, portId }) =>
      name === from.name && (target === undefined ? portId !== from.portId : portId === target)
    );
    if (target !== undefined && receivers.length === 0) {
      throw new Failure(portErrors.notFound, undefined, "NOT_FOUND");
    }
    for (const { portId, windowId } of receivers) {
      const data = { message, portId, sourcePortId: from.portId, sourceWindowId: from.windowId };
      this.#connection.emit(portEvents.message, data, { panel: windowId });
    }
  }

  onPanelClosed(panel: string): void {
    for (const port of this.all) if (port.windowId === panel) this.disconnect(port);
  }
}

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
