import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl, join } from "@std/path";
import type { ActionTable } from "../../clients/typescript/actions.ts";
import { memoryStreams, type StreamPair } from "../../clients/typescript/streams.ts";
import type { ExtensionName } from "../../host_stdio/api/extension_names.ts";
import type { ActionName } from "../../host_stdio/api/native_actions.ts";
import type { SignalInput } from "../../host_stdio/api/signals.ts";
import { connectBridge } from "../../mod.ts";
import { MpvPlayer } from "../../players/mpv/player.ts";
import { ActionError, type Player, ReferencePlayer } from "../../players/reference/mod.ts";
import { rules } from "../../tools/check_player/rules.ts";
import { checkPlayer, type Report } from "../../tools/check_player/run.ts";
import { silentTracks } from "../../tools/check_player/silent_tracks.ts";
import { StartedPlayer } from "../../tools/check_player/started_player.ts";
import { timelineRules } from "../../tools/check_player/timeline_rules.ts";
import { bodiesOf, frameOf } from "../../tools/support/frames.ts";
import { runDeno, runProgram, versionOf } from "../../tools/support/process.ts";
import { root } from "../../tools/tree.ts";
import { mpvTest, quietMpv } from "../players/mpv/real_mpv.ts";
import { setDeadline } from "../support/deadline.ts";
import { tempDirectory } from "../support/temp_directory.ts";
import { whySlow } from "../support/test_all.ts";

setDeadline(120_000);

const album = ["/music/Harbour Lights/Tidewater"];
const threeTracks = ["01 Low Water", "02 The Ferryman's Daughter", "03 Salt and Lantern"].map((name) =>
  `${album[0]}/${name}.flac`
);

type Loose = (params: never, panel: string | undefined, signal: AbortSignal) => unknown;

/** A defect of a player. */
interface Fault {
  /** Replaces actions; `right` is the table of the correct player. */
  readonly actions?: (
    right: Record<ActionName, Loose>,
    player: ReferencePlayer,
  ) => Partial<Record<ActionName, Loose>>;
  /** Replaces a signal; null drops it. */
  readonly signal?: (signal: SignalInput) => SignalInput | null;
  /** Replaces a message of the player. */
  readonly message?: (message: Record<string, unknown>) => unknown[];
  /** Replaces a message to the player. */
  readonly request?: (message: Record<string, unknown>) => unknown;
}

/** Checks a player in this process. */
async function check(
  player: Player,
  { actions, signal, message, request }: Fault = {},
  options: Partial<Parameters<typeof checkPlayer>[1]> = {},
  extensions: readonly ExtensionName[] = ["playlist"],
): Promise<Report> {
  const [playersEnd, bridgesEnd] = memoryStreams();
  const right = Object.fromEntries(
    Object.entries(player.actions).map(([name, action]) => [name, action.bind(player.actions)]),
  ) as unknown as Record<ActionName, Loose>;
  const table = { ...right, ...actions?.(right, player as ReferencePlayer) } as unknown as ActionTable;
  const bridge = connectBridge(altered(playersEnd, message, request), { actions: table });
  const stop = player.onSignal((given) => {
    const sent = signal ? signal(given) : given;
    if (sent && !bridge.client.gone.aborted) bridge.signal(sent);
  });
  const checking = checkPlayer(bridgesEnd, {
    reach: "windows",
    media: album,
    panel: "p1",
    timeouts: { answerMs: 2000, signalMs: 200 },
    watchMs: 100,
    ...options,
  });
  const { name, version } = player;
  const initialized = bridge.initialize({ name, version }, { extensions }).catch(() => {});
  try {
    return await checking;
  } finally {
    stop();
    await initialized;
    await bridge.close().catch(() => {});
  }
}

/** The streams of a player whose messages are replaced. */
function altered(
  streams: StreamPair,
  message: (message: Record<string, unknown>) => unknown[] = (message) => [message],
  request: (message: Record<string, unknown>) => unknown = (message) => message,
): StreamPair {
  const sent = altering(message);
  void sent.readable.pipeTo(streams.writable).catch(() => {});
  return {
    readable: streams.readable.pipeThrough(altering((each) => [request(each)])),
    writable: sent.writable,
  };
}

/** A stream that replaces messages. Both sides write whole frames. */
function altering(alter: (message: Record<string, unknown>) => unknown[]) {
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      for (const body of bodiesOf(bytes).bodies) {
        for (const message of alter(JSON.parse(body))) controller.enqueue(frameOf(message));
      }
    },
  });
}

function broken({ rules }: Report): string[] {
  return rules.flatMap((rule) => rule.outcome === "failed" ? [rule.rule] : []);
}

/** Returns the reasons of the rules that were left out. */
function reasons({ rules }: Report): string[] {
  return rules.flatMap((rule) => rule.outcome === "left out" ? [rule.reason] : []);
}

function referencePlayer(): ReferencePlayer & Disposable {
  const player = new ReferencePlayer({ speed: 10 });
  return Object.assign(player, { [Symbol.dispose]: () => player.close() });
}

