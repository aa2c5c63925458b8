import { assert, assertEquals, assertMatch } from "@std/assert";
import { isForbidden } from "../../../players/mpv/menu/main_menu.ts";
import { nameGuid } from "../../../players/mpv/menu/parts.ts";
import { setDeadline } from "../../support/deadline.ts";
import { eventually, mpvTest, TestHost } from "./real_mpv.ts";

setDeadline(120_000);

interface Node {
  readonly type: string;
  readonly label: string;
  readonly path: string;
  readonly guid?: string;
  readonly subGuid?: string;
  readonly enabled: boolean;
  readonly checked: boolean;
  readonly commandId: number;
  readonly children?: Node[];
}

function leaves(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node) =>
    node.children ? leaves(node.children) : node.type === "command" ? [node] : []
  );
}

async function mainMenu(test: TestHost): Promise<Node[]> {
  const answer = await test.call("menu.getMainMenu");
  assertEquals(answer.success, true);
  return leaves(answer.items);
}

Deno.test("the same name always gives the same GUID", async () => {
  const guid = await nameGuid("switch/mute");
  assertEquals(guid, await nameGuid("switch/mute"));
  // Computed by another implementation of RFC 9562.
  assertEquals(guid, "{367FC8C8-D942-5016-A9B4-F6B2C07A6967}");
  assertMatch(guid, /^\{[0-9A-F]{8}-[0-9A-F]{4}-5[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}\}$/);
  assert(guid !== await nameGuid("switch/fullscreen"));
});

/** The paths of the main menu's commands, without access keys. */
async function mainPaths(test: TestHost): Promise<string[]> {
  return (await mainMenu(test)).map(({ path }) => path.replaceAll("&", ""));
}

/** An input configuration with bindings that a page must never run. */
const bound = [
  "d run touch FILE",
  "e cycle mute; screenshot",
  "f script-message x",
  "g quit-watch-later",
  "h keypress d",
  'i "run" touch FILE',
  "j `xrunx touch FILE",
  "k cycle pause",
  "l set stream-record FILE",
  "m set log-file FILE",
  "n no-osd set options/input-ipc-server FILE",
];

/** Starts a player whose mpv has these bindings. */
async function withBindings(keyBindings: boolean): Promise<TestHost> {
  const conf = await Deno.makeTempFile({ suffix: ".conf" });
  await Deno.writeTextFile(conf, `${bound.join("\n").replaceAll("FILE", `${conf}.made`)}\n`);
  const test = await TestHost.start({ keyBindings, args: [`--input-conf=${conf}`] });
  await Deno.remove(conf);
  return test;
}

mpvTest(
  "the main menu has playback, order, volume, chapters, tracks and switches, and no key of mpv",
  async () => {
    await using test = await withBindings(false);
    const paths = await test.tracks(1, 60);
    await test.host.load(paths);
    await test.plays(paths[0] ?? "");
    const rows = await mainMenu(test);
    const guids = rows.map(({ guid }) => guid);
    assertEquals(new Set(guids).size, rows.length);
    const roots = new Set((await mainPaths(test)).map((path) => path.split("/")[0]));
    assertEquals([...roots], ["Playback", "Volume", "Tracks", "Switches"]);
    await using again = await withBindings(false);
    const same = (await mainMenu(again)).map(({ guid }) => guid);
    assertEquals(guids.filter((guid) => !same.includes(guid)).length, 2, "the tracks of the playing file");
    for (
      const command of [
        "run touch",
        "Key bindings/screenshot each-frame",
        "Commands/quit",
        "cycle pause (p)",
        "quit",
      ]
    ) {
      const { success } = await test.call("menu.runMainMenuCommand", { command });
      assertEquals(success, false, command);
    }
  },
);

mpvTest("with key bindings in the main menu, those that run programs or write files stay out", async () => {
  await using test = await withBindings(true);
  const paths = await mainPaths(test);
  assert(paths.some((path) => path.startsWith("Key bindings/cycle/cycle pause (")), paths.join("\n"));
  assert(paths.includes("Commands/playlist-shuffle"));
  const wrong = paths.filter((path) =>
    /\b(?:run|screenshot|script|watch-later|quit|keypress|stream-record|log-file|ipc)\b/.test(path)
  );
  assertEquals(wrong, []);
});

