/** The handlers of the lifecycle messages of one connection (protocol.md, "Lifecycle"). */

import { MAX_JSON_DEPTH, PROTOCOL_VERSION, type WireLimits } from "../limits/wire.ts";
import type { Application, Negotiated } from "./application.ts";
import type { Call, CallHandler, Calls } from "./calls.ts";
import {
  checkLifecycle,
  type LifecycleAnswer,
  type LifecycleName,
  type LifecycleParams,
} from "./lifecycle.ts";

/** What {@linkcode LifecycleHandlers} needs. */
export interface LifecycleTarget {
  readonly application: Application;
  readonly calls: Calls;
  readonly limits: WireLimits;
}

/** The handlers of the lifecycle messages of one connection. */
export class LifecycleHandlers {
  readonly #handlers: {
    readonly [Name in LifecycleName]: (
      params: LifecycleParams<Name>,
      call: Call,
    ) => LifecycleAnswer<Name> | Promise<LifecycleAnswer<Name>> | void;
  };
  #isShuttingDown = false;
  #initializing: Promise<void> | undefined;

  constructor({ application, calls, limits }: LifecycleTarget) {
    this.#handlers = {
      "bridge.initialize": (params, call) => {
        const answer = (negotiated: Negotiated): LifecycleAnswer<"bridge.initialize"> => {
          void call.answered.then(() => application.onInitialized());
          const { operations, events, ...asked } = negotiated;
          return {
            protocolVersion: PROTOCOL_VERSION,
            bridge: application.bridge,
            operations,
            events,
            limits: { ...limits, maxDepth: MAX_JSON_DEPTH },
            ...asked,
          };
        };
        const negotiated = application.initialize(params);
        if (!(negotiated instanceof Promise)) return answer(negotiated);
        this.#initializing = call.answered;
        return negotiated.then(answer);
      },
      "bridge.registerPlugin": (params) => application.registerPlugin(params),
      "bridge.unregisterPlugin": (params) => application.unregisterPlugin(params),
      "bridge.panelClosed": ({ panel }) => {
        application.onPanelClosed(panel);
        calls.abort(panel);
      },
      "bridge.cancel": ({ id }) => calls.cancel(id),
      "bridge.shutdown": async () => {
        // A second shutdown can only be a notification. If it waited too, both would wait for each other.
        if (this.#isShuttingDown) return {};
        this.#isShuttingDown = true;
        application.onShutdown();
        await calls.atMost(1);
        await application.close();
        return {};
      },
    };
  }

  /** Whether `bridge.shutdown` was received. Calls after it are refused. */
  get isShuttingDown(): boolean {
    return this.#isShuttingDown;
  }

  /**
   * Settles when a `bridge.initialize` that has to load extensions is answered; undefined for any other message. Later
   * messages may call the operations of these extensions.
   */
  takeInitializing(): Promise<void> | undefined {
    const initializing = this.#initializing;
    this.#initializing = undefined;
    return initializing;
  }

  /** Returns the handler of a lifecycle message. It answers `{}` to a notification that was sent with an id. */
  find<Name extends LifecycleName>(name: Name): CallHandler {
    return (params, call) => this.#handlers[name](checkLifecycle(name, params), call) ?? {};
  }
}