Deno.test("the reference player keeps every rule, and its user's state is restored", async () => {
  using player = referencePlayer();
  player.user.play(0, 1);
  player.user.setOrder(3);
  player.user.queue(0, 2, 3);
  player.user.copy({ text: "mine" });
  player.user.selectItems([1, 2]);
  const state = () => ({
    order: player.facts.playbackOrder,
    queue: player.facts.queue.map(({ playlist, item }) => [playlist, item]),
    active: player.facts.activePlaylist,
    text: player.clipboard.text,
    place: [player.facts.nowPlaying?.playlist, player.facts.nowPlaying?.item],
    total: player.facts.selection.total,
  });
  const before = state();
  const report = await check(player);
  assertEquals(broken(report), []);
  assertEquals([...new Set(reasons(report))], [
    "the user's queue is not empty",
    "the user's queue is not empty, and would be played first",
    "the check has no short tracks",
  ]);
  assertEquals(report.notRestored, []);
  assertEquals(state(), before);
  assertEquals(report.player?.name, "reference player");
});

Deno.test("a player without the extension playlist need not signal items, nor create playlists at an index", async () => {
  using player = referencePlayer();
  const silent: Fault = {
    actions: (right) => ({
      "player.playlist.create": ({ name }: { name: string }, panel, signal) =>
        right["player.playlist.create"]({ name } as never, panel, signal),
    }),
    signal: (signal) => signal.name === "signal.playlistItemsChanged" ? null : signal,
  };
  assert(broken(await check(player, silent)).includes("player.playlist.append signals the new items"));
  const report = await check(player, silent, {}, []);
  assertEquals(broken(report).filter((rule) => /append|rename/.test(rule)), []);
  assert(reasons(report).includes("the extension playlist is off"));
});

Deno.test("without --invasive the user's playlists and playback stay unchanged, and no action that could change them is called", async () => {
  using player = referencePlayer();
  const called = new Set<string>();
  const listening = (right: Record<ActionName, Loose>) =>
    Object.fromEntries(
      Object.entries(right).map(([name, action]) => [name, (...args: Parameters<Loose>) => {
        called.add(name);
        return action(...args);
      }]),
    );
  const report = await check(player, { actions: listening }, { reach: "own" });
  assertEquals(broken(report), []);
  assert(report.rules.some((rule) => rule.outcome === "left out" && rule.reason === "needs --invasive"));
  assert(report.rules.some((rule) => rule.outcome === "left out" && rule.reason === "needs --windows"));
  for (
    const action of [
      "player.clipboard.write",
      "player.console.print",
      "player.playback.setOrder",
      "player.playback.stop",
      "player.queue.append",
      "player.queue.remove",
      "player.selection.set",
      "player.app.run",
      "player.overlay.open",
    ]
  ) assert(!called.has(action), action);
});

Deno.test("each rule names a sentence that is in the documents", async () => {
  const files = ["docs/native-actions.md", "docs/protocol.md"];
  const documents = (await Promise.all(files.map((file) => Deno.readTextFile(new URL(file, root))))).join(
    "\n",
  );
  const plain = (text: string) => text.replaceAll("\\|", "|").replaceAll(/\s+/g, " ");
  for (const { name, says } of rules) assertStringIncludes(plain(documents), plain(says), name);
  assertEquals(new Set(rules.map(({ name }) => name)).size, rules.length);
});

const notFound = (): never => {
  throw new ActionError("no such playlist", -32000);
};

type Answer = Record<string, unknown>;

/** A player that changes its answers. */
function answering(name: ActionName, change: (answer: Answer, params: Answer) => unknown): Fault {
  return {
    actions: (right) => ({
      [name]: async (params: never, panel: string | undefined, signal: AbortSignal) =>
        change(await right[name](params, panel, signal) as Answer, params),
    }),
  };
}

/** A player that ignores the parameters. */
function replacing(name: ActionName, action: (params: never) => unknown): Fault {
  return { actions: () => ({ [name]: action }) };
}

/** A player that uses the last item instead of a missing one. */
function lenient(name: ActionName, mend: (params: never, player: ReferencePlayer) => unknown): Fault {
  return {
    actions: (right, player) => ({
      [name]: (params: never, panel: string | undefined, signal: AbortSignal) =>
        right[name](mend(params, player) as never, panel, signal),
    }),
  };
}

const countOf = (player: ReferencePlayer, playlist: string) =>
  player.facts.playlists.find(({ id }) => id === playlist)?.count ?? 0;