Deno.test("a command of mpv that runs, writes or quits anything is recognised in every position", () => {
  const never = [
    "run ls",
    "no-osd run ls",
    "cycle mute ; run ls",
    'raw "run" ls',
    "screenshot",
    "async screenshot-raw",
    "screenshot-to-file /x",
    "script-message a",
    "script-binding console/enable",
    "quit",
    "quit 3",
    "quit-watch-later",
    "write-watch-later-config",
    "delete-watch-later-config",
    "subprocess ls",
    "RUN ls",
    "keypress q",
    "define-section a b",
    "load-script /x",
    "{run ls}",
    "`xrunx ls",
    '"r\\x75n" ls',
    "ab-loop-dump-cache /x",
    "set stream-record /x",
    "no-osd set file-local-options/stream-dump /x",
    'cycle-values "log-file" /x ""',
    "set dump-stats /x",
    "async set ao-pcm-file /x",
    "set input-ipc-server /x",
    "change-list scripts append /x",
    "set ytdl-raw-options exec=ls",
    "set include /x",
    "load-config-file /x",
    "apply-profile x",
  ];
  assertEquals(never.filter((command) => !isForbidden(command)), []);
  const allowed = [
    "cycle mute",
    "seek -5",
    "add volume 2",
    "show-progress",
    "playlist-next",
    "no-osd cycle pause",
  ];
  assertEquals(allowed.filter(isForbidden), []);
});

mpvTest(
  "chapters and tracks of the playing file are in the main menu, with the chosen ones marked",
  async () => {
    await using test = await TestHost.start();
    const [path = ""] = await test.tracks(1, 60);
    const chapters = `${test.directory}/chapters.txt`;
    await Deno.writeTextFile(
      chapters,
      [0, 30].map((start) =>
        `[CHAPTER]\nTIMEBASE=1/1\nSTART=${start}\nEND=${start + 30}\ntitle=Part ${start}/&\n`
      )
        .reduce((all, one) => all + one, ";FFMETADATA1\n"),
    );
    await test.inMpv("set_property", "chapters-file", chapters);
    await test.host.load([path]);
    await test.plays(path);
    await eventually(async () => {
      const rows = (await mainMenu(test)).filter((row) => /^&(?:Chapters|Tracks)/.test(row.path));
      assertEquals(rows.map((row) => [row.path, row.checked]), [
        ["&Chapters/1 Part 0∕&&", true],
        ["&Chapters/2 Part 30∕&&", false],
        ["&Tracks/&Audio/1", true],
        ["&Tracks/&Audio/&None", false],
      ]);
    });
    await test.call("menu.runMainMenuCommand", { command: "Chapters/2 Part 30∕&" });
    await eventually(async () => assertEquals(await test.inMpv("get_property", "chapter"), 1));
    await test.call("menu.runMainMenuCommand", { command: "Tracks/Audio/None" });
    assertEquals(await test.inMpv("get_property", "aid"), false);
  },
);

mpvTest("mpv runs menu commands, and the menu shows their effect", async () => {
  await using test = await TestHost.start({ keyBindings: true });
  const mute = async (): Promise<boolean | undefined> =>
    (await mainMenu(test)).find(({ path }) => path === "&Switches/mute")?.checked;
  const run = (command: string): Promise<unknown> => test.call("menu.runMainMenuCommand", { command });

  assertEquals((await run("Switches/mute") as Node & { success: boolean }).success, true);
  assertEquals([await test.inMpv("get_property", "mute"), await mute()], [true, true]);
  await run("cycle mute (m, MUTE)");
  // mpv handles a key some time after it has accepted the command.
  await eventually(async () =>
    assertEquals([await test.inMpv("get_property", "mute"), await mute()], [false, false])
  );
  await test.inMpv("set_property", "volume", 50);
  // A label with a slash is not a path, so its command runs by GUID.
  const quieter = (await mainMenu(test)).find(({ label }) => label.startsWith("add volume -2 "));
  assert(quieter?.guid);
  await run(quieter.guid);
  await eventually(async () => assertEquals(await test.inMpv("get_property", "volume"), 48));
  await run("Volume/Up by 5%");
  assertEquals(await test.inMpv("get_property", "volume"), 53);
  await run("Playback/Order/Random");
  assertEquals(test.host.playback.order, 3);
});

