// @ts-self-types="./panel.d.ts"

// The operations of the specification, which `deno task docs` writes.
const SPECIFIED = {
  clipboard: "read write writeFiles writeHTML",
  console: "error log warn",
  jitQueue: "clear enqueueNext getState notifyEmpty playNow preloadBatch skip stop",
  log: "clear read write",
  menu:
    "close getContextMenu getMainMenu runContextCommand runContextCommandById runMainMenuCommand show showNativePopup",
  misc:
    "exit getComponentPath getFoobarPath getProfilePath restart showConsole showLibrarySearch showPopupMessage showPreferences",
  panel: "getConfig setConfig",
  queue: "add addPaths clear flush get getCount moveToTop remove",
  selection: "get getType getViewerMode getViewingTrack set setPlaylistTracking",
  system:
    "getApiStats getApisByNamespace getDPI getLocale getRegisteredPlugins getTheme isPluginRegistered listAvailableApis searchApis",
  test: "echo ping",
};

/**
 * Connects a page in a player's web view to its player (docs/panels.md). Returns `{invoke, on, off, once}`, and each
 * namespace with its operations as functions: `panel.queue.add(params)` is `panel.invoke("queue.add", params)`.
 * Each event is also dispatched on window as a CustomEvent `fb2k:<event>`.
 *
 * @param target A WebSocket, a message port, `chrome.webview`, or your own channel: `{post(message), listen(receive,
 * ended)}`.
 * @param operations The names in the answer of `bridge.initialize`. Without them, the functions are those of the
 * specification, and `system.listAvailableApis` adds the others.
 */
export function connectPanel(target, operations) {
  const channel = channelOf(target);
  const calls = new Map();
  const listeners = new Map();
  const namespaces = new Map();
  const defined = new Set();
  let lastId = 0;
  let failure;

  /** Calls a listener. An error does not stop the others. */
  function tell(listener, data) {
    try {
      listener(data);
    } catch (error) {
      // As reportError does, which older web views lack.
      queueMicrotask(() => {
        throw error;
      });
    }
  }

  channel.listen((message) => {
    if (message === null || typeof message !== "object") return;
    const { event, data } = message;
    if (event !== undefined) {
      const added = listeners.get(event) ?? new Set();
      // A listener that is added now waits for the next event; one that is removed now is not called.
      for (const entry of [...added]) {
        if (!added.has(entry)) continue;
        if (entry.once) added.delete(entry);
        tell(entry.listener, data);
      }
      globalThis.dispatchEvent?.(new CustomEvent(`fb2k:${event}`, { detail: data }));
      return;
    }
    const call = calls.get(message.id);
    if (!call) return;
    calls.delete(message.id);
    if (message.error) return call.reject(errorOf(message.error));
    try {
      call.resolve(asExpected(call.method, message.result));
    } catch (error) {
      // The result of a faulty player has another form.
      call.reject(error);
    }
  }, () => {
    failure = errorOf({ code: 0, message: "The connection to the player has ended" });
    for (const call of calls.values()) call.reject(failure);
    calls.clear();
  });

  /** Adds a listener, unless it is there in the same way, and returns a function that removes it. */
  function add(event, listener, once) {
    if (!listeners.has(event)) listeners.set(event, new Set());
    const added = listeners.get(event);
    let entry = [...added].find((each) => each.listener === listener && each.once === once);
    if (!entry) added.add(entry = { listener, once });
    return () => void added.delete(entry);
  }

  /** Adds the functions of operations. A member that the page has replaced stays. */
  function define(names) {
    for (const name of names) {
      if (defined.has(name)) continue;
      defined.add(name);
      const namespace = name.split(".", 1)[0];
      // Such as `on`, and what every object has.
      if (!namespaces.has(namespace) && namespace in panel) continue;
      const members = namespaces.get(namespace) ?? (panel[namespace] = {});
      namespaces.set(namespace, members);
      members[name.slice(namespace.length + 1)] = (params) => panel.invoke(name, params);
    }
  }

  function asExpected(method, result) {
    if (method === "system.listAvailableApis") define((result?.apis ?? []).map((api) => api.fullName));
    const list = LISTS[method] && result?.[LISTS[method]];
    return list ? Object.assign(list, result) : result;
  }

  const panel = {
    invoke: (method, params = {}) =>
      new Promise((resolve, reject) => {
        if (failure) throw failure;
        if (typeof method !== "string") throw new TypeError("The name of an operation must be a string");
        const id = ++lastId;
        // Register the call before it is posted: a channel may answer at once.
        calls.set(id, { method, resolve, reject });
        try {
          channel.post({ id, method, params });
        } catch (error) {
          calls.delete(id);
          throw error;
        }
      }),
    on: (event, listener) => add(event, listener, false),
    off(event, listener) {
      for (const entry of listeners.get(event) ?? []) {
        if (entry.listener === listener) listeners.get(event).delete(entry);
      }
    },
    once: (event, listener) => add(event, listener, true),
  };
  define(operations ?? specified());
  return panel;
}

/** Results that pages expect as an array. */
const LISTS = { "artwork.getAvailableTypes": "types", "playlist.getAll": "playlists" };

function specified() {
  return Object.entries(SPECIFIED).flatMap(([namespace, methods]) =>
    methods.split(" ").map((method) => `${namespace}.${method}`)
  );
}

const REASONS = {
  "-32600": "INVALID_REQUEST",
  "-32601": "METHOD_NOT_FOUND",
  "-32602": "INVALID_PARAMS",
  "-32603": "INTERNAL_ERROR",
  "-32001": "TIMEOUT",
};

/** Takes only the members of JSON-RPC: another one, such as `__proto__`, could make it no error. */
function errorOf({ code, message, data }) {
  const reason = REASONS[code] ?? "OPERATION_FAILED";
  return Object.assign(new Error(message), { code, reason }, data === undefined ? {} : { data });
}

function channelOf(target) {
  if ("listen" in target) return target;
  if ("send" in target) return socketChannel(target);
  return {
    post: (message) => target.postMessage(message),
    listen(receive, ended) {
      target.addEventListener("message", ({ data }) => receive(data));
      // Not every port has "close" events or start().
      target.addEventListener("close", ended);
      target.start?.();
    },
  };
}

function socketChannel(socket) {
  const waiting = [];
  return {
    post(message) {
      const text = JSON.stringify(message);
      if (socket.readyState === 0) waiting.push(text);
      else socket.send(text);
    },
    listen(receive, ended) {
      socket.addEventListener("open", () => waiting.splice(0).forEach((text) => socket.send(text)));
      socket.addEventListener("message", ({ data }) => receive(JSON.parse(data)));
      socket.addEventListener("close", ended);
      if (socket.readyState > 1) ended();
    },
  };
}