/** Players with one defect each, and the rule by which it is found. */
const faults: Readonly<Record<string, readonly [Fault, string]>> = {
  "answers every unknown action with {}": [
    {
      message: (
        message,
      ) => [isUnsupported(message) ? { jsonrpc: "2.0", id: message["id"], result: {} } : message],
    },
    "an action that does not exist",
  ],
  "answers with objects that are nested too deeply to be written": [
    {
      message: (message) =>
        "result" in message
          ? [`{"jsonrpc":"2.0","id":${message["id"]},"result":${'{"1":'.repeat(2e4)}0${"}".repeat(2e4)}}`]
          : [message],
    },
    "player.clipboard.read answers",
  ],
  "answers requests twice": [
    { message: (message) => "result" in message ? [message, message] : [message] },
    "everything that the player sends",
  ],
  "sends a body that is not a message": [
    { message: (message) => message["method"] === "signal.selectionChanged" ? [message, [1]] : [message] },
    "everything that the player sends",
  ],
  "sends a signal with a member missing": [
    { message: (message) => [without(message, "signal.trackStarted", "handle")] },
    "everything that the player sends",
  ],
  "swaps the answers of requests": [
    { message: swapped() },
    "requests are answered under their ids",
  ],
  "always says that it plays": [
    answering("player.playback.state", (answer) => ({ ...answer, state: "playing" })),
    "player.playback.state tells a stopped player",
  ],
  "does not signal a pause": [
    { signal: (signal) => signal.name === "signal.playbackPaused" ? null : signal },
    "player.playback.pause pauses and resumes",
  ],
  "seeks to the beginning only": [
    lenient("player.playback.seek", () => ({ position: 0 })),
    "player.playback.seek moves the position",
  ],
  "mutes when the volume is set": [
    lenient("player.playback.setVolume", (params) => ({ ...params as object, muted: true })),
    "player.playback.setVolume changes only",
  ],
  "does not signal its stop-after-current option": [
    { signal: (signal) => signal.name === "signal.stopAfterCurrentChanged" ? null : signal },
    "player.playback.setStopAfterCurrent sets",
  ],
  "does not signal the order that the bridge sets": [
    { signal: (signal) => signal.name === "signal.orderChanged" ? null : signal },
    "player.playback.setOrder sets",
  ],
  "counts the items of a page, not of the playlist": [
    answering("player.playlist.items", (answer) => ({ ...answer, total: (answer["tracks"] as []).length })),
    "player.playlist.items answers the page",
  ],
  "removes items one after another": [
    lenient("player.playlist.removeItems", (params: { items: number[] }) => ({
      ...params,
      items: params.items.map((item, at) => Math.max(0, item - at)),
    })),
    "player.playlist.removeItems removes",
  ],
  "reorders in the other direction": [
    lenient("player.playlist.reorder", (params: { order: number[] }) => ({
      ...params,
      order: params.order.map((_old, at) => params.order.indexOf(at)),
    })),
    "player.playlist.reorder puts",
  ],
  "selects one item of several": [
    lenient("player.playlist.select", ({ items, ...params }: { items?: number[] }) => ({
      ...params,
      ...items && { items: items.slice(0, 1) },
    })),
    "player.playlist.select selects",
  ],
  "creates every playlist at the end": [
    lenient("player.playlist.create", ({ name }: { name: string }) => ({ name })),
    "player.playlist.rename and player.playlist.delete",
  ],
  "does not signal new items": [
    { signal: (signal) => signal.name === "signal.playlistItemsChanged" ? null : signal },
    "player.playlist.append signals the new items",
  ],
  "begins every page of its library at the first track": [
    lenient("player.library.tracks", ({ limit }: { limit: number }) => ({ offset: 0, limit })),
    "player.library.tracks answers pages",
  ],
  "always answers with the URL of a picture": [
    replacing("player.artwork.get", () => ({ found: true, url: "http://127.0.0.1/cover" })),
    "player.artwork.get finds nothing",
  ],
  "leaves out tracks without tags": [
    answering("player.media.tags", ({ tracks }) => ({ tracks: (tracks as unknown[]).filter(Boolean) })),
    "player.media.tags answers each track",
  ],
  "gives every panel a window": [
    replacing("player.window.state", () => ({
      window: { maximized: false, minimized: false, fullscreen: false, active: true },
    })),
    "player.window.state answers null",
  ],
  "answers with a list of files that is not an array": [
    answering("player.clipboard.read", (answer) => ({ ...answer, files: "none" })),
    "player.clipboard.read answers",
  ],
  "names a locale as POSIX does": [
    answering("player.system.locale", () => ({ locale: "en_US.UTF-8" })),
    "the locale is a BCP 47 tag",
  ],
  "gives a colour without #": [
    answering("player.system.theme", (answer) => ({ ...answer, accentColor: "336699" })),
    "player.system.theme answers",
  ],
  "gives every panel the same configuration": [
    {
      actions: (right) => ({
        "player.panel.getConfig": (params: never, _panel, signal) =>
          right["player.panel.getConfig"](params, "p1", signal),
      }),
    },
    "the configuration of an unknown panel",
  ],
  "denies a path that was not asked for": [
    answering("player.media.authorize", () => ({ denied: [{ index: 7, reason: "no" }] })),
    "player.media.authorize denies",
  ],
  "leaves out what it cannot resolve": [
    answering("player.media.resolve", ({ resolved }) => ({
      resolved: (resolved as unknown[][]).filter(({ length }) => length > 0),
    })),
    "player.media.resolve answers a list for each entry",
  ],
  "creates playlists at the beginning": [
    answering("player.playlist.list", (answer) => ({
      ...answer,
      playlists: (answer["playlists"] as unknown[]).toReversed(),
    })),
    "player.playlist.create adds",
  ],
  "numbers playlists by their position": [
    answering("player.playlist.list", (answer) => ({
      active: null,
      playlists: (answer["playlists"] as Answer[]).map((entry, at) => ({ ...entry, id: String(at) })),
    })),
    "player.playlist.create adds",
  ],
  "does not signal a new playlist": [
    { signal: (signal) => signal.name === "signal.playlistsChanged" ? null : signal },
    "player.playlist.create adds",
  ],
  "answers with the last new item instead of the first": [
    answering("player.playlist.append", (answer) => ({ ...answer, start: Number(answer["start"]) + 1 })),
    "player.playlist.append answers",
  ],
  "inserts at the end": [
    lenient("player.playlist.insert", (params: { playlist: string; index: number }, player) => ({
      ...params,
      index: Math.max(params.index, countOf(player, params.playlist)),
    })),
    "player.playlist.insert puts",
  ],
  "answers how many items were removed": [
    answering("player.playlist.remove", (_answer, { count }) => ({ count })),
    "player.playlist.remove answers",
  ],
  "removes the part of a range that exists": [
    lenient(
      "player.playlist.remove",
      (params: { playlist: string; start: number; count: number }, player) => {
        const there = countOf(player, params.playlist);
        const start = Math.min(params.start, there);
        return { ...params, start, count: Math.min(params.count, there - start) };
      },
    ),
    "player.playlist.remove refuses a range",
  ],
  "does not list locks": [
    answering("player.playlist.list", (answer) => ({
      ...answer,
      playlists: (answer["playlists"] as Answer[]).map((entry) => ({ ...entry, locked: false })),
    })),
    "a locked playlist is listed",
  ],
  "locks its own bridge out": [
    {
      actions: (right, player) => ({
        "player.playlist.append": (params: never, panel, signal) => {
          const { playlist } = params as { playlist: string };
          if (player.facts.playlists.some(({ id, lock }) => id === playlist && lock !== null)) notFound();
          return right["player.playlist.append"](params, panel, signal);
        },
      }),
    },
    "a locked playlist is listed",
  ],
  "uses one error code for everything": [
    {
      actions: (right) => ({
        "player.playlist.lock": async (...args) => {
          try {
            return await right["player.playlist.lock"](...args);
          } catch {
            return notFound();
          }
        },
      }),
    },
    "player.playlist.lock refuses",
  ],
  "activates nothing": [
    {
      actions: (right, player) => ({
        "player.playlist.activate": (params: never, panel, signal) => {
          const { playlist } = params as { playlist: string };
          if (player.facts.playlists.some(({ id }) => id === playlist)) return {};
          return right["player.playlist.activate"](params, panel, signal);
        },
      }),
    },
    "player.playlist.activate makes",
  ],
  "forgets the places in its queue": [
    answering("player.queue.get", ({ entries }) => ({
      entries: (entries as Answer[]).map((entry) => ({ ...entry, playlist: null, item: null })),
    })),
    "player.queue.append puts",
  ],
  "counts one entry too many": [
    answering("player.queue.count", ({ count }) => ({ count: Number(count) + 1 })),
    "player.queue.count counts",
  ],
  "queues only the valid items of a list": [
    lenient(
      "player.queue.append",
      ({ entries }: { entries: { playlist: string; item: number }[] }, player) => ({
        entries: entries.filter(({ playlist, item }) => item < countOf(player, playlist)),
      }),
    ),
    "player.queue.append refuses",
  ],
  "lists its ids in another order": [
    answering("player.queue.ids", ({ entries }) => ({ entries: (entries as string[]).toReversed() })),
    "player.queue.ids lists",
  ],
  "answers the ids of new entries in another order": [
    answering("player.queue.append", ({ entries, ...more }) => ({
      entries: (entries as string[]).toReversed(),
      ...more,
    })),
    "player.queue.append puts",
  ],
  "answers unknown ids as removed": [
    {
      actions: (right) => ({
        "player.queue.remove": async (params: never, panel, signal) => ({
          ...(await right["player.queue.remove"](params, panel, signal)) as object,
          removed: (params as { entries: string[] }).entries,
        }),
      }),
    },
    "player.queue.remove removes",
  ],
  "names its entries by their positions": [
    {
      actions: (_right, player) => positionsAsIds(player),
    },
    "an id of a queue entry",
  ],
  "puts the entries first in the other order": [
    lenient("player.queue.reorder", ({ entries }: { entries: string[] }) => ({
      entries: entries.toReversed(),
    })),
    "player.queue.reorder puts",
  ],
  "keeps the first entry when it clears the queue": [
    {
      actions: (right, player) => ({
        "player.queue.clear": async (_params: never, panel, signal) => {
          const [, ...others] = player.facts.queue.map(({ entry }) => entry);
          await right["player.queue.remove"]({ entries: others } as never, panel, signal);
          return { removed: others.length };
        },
      }),
    },
    "player.queue.clear empties",
  ],
  "answers a dialog before its user has closed it": [
    { actions: () => ({ "player.ui.dialog": () => ({}) }) },
    "player.ui.dialog stays open",
  ],
  "closes the dialogs of all panels at once": [
    {
      actions: (right) => ({
        "player.ui.dialog": (params: { kind: string }, panel, signal) =>
          right["player.ui.dialog"](params as never, params.kind === "close" ? undefined : panel, signal),
      }),
    },
    "player.ui.dialog stays open",
  ],
  "answers with the whole selection for every page": [
    lenient("player.selection.get", () => ({ offset: 0, limit: null })),
    "player.selection.get answers",
  ],
  "does not signal its selection": [
    { signal: (signal) => signal.name === "signal.selectionChanged" ? null : signal },
    "player.selection.set takes",
  ],
  "says that it has run every command": [
    replacing("player.menu.runMain", () => ({ executed: true })),
    "player.menu.runMain does not run",
  ],
  "keeps files on the clipboard when text is written": [
    {
      actions: (right) => {
        let files: string[] | null = null;
        return {
          "player.clipboard.write": (params: never, panel, signal) => {
            const { formats } = params as { formats: { format: string; data: string[] }[] };
            files = formats.find(({ format }) => format === "files")?.data ?? files;
            return right["player.clipboard.write"](params, panel, signal);
          },
          "player.clipboard.read": async (...args) => ({
            ...await right["player.clipboard.read"](...args) as Answer,
            files,
          }),
        };
      },
    },
    "player.clipboard.write replaces",
  ],
  "answers the new order": [
    answering("player.playback.setOrder", (_answer, { order }) => ({ previous: Number(order) + 1 })),
    "player.playback.setOrder answers",
  ],
  "does not report the place of the playing track": [
    {
      signal: (signal) =>
        signal.name === "signal.trackStarted"
          ? { name: signal.name, params: { ...signal.params, playlist: null, item: null } }
          : signal,
    },
    "player.playback.play plays",
  ],
  "signals the old track once more after play": [
    { message: oldTrackAfterPlay() },
    "after player.playback.play is answered",
  ],
  "does not report the time": [
    { signal: (signal) => signal.name === "signal.playbackTime" ? null : signal },
    "playback reports its time",
  ],
  "plays the last item instead of a missing one": [
    lenient("player.playback.play", (params: { playlist: string; item: number }, player) => ({
      ...params,
      item: Math.min(params.item, Math.max(countOf(player, params.playlist) - 1, 0)),
    })),
    "player.playback.play refuses an item",
  ],
  "goes back instead of forward": [
    {
      actions: (_right, player) => ({
        "player.playback.next": () => {
          player.user.previous();
          return {};
        },
      }),
    },
    "player.playback.next goes",
  ],
  "tells a stop by the user after each start": [
    {
      message: (message) =>
        message["method"] === "signal.trackStarted"
          ? [message, { jsonrpc: "2.0", method: "signal.playbackStopped", params: { reason: "user" } }]
          : [message],
    },
    "after player.playback.play is answered",
  ],
  "tells each start twice": [
    {
      message: (message) => message["method"] === "signal.trackStarted" ? [message, message] : [message],
    },
    "after player.playback.play is answered",
  ],
  "plays the last item for a negative one": [
    { request: counted("player.playback.play", "item") },
    "player.playback.play refuses an item",
  ],
  "removes the last item for a negative one": [
    { request: counted("player.playlist.remove", "start") },
    "player.playlist.remove refuses a range",
  ],
  "removes from the first playlist too": [
    {
      actions: (right, player) => ({
        "player.playlist.remove": async (params: never, panel, signal) => {
          const [first] = player.facts.playlists;
          if (first && first.count > 0) {
            const range = { playlist: first.id, start: 0, count: 1 };
            await right["player.playlist.remove"](range as never, panel, signal);
          }
          return await right["player.playlist.remove"](params, panel, signal);
        },
      }),
    },
    "player.playlist.remove answers",
  ],
  "gives the id of a deleted playlist to the next one": [
    {
      actions: (right) => {
        const [last, ids] = [new Map<string, string>(), new Map<string, string>()];
        return replacingIds(right, {
          "player.playlist.create": ({ playlist }) => {
            const [deleted = `${playlist}`] = last.keys();
            last.delete(deleted);
            ids.set(deleted, `${playlist}`);
            return { playlist: deleted };
          },
          "player.playlist.delete": (_answer, { playlist }) => {
            last.set(`${playlist}`, "");
            return {};
          },
        }, ids);
      },
    },
    "player.playlist.rename and player.playlist.delete",
  ],
  "always answers that the order was the default one": [
    answering("player.playback.setOrder", () => ({ previous: 0 })),
    "player.playback.setOrder answers",
  ],
  "begins every page of the selection at the first track": [
    lenient("player.selection.get", ({ limit }: { limit: number | null }) => ({ offset: 0, limit })),
    "player.selection.get answers",
  ],
  "begins every page of a playlist at the first track": [
    {
      actions: (right) => ({
        "player.playlist.items": (params: never, panel, signal) => {
          const { playlist, start, count } = params as { playlist: string; start: number; count: number };
          const first = { playlist, start: start < 3 ? 0 : start, count };
          return right["player.playlist.items"](first as never, panel, signal);
        },
      }),
    },
    "player.playlist.items answers the page",
  ],
  "does not signal changes of its queue": [
    { signal: (signal) => signal.name === "signal.queueChanged" ? null : signal },
    "player.queue.append puts",
  ],
  "does not signal the active playlist": [
    { signal: (signal) => signal.name === "signal.playlistActivated" ? null : signal },
    "player.playlist.activate makes",
  ],
  "unmutes when the volume is set": [
    lenient("player.playback.setVolume", (params) => ({ muted: false, ...params as object })),
    "player.playback.setVolume changes only",
  ],
  "answers errors without a message": [
    {
      message: (message) =>
        "error" in message
          ? [{ ...message, error: { code: (message["error"] as { code: number }).code } }]
          : [message],
    },
    "player.playlist.remove refuses a range",
  ],
  "stops without a signal": [
    { signal: (signal) => signal.name === "signal.playbackStopped" ? null : signal },
    "player.playback.stop stops",
  ],
};