mpvTest("the context menu acts on its tracks", async () => {
  await using test = await TestHost.start();
  const paths = await test.tracks(3, 60);
  await test.host.load(paths);
  await test.plays(paths[0] ?? "");
  const run = (command: string, context: object): Promise<unknown> =>
    test.call("menu.runContextCommand", { command, ...context });
  const menu = await test.call("menu.getContextMenu", { mode: "handles", handles: paths.slice(1) });
  assertEquals(menu.success, true);
  const send = leaves(menu.items).find(({ path }) => path === "Sen&d to/&New playlist");
  assert(send);

  const sent = await test.call("menu.runContextCommandById", {
    id: send.commandId,
    mode: "handles",
    handles: paths.slice(1),
  });
  assertEquals(sent.success, true);
  const { playlists } = test.host;
  assertEquals(playlists.all.map(({ name, tracks }) => [name, tracks.length]), [["mpv", 3], [
    "From the context menu",
    2,
  ]]);
  while (playlists.all.length < 200) playlists.insert("");
  assertEquals(await run("Send to/New playlist", { mode: "handles", handles: paths }), {
    success: false,
    error: "Player action failed: There are 200 playlists: remove one first",
  });
  assertEquals(playlists.all.length, 200);
  await run("Playback queue/Add to playback queue", {});
  assertEquals(await test.call("queue.getCount"), { count: 1, hasItems: true });
  await run("Copy names", {});
  assertEquals((await test.call("clipboard.read")).text, "Nobody - Title 1");
});

mpvTest("the menu overlay is text on mpv's screen, controlled by the keyboard", async () => {
  await using test = await TestHost.start();
  const items = [
    { id: "a", label: "First" },
    { type: "separator" },
    { id: "s", type: "slider", label: "Volume", value: 50, min: 0, max: 100 },
    { id: "more", label: "More", submenu: [{ id: "deep {\\b1}", label: "Deep {\\b1}\n" }] },
  ];
  const { menuId } = await test.call("menu.show", { items });
  await test.inMpv("keypress", "DOWN");
  await test.inMpv("keypress", "RIGHT");
  assertEquals((await test.event("menu:valueChanged")).data, { menuId, itemId: "s", value: 55 });
  await test.inMpv("keypress", "DOWN");
  await test.inMpv("keypress", "RIGHT");
  await test.inMpv("keypress", "ENTER");
  assertEquals((await test.event("menu:select")).data, { menuId, itemId: "deep {\\b1}" });
  assertEquals((await test.event("menu:dismiss")).data, { menuId, reason: "select" });

  const second = await test.call("menu.show", { items });
  const third = await test.call("menu.show", { items });
  assertEquals((await test.event("menu:dismiss")).data, { menuId: second.menuId, reason: "replaced" });
  await test.inMpv("keypress", "ESC");
  assertEquals((await test.event("menu:dismiss")).data, { menuId: third.menuId, reason: "escape" });
  // The keys have the user's bindings again.
  await test.inMpv("keypress", "m");
  await test.inMpv("keypress", "DOWN");
  await eventually(async () => assertEquals(await test.inMpv("get_property", "mute"), true));
});

mpvTest("a disabled row of the menu overlay cannot be chosen, opened or changed", async () => {
  await using test = await TestHost.start();
  const submenu = [{ id: "hidden", label: "Hidden" }];
  const items = [
    { id: "off", label: "Off", enabled: false },
    { id: "more", label: "More", enabled: false, submenu },
    { id: "s", type: "slider", label: "S", value: 1, enabled: false },
    { id: "on", label: "On" },
  ];
  const { menuId } = await test.call("menu.show", { items });
  const { facts, user } = test.host;
  assertEquals(facts.overlay?.menuId, menuId);
  for (const id of ["off", "more", "s", "hidden", "none"]) {
    assertEquals([await user.chooseRow(id), await user.changeRow(id, 2)], [false, false], id);
  }
  for (const key of ["ENTER", "DOWN", "ENTER", "RIGHT", "DOWN", "RIGHT", "DOWN"]) {
    await test.inMpv("keypress", key);
  }
  await test.inMpv("keypress", "ENTER");
  assertEquals((await test.event("menu:select")).data, { menuId, itemId: "on" });
  assertEquals(test.events.all.map(({ event }) => event).includes("menu:valueChanged"), false);
  assertEquals([facts.overlay, await user.dismissMenu()], [null, false]);
});

mpvTest("the native context menu is drawn on mpv's screen too, and runs its command", async () => {
  await using test = await TestHost.start();
  const paths = await test.tracks(2, 60);
  await test.host.load(paths);
  await test.plays(paths[0] ?? "");
  assertEquals((await test.call("menu.showNativePopup", { mode: "playlist" })).success, true);
  await test.inMpv("keypress", "ENTER");
  await test.signal("signal.trackStarted");
  await test.host.playback.playPlace({ playlist: test.host.playlists.at(0), item: 1 });
  await test.plays(paths[1] ?? "");
});

