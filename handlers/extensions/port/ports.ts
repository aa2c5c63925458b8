/** The ports of panels (extensions.md, "port"). */

import type { ConnectionContext, Listeners } from "../../core/namespace.ts";
import { Failure } from "../../core/operation.ts";
import { portEvents } from "./events.ts";

/** The maximum number of ports of a panel, and of all panels. */
export const MAX_PORTS_OF_PANEL = 64;
export const MAX_PORTS = 256;

export const portErrors = {
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