function isUnsupported(message: Record<string, unknown>): boolean {
  return (message["error"] as { code?: number } | undefined)?.code === -32601;
}

/** The actions of a queue whose ids are positions. */
function positionsAsIds({ actions, facts }: ReferencePlayer): Partial<Record<ActionName, Loose>> {
  const idAt = (position: string) => facts.queue[Number(position)]?.entry ?? "none";
  const answer = async (name: ActionName, params: object) =>
    await (actions[name] as Loose)(params as never, undefined, new AbortController().signal) as Answer;
  return {
    "player.queue.get": async () => ({
      entries: ((await answer("player.queue.get", {}))["entries"] as Answer[]).map((entry, at) => ({
        ...entry,
        entry: `${at}`,
      })),
    }),
    "player.queue.append": async (params) => {
      const before = facts.queue.length;
      const { entries, count } = await answer("player.queue.append", params);
      return { entries: (entries as string[]).map((_id, at) => `${before + at}`), count };
    },
    "player.queue.remove": async (params) => {
      const { entries } = params as { entries: string[] };
      const { count } = await answer("player.queue.remove", { entries: entries.map(idAt) });
      return { removed: entries.filter((at) => /^\d+$/.test(at)), count };
    },
  };
}

/** Actions that use other ids of playlists than the player: `ids` has the player's by the other ones. */
function replacingIds(
  right: Record<ActionName, Loose>,
  changes: Partial<Record<ActionName, (answer: Answer, params: Answer) => Answer>>,
  ids: ReadonlyMap<string, string>,
): Partial<Record<ActionName, Loose>> {
  const others = () => new Map([...ids].map(([other, id]) => [id, other]));
  const translated = (value: unknown, by: ReadonlyMap<string, string>) =>
    JSON.parse(JSON.stringify(value), (_key, each) => typeof each === "string" ? by.get(each) ?? each : each);
  const names = Object.keys(right).filter((name) => name.startsWith("player.play")) as ActionName[];
  return Object.fromEntries(
    names.map((name) => [name, async (params: never, panel: string | undefined, signal: AbortSignal) => {
      const answer = await right[name](translated(params, ids) as never, panel, signal) as Answer;
      return changes[name]?.(answer, params) ?? translated(answer, others());
    }]),
  );
}