mpvTest("when menus replace each other, one stays open, and each is dismissed once", async () => {
  await using test = await TestHost.start();
  const items = [{ id: "a", label: "A" }];
  const { facts, user } = test.host;
  for (let round = 0; round < 20; round++) {
    test.events.skip();
    const popup = test.call("menu.showNativePopup", { mode: "playlist" });
    const shown = test.call("menu.show", { items });
    assertEquals((await popup).success, true);
    const { menuId } = await shown;
    // Either may be open, depending on which came last.
    const { overlay, contextMenu } = facts;
    assertEquals(overlay?.menuId, contextMenu ? undefined : menuId, `round ${round}`);
    if (overlay) assertEquals(await user.chooseRow("a"), true);
    else assertEquals(await user.dismissMenu(), true);
    const { data } = await test.event("menu:dismiss");
    assertEquals(data, { menuId, reason: overlay ? "select" : "replaced" });
    assertEquals([facts.overlay, facts.contextMenu], [null, null]);
  }
  const ended = test.events.all.filter(({ event }) => event === "menu:dismiss");
  assertEquals(ended.length, 20);
});

mpvTest("when mpv crashes during a choice, the menu closes, and the next one opens", async () => {
  await using test = await TestHost.start();
  const items = [{ id: "a", label: "A" }];
  const first = await test.call("menu.show", { items });
  const { pid } = test.host.link;
  assert(pid !== null);
  // A stopped process accepts the command and never answers.
  Deno.kill(pid, "SIGSTOP");
  const chosen = test.host.user.chooseRow("a");
  Deno.kill(pid, "SIGKILL");
  assertEquals(await chosen, true);
  assertEquals((await test.event("menu:select")).data, { menuId: first.menuId, itemId: "a" });
  await test.heard((sentence) => sentence === "mpv is running again");
  assertEquals((await test.call("menu.show", { items })).success, true);
});

mpvTest("dialogs of a panel are on the screen, and answered by keys", async () => {
  await using test = await TestHost.start({ extensions: ["dialog"] });
  /** Opens a dialog, presses keys in it and returns the answer. */
  const ask = async (name: string, params: object, ...keys: string[]): Promise<unknown> => {
    const answer = test.call(name, params);
    await eventually(() => assertEquals(test.host.facts.dialogs.length, 1));
    // The keys belong to the dialog as soon as it is drawn.
    await eventually(() => assert(test.host.facts.contextMenu));
    for (const key of keys) await test.inMpv("keypress", key);
    const given = await answer;
    await eventually(() => assertEquals(test.host.facts.contextMenu, null));
    return given;
  };
  const question = { message: "Sure?", buttons: ["Yes", "No", "Later"], defaultButton: 1 };
  const answered = { success: true, confirmed: false };
  assertEquals(await ask("dialog.confirm", question, "ENTER"), { ...answered, response: 1 });
  assertEquals(await ask("dialog.confirm", question, "UP", "ENTER"), {
    ...answered,
    response: 0,
    confirmed: true,
  });
  assertEquals(await ask("dialog.confirm", question, "ESC"), { ...answered, response: -1 });
  const letters = ["BS", "ü", "SPACE", "x", "SHARP", "ENTER"];
  assertEquals(await ask("dialog.prompt", { defaultValue: "ab" }, ...letters), {
    success: true,
    canceled: false,
    value: "aü x#",
  });
  assertEquals(await ask("dialog.prompt", {}, "ESC"), { success: true, canceled: true, value: null });
  const file = { success: true, canceled: false, filePaths: ["/a"] };
  assertEquals(await ask("dialog.openFile", { defaultPath: "/" }, "a", "ENTER"), file);
  assertEquals(await ask("dialog.openFolder", {}, "ENTER"), {
    success: true,
    canceled: true,
    folderPath: "",
  });

  // A menu and the end of the panel cancel a dialog.
  const left = test.call("dialog.confirm", question);
  await eventually(() => assert(test.host.facts.contextMenu));
  await test.call("menu.show", { items: [{ id: "a", label: "A" }] });
  assertEquals(await left, { ...answered, response: -1 });
  const closed = test.call("dialog.prompt", {});
  await eventually(() => assertEquals(test.host.facts.dialogs.length, 1));
  test.host.user.closePanel("p1");
  assertEquals(await closed, { success: true, canceled: true, value: null });
});