/** Requests in which a negative index counts from the end of the three tracks of a rule. */
function counted(method: string, member: string): NonNullable<Fault["request"]> {
  return (message) => {
    const params = message["params"] as Record<string, unknown>;
    if (message["method"] !== method || Number(params[member]) >= 0) return message;
    return { ...message, params: { ...params, [member]: 3 + Number(params[member]) } };
  };
}

function without(message: Record<string, unknown>, method: string, member: string): unknown {
  if (message["method"] !== method) return message;
  const { [member]: _dropped, ...params } = message["params"] as Record<string, unknown>;
  return { ...message, params };
}

/** Swaps the ids of the answers to two requests of the same kind. */
function swapped(): (message: Record<string, unknown>) => unknown[] {
  let held: Record<string, unknown> | undefined;
  return (message) => {
    const { resolved } = (message["result"] ?? {}) as { resolved?: unknown[] };
    if (resolved?.length !== 3 && resolved?.length !== 4) return [message];
    if (!held) {
      held = message;
      return [];
    }
    const first = held;
    held = undefined;
    return [{ ...first, id: message["id"] }, { ...message, id: first["id"] }];
  };
}

/** Repeats the signal of the previous track after the answer to play. */
function oldTrackAfterPlay(): (message: Record<string, unknown>) => unknown[] {
  let before: unknown;
  let playing: unknown;
  return (message) => {
    if (message["method"] === "signal.trackStarted") {
      before = playing;
      playing = message;
    } else if ("result" in message && before) {
      const repeated = before;
      before = undefined;
      return [message, repeated];
    }
    return [message];
  };
}

for (const [name, [fault, rule]] of Object.entries(faults)) {
  Deno.test(`a player that ${name} is found`, async () => {
    using player = referencePlayer();
    player.user.selectItems([0, 1, 2]);
    // The last rule is about all messages.
    const named = rule === "everything that the player sends"
      ? rules
      : rules.filter(({ name }) => name.startsWith(rule));
    const found = broken(await check(player, fault, { rules: named }));
    assert(found.some((each) => each.startsWith(rule)), `found: ${found.join("; ") || "nothing"}`);
  });
}

/** Faults in the timeline of playback, each as a change of the player's signals. */
const timelineFaults: Readonly<Record<string, readonly [NonNullable<Fault["signal"]>, string]>> = {
  "never tells the end of a track": [
    (signal) =>
      signal.name === "signal.playbackStopped" && signal.params.reason === "endOfFile" ? null : signal,
    "tracks start, take each other's place",
  ],
  "tells the end of the last track as a stop by the user": [
    (signal) =>
      signal.name === "signal.playbackStopped" && signal.params.reason === "endOfFile"
        ? { name: signal.name, params: { reason: "user" } }
        : signal,
    "tracks start, take each other's place",
  ],
  "tells the start of a queued track as an advance": [
    // The reference player tells no causes.
    (signal) =>
      signal.name === "signal.trackStarted"
        ? {
          name: signal.name,
          params: { ...signal.params, cause: signal.params.item === 0 ? "action" : "advance" },
        }
        : signal,
    "a queued track follows with the cause queue",
  ],
  "does not tell that an entry leaves its queue": [
    (signal) =>
      signal.name === "signal.queueChanged" && signal.params.origin === "playback_advance" ? null : signal,
    "a queued track follows with the cause queue",
  ],
};

/** Checks the timeline. The tracks of the reference player are not short, so they are played fast. */
async function checkTimeline(signal?: Fault["signal"]): Promise<Report> {
  const player = new ReferencePlayer({ speed: 200 });
  try {
    return await check(player, { ...signal && { signal } }, {
      rules: timelineRules,
      short: threeTracks,
      shortSeconds: 1000,
      timeouts: { answerMs: 10_000, signalMs: 4000 },
    });
  } finally {
    player.close();
  }
}

Deno.test("the reference player keeps the rules of the timeline", async () => {
  const { rules } = await checkTimeline();
  assertEquals(rules.filter(({ outcome }) => outcome !== "passed"), []);
});

for (const [name, [signal, rule]] of Object.entries(timelineFaults)) {
  Deno.test(`a player that ${name} is found`, async () => {
    const found = broken(await checkTimeline(signal));
    assert(found.some((each) => each.startsWith(rule)), `found: ${found.join("; ") || "nothing"}`);
  });
}

Deno.test("a player that prints on stdout is told the text", async () => {
  const [playersEnd, bridgesEnd] = memoryStreams();
  const writer = playersEnd.writable.getWriter();
  void writer.write(new TextEncoder().encode("debug: the player starts\n"));
  const { rules } = await checkPlayer(bridgesEnd, {
    reach: "own",
    media: album,
    timeouts: { answerMs: 2000, signalMs: 200 },
  });
  assertEquals(rules.map((rule) => "reason" in rule ? rule.reason : rule.outcome), [
    'the player sent the text "debug: the player starts\\n" in the place of a frame; diagnostics belong on stderr',
  ]);
  writer.releaseLock();
});

Deno.test("a check ends at the first rule after the player has gone", async () => {
  const stalled = new WritableStream<Uint8Array>({ write: () => new Promise(() => {}) });
  const report = await checkPlayer({ readable: new ReadableStream(), writable: stalled }, {
    reach: "user",
    media: album,
    timeouts: { answerMs: 20, signalMs: 20 },
  });
  const found = report.rules.flatMap((rule) => rule.outcome === "failed" ? [rule.reason] : []);
  assertEquals(found, ["the player has not read its pipe for 20 ms"]);
});

mpvTest("mpv keeps every rule that it claims", async () => {
  await using tracks = await silentTracks();
  const directory = await Deno.makeTempDir({ prefix: "tonearm-test-" });
  const player = await MpvPlayer.open({ mpv: { kind: "start", program: quietMpv }, directory });
  try {
    const report = await check(player, {}, {
      media: tracks.paths,
      short: tracks.short,
      watchMs: undefined,
      reach: "user",
      panel: undefined,
      timeouts: { answerMs: 10_000, signalMs: 10_000 },
    });
    assertEquals(
      report.rules.flatMap((rule) => rule.outcome === "failed" ? [`${rule.rule}: ${rule.reason}`] : []),
      [],
    );
    assertEquals(
      new Set(reasons(report)),
      new Set([
        "needs --windows",
        "no panel is named with --panel",
        "the player does not carry out player.plugin.invoke",
        "the player does not carry out player.window.state",
      ]),
    );
  } finally {
    await player.close();
    await Deno.remove(directory, { recursive: true });
  }
}, whySlow("it plays in real time"));

const tool = fromFileUrl(new URL("tools/check_player.ts", root));

Deno.test("--help, a missing command and a missing program are reported differently", async () => {
  const help = await runDeno(["run", "--allow-all", tool, "--help"]);
  assertEquals(help.code, 0);
  assertStringIncludes(help.stdout, "Usage: deno task check-player");
  const missing = await runDeno(["run", "--allow-all", tool]);
  assertEquals(missing.code, 2);
  assertStringIncludes(missing.stderr, "check-player: the player's command is missing; it comes after --");
  const absent = await runDeno(["run", "--allow-all", tool, "--", "/nonexistent/player"]);
  assertEquals([absent.code, absent.stderr], [3, "check-player: there is no program /nonexistent/player\n"]);
});

Deno.test("a program that never starts its bridge is reported", async () => {
  const { code, stderr } = await runDeno(["run", "--allow-all", tool, "--", Deno.execPath(), "--version"]);
  assertEquals(code, 3);
  assertStringIncludes(stderr, "the player has exited (code 0) without starting its bridge");
});

Deno.test("a player's stdout and stderr are shown on stderr", async () => {
  const script = `console.log("on stdout"); console.error("on stderr".repeat(20_000));`;
  const { code, stderr } = await runDeno(["run", "--allow-all", tool, "--", Deno.execPath(), "eval", script]);
  assertEquals(code, 3);
  assertStringIncludes(stderr, "on stdout\n");
  assertStringIncludes(stderr, "on stderr".repeat(20_000));
});

Deno.test({
  name: "the check ends even when a program that the player has started keeps running",
  ignore: Deno.build.os === "windows",
  async fn() {
    const launcher = `"$0" eval 'setTimeout(() => console.log("over"), 20_000)' & echo pid $!`;
    const command = ["run", "--allow-all", tool, "--", "sh", "-c", launcher, Deno.execPath()];
    const { code, stderr } = await runDeno(command);
    const [, pid] = /^pid (\d+)$/m.exec(stderr) ?? [];
    Deno.kill(Number(pid), "SIGKILL");
    assertEquals(code, 3);
    assertEquals(stderr.includes("over"), false, stderr);
  },
});

Deno.test("other programs that connect to the check's port do not hold it up", async () => {
  await using player = await StartedPlayer.start(Deno.execPath(), [
    "eval",
    `const [port, word] = Deno.args.slice(-2);
     const connect = () => Deno.connect({ hostname: "127.0.0.1", port: Number(port) });
     await connect();
     const wrong = await connect();
     await wrong.write(new TextEncoder().encode("x".repeat(word.length)));
     const relay = await connect();
     await relay.write(new TextEncoder().encode(word));
     await relay.read(new Uint8Array(1));`,
    "{bridge}",
  ]);
  const pipes = await player.bridgePipes();
  assert(typeof pipes !== "string", String(pipes));
  await pipes.writable.close();
  await pipes.readable.cancel();
});

Deno.test("a player given by its command: the C example keeps the rules that it claims", async (test) => {
  if (await versionOf("gcc") === undefined) {
    await test.step({ name: "left out: there is no gcc", ignore: true, fn: () => {} });
    return;
  }
  await using temporary = await tempDirectory();
  const directory = temporary.path;
  const source = fromFileUrl(new URL("clients/c/player.c", root));
  const program = join(directory, "player");
  const built = await runProgram("gcc", ["-o", program, source]);
  assertEquals(built.code, 0, built.stderr);
  const command = [
    "run",
    "--allow-all",
    tool,
    "--json",
    "--invasive",
    "--",
    program,
    directory,
    "{bridge}",
  ];
  const { code, stdout } = await runDeno(command);
  const report: Report = JSON.parse(stdout);
  assertEquals([code, broken(report)], [0, []]);
  const passed = report.rules.flatMap((rule) => rule.outcome === "passed" ? [rule.rule] : []);
  assertEquals(passed, [
    "an action that does not exist is answered with error -32601",
    "player.clipboard.read answers what its schema says",
    "player.overlay.open and player.overlay.close answer {}",
    "player.clipboard.write replaces the clipboard as a whole",
    "everything that the player sends is a JSON-RPC message and fits its schema",
  ]);
});

Deno.test("long messages are cut in reports, and invalid ones are counted", async () => {
  using player = referencePlayer();
  const report = await check(player, {
    message: (message) =>
      message["method"] === "bridge.initialize"
        ? [
          message,
          ...Array.from({ length: 500 }, (_, at) => ({ jsonrpc: "2.0", method: `signal.none${at}` })),
        ]
        : [message],
    actions: () => ({ "player.playlist.list": () => ({ active: "x".repeat(1_000_000), playlists: 1 }) }),
  }, { reach: "own" });
  const failed = report.rules.flatMap((rule) => rule.outcome === "failed" ? [rule] : []);
  assert(failed.some(({ reason }) => reason === "signal.none0 is not a signal (and 499 more)"));
  const longest = Math.max(...failed.map(({ came }) => came.length));
  assertEquals(longest, 10_001);
});
