import { assert, assertEquals, assertLess, assertMatch, assertStringIncludes } from "@std/assert";
import type { Browser, Locator, Page } from "playwright-core";
import { operations } from "../../handlers/mod.ts";
import type { ActionName } from "../../host_stdio/api/native_actions.ts";
import type { Player } from "../../players/model/player.ts";
import { ReferencePlayer } from "../../players/reference/mod.ts";
import { samples } from "../../playground/page/operations.ts";
import { setDeadline } from "../support/deadline.ts";
import { leftOut, TEST_ALL, whyLong } from "../support/test_all.ts";
import { browserProgram, launch, WatchedPage, whyIgnored } from "./browser.ts";
import {
  assertComes,
  call,
  card,
  chooseOperation,
  eventsOf,
  heard,
  pressCall,
  violations,
} from "./page_actions.ts";
import { type TestOptions, TestPlayground } from "./support.ts";

setDeadline(300_000);

/** A playground and its page. */
interface StepContext {
  readonly test: TestPlayground;
  readonly page: Page;
  readonly watched: WatchedPage;
}

/** A step, with the reason why it runs only with `TONEARM_TEST_ALL`, or only in `deno task long`. */
type Step = [
  name: string,
  run: (context: StepContext) => Promise<void>,
  options?: Omit<TestOptions, "host"> & { host?: () => Player; width?: number; slow?: string; long?: string },
];

/** A player that has queued its first track 250 times. */
function playerWithLongQueue(): Player {
  const player = new ReferencePlayer({ panels: {} });
  player.user.queue(0, ...new Array(250).fill(0));
  return player;
}

/** A player that lacks a native action. */
function playerWithout(action: ActionName): Player {
  const player = new ReferencePlayer({ panels: {} });
  const { [action]: _missing, ...actions } = player.actions;
  return Object.defineProperty(player, "actions", { value: actions });
}

/** Opens the sample menu. */
async function openMenu(page: Page, more: object = {}): Promise<Locator> {
  await call(page, "menu.show", { ...samples["menu.show"], ...more });
  const menu = page.getByRole("menu", { name: "Menu" });
  await menu.waitFor();
  return menu;
}

const steps: Step[] = [
  ["every operation runs from its form", async ({ page }) => {
    for (const { name } of operations) {
      await chooseOperation(page, name);
      const panel = card(page);
      await panel.getByRole("button", { name: "Empty", exact: true }).click();
      const sample = samples[name] ?? {};
      for (const [parameter, value] of Object.entries(sample)) {
        const field = panel.locator(`.field [name="${parameter}"]`);
        const isList = Array.isArray(value) && value.every((item) => typeof item !== "object");
        const text = typeof value === "string" ? value : isList ? value.join("\n") : JSON.stringify(value);
        if (typeof value === "boolean") await field.selectOption(text);
        else await field.fill(text);
      }
      await assertComes(
        async () => JSON.parse(await panel.getByLabel("JSON that is sent").inputValue() || "{}"),
        sample,
        name,
      );
      await pressCall(panel, name);
      if (name !== "menu.show") continue;
      // The menu covers the page.
      const menu = page.getByRole("menu", { name: "Menu" });
      await menu.waitFor();
      await page.keyboard.press("Escape");
      await menu.waitFor({ state: "detached" });
    }
  }, { long: "it calls every operation" }],
  ["form and JSON follow each other, and neither bad JSON nor a bad field is sent", async ({ page }) => {
    await chooseOperation(page, "queue.add");
    const panel = card(page);
    const raw = panel.getByLabel("JSON that is sent");
    const params = async (): Promise<unknown> => JSON.parse(await raw.inputValue());
    await panel.getByRole("button", { name: "Empty", exact: true }).click();
    await panel.locator('[name="playlist"]').fill("3");
    await assertComes(params, { playlist: 3 });
    await raw.fill('{"tracks": [4, 5], "other": 1}');
    await assertComes(() => panel.locator('[name="tracks"]').inputValue(), "4\n5");
    await assertComes(() => panel.locator('[name="playlist"]').inputValue(), "");
    const button = panel.getByRole("button", { name: "Call", exact: true });
    const track = panel.locator('[name="track"]');
    await track.fill("x");
    await panel.getByText('track cannot be sent: "x" is not a number').waitFor();
    await assertComes(params, { tracks: [4, 5], other: 1 });
    await assertComes(() => button.isDisabled(), true);
    // The text stays with the operation while another one is shown.
    await chooseOperation(page, "test.echo");
    await assertComes(() => button.isDisabled(), false);
    await chooseOperation(page, "queue.add");
    await assertComes(() => track.inputValue(), "x");
    await assertComes(() => button.isDisabled(), true);
    await track.fill("1.");
    await assertComes(params, { track: 1, tracks: [4, 5], other: 1 });
    await assertComes(() => track.inputValue(), "1.");
    await assertComes(() => button.isDisabled(), false);
    await track.fill("x");
    // New JSON replaces the text of the field.
    await raw.fill('{"track": 2}');
    await assertComes(() => track.inputValue(), "2");
    await assertComes(() => button.isDisabled(), false);
    await raw.fill("{");
    await assertComes(() => button.isDisabled(), true);
    await panel.getByText(/^The JSON cannot be sent: ./).waitFor();
    await raw.fill('{"traks": [1]}');
    await panel.getByText('queue.add has no parameter "traks"; did you mean "tracks"?').waitFor();
    await assertComes(() => button.isDisabled(), false);
    await chooseOperation(page, "test.echo");
    await raw.fill('{"mesage": 1}');
    await assertComes(() => panel.getByText("has no parameter").count(), 0);
  }],
  ["an operation that the player does not support is marked in the list", async ({ page }) => {
    await page.getByLabel("Search operations").fill("queue.");
    const notes = page.locator(".operations li").filter({ hasText: "not supported by this player" });
    await assertComes(() => notes.getByRole("button").allTextContents(), ["queue.moveToTop"]);
  }, { host: () => playerWithout("player.queue.reorder") }],
  [
    "an operation starts with its sample, and its result stays until another operation is chosen",
    async ({ page }) => {
      await chooseOperation(page, "queue.add");
      const panel = card(page);
      const raw = panel.getByLabel("JSON that is sent");
      await assertComes(async () => JSON.parse(await raw.inputValue()), samples["queue.add"]);
      const outcome = await pressCall(panel, "queue.add");
      const [call, form, result] = await Promise.all([
        panel.getByRole("button", { name: "Call", exact: true }).boundingBox(),
        panel.locator(".fields").boundingBox(),
        outcome.boundingBox(),
      ]);
      assert(call && form && result, "the call, its form and its result are visible");
      assert(
        form.x + form.width <= result.x && result.y < form.y + form.height,
        "the result is beside the form",
      );
      await raw.fill("{}");
      await panel.getByRole("button", { name: "Fill in a sample" }).click();
      await assertComes(async () => JSON.parse(await raw.inputValue()), samples["queue.add"]);
      assertEquals(await outcome.count(), 1);
      await chooseOperation(page, "queue.get");
      assertEquals(await panel.locator(".outcome").count(), 0);
      await pressCall(panel, "queue.get");
    },
  ],
  ["a menu without rows says so, takes the focus and closes on Escape", async ({ page }) => {
    await call(page, "menu.show", { items: [] });
    await page.getByRole("menuitem", { name: "No items" }).waitFor();
    await page.keyboard.press("Escape");
    assertEquals(await heard(page, "menu:dismiss"), ['menu:dismiss {"menuId":"menu-1","reason":"escape"}']);
  }],
  ["a call shows its result, its native actions and a fixture", async ({ page }) => {
    assertEquals(await call(page, "queue.add", { tracks: [0] }), {
      success: true,
      addedCount: 1,
      queueCount: 1,
    });
    const actions = card(page).getByRole("list", { name: "Native actions" }).locator("li");
    await actions.nth(1).getByText("player.queue.append").waitFor();
    await actions.nth(1).getByText(/= \{"entries":\["queued-1"\],"count":1\}/).waitFor();
    await card(page).getByRole("button", { name: "Copy as fixture" }).click();
    await card(page).getByText("Copied").waitFor();
    const fixture = await page.evaluate<string>("navigator.clipboard.readText()");
    assertStringIncludes(fixture, '"> call": "queue.add"');
    // On the wire, any message of an exchange selects all of it.
    await page.getByLabel("Kind").selectOption("all");
    await page.getByRole("option", { name: /answer player.queue.append/ }).click();
    await page.getByRole("button", { name: "Copy exchange as fixture" }).click();
    await page.getByText("Copied 6 messages as a fixture").waitFor();
  }],
  [
    "a track that starts moves nothing, a double click selects no text, and the wire shows calls",
    async ({ page }) => {
      const boxes = async () =>
        await Promise.all(
          ["Previous", "Stop", "Next", "Queue", "Make active"].map((name) =>
            page.getByRole("button", { name, exact: true }).boundingBox()
          ),
        );
      const track = page.getByRole("listbox", { name: "Tracks" }).getByRole("option").nth(1);
      await track.waitFor();
      const before = await boxes();
      await track.dblclick();
      await page.getByRole("group", { name: "Playback" }).getByRole("button", { name: "Pause" }).waitFor();
      await page.locator(".now .time").getByText(/^0:(?!00)\d\d \//).waitFor();
      assertEquals(await boxes(), before);
      assertEquals(await page.evaluate("String(getSelection())"), "");
      await call(page, "queue.getCount", {});
      const kinds = await page.getByRole("listbox", { name: "Messages on the wire" }).locator(".kind")
        .allTextContents();
      assertEquals([...new Set(kinds)], ["call", "result"]);
    },
  ],
  ["a menu's row is chosen by mouse, through its submenus", async ({ page }) => {
    const menu = await openMenu(page);
    await menu.getByRole("menuitem", { name: "Add to" }).hover();
    await page.getByRole("menuitem", { name: "New playlist" }).hover();
    await page.getByRole("menuitem", { name: "Named…" }).click();
    assertEquals(await heard(page, "menu:dismiss"), [
      'menu:select {"menuId":"menu-1","itemId":"add-named"}',
      'menu:dismiss {"menuId":"menu-1","reason":"select"}',
    ]);
    await menu.waitFor({ state: "detached" });
  }, { slow: "its submenus open after a pause" }],
  ["a menu's row is chosen by keyboard, through its submenus", async ({ page }) => {
    await openMenu(page);
    const focused = () =>
      page.evaluate<string>(`document.activeElement.shadowRoot?.activeElement?.textContent`);
    for (
      const [key, row] of [
        ["a", "Add to›"],
        ["ArrowRight", "Queue"],
        ["ArrowDown", "New playlist›"],
        [
          "ArrowRight",
          "Named…",
        ],
        ["ArrowLeft", "New playlist›"],
        ["ArrowUp", "Queue"],
      ] as const
    ) {
      await page.keyboard.press(key);
      await assertComes(focused, row, key);
    }
    await page.keyboard.press("Enter");
    assertEquals(
      (await heard(page, "menu:dismiss"))[0],
      'menu:select {"menuId":"menu-1","itemId":"add-queue"}',
    );
    // The focus is restored.
    await assertComes(() => page.evaluate("document.activeElement.textContent"), "Call");
  }],
  ["a disabled row and a separator cannot be chosen, and the menu stays open", async ({ page }) => {
    const menu = await openMenu(page);
    await menu.getByRole("menuitem", { name: "Remove" }).click({ force: true });
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await menu.getByRole("separator").first().click({ force: true });
    await page.keyboard.press("Escape");
    assertEquals(await heard(page, "menu:dismiss"), ['menu:dismiss {"menuId":"menu-1","reason":"escape"}']);
  }],
  ["rating, slider and segments change by mouse and keyboard, and the menu stays open", async ({ page }) => {
    const menu = await openMenu(page);
    const rating = menu.getByRole("menuitem", { name: "Rating" });
    await rating.locator(".star").nth(4).click();
    await rating.press("ArrowLeft");
    await rating.press("0");
    const slider = menu.getByRole("menuitem", { name: "Volume" });
    await slider.press("End");
    await slider.press("ArrowRight");
    await slider.locator("input").click({ position: { x: 1, y: 8 } });
    const repeat = menu.getByRole("menuitem", { name: "Repeat" });
    await repeat.getByText("All").click();
    await repeat.getByText("List").click({ force: true });
    await repeat.press("ArrowLeft");
    await menu.getByRole("menuitem", { name: "Repeat One" }).waitFor();
    await page.getByRole("region", { name: "Menu overlay" }).getByRole("status").getByText("One").waitFor();
    await page.keyboard.press("Escape");
    const values = (await heard(page, "menu:dismiss")).slice(0, -1).map((text) => {
      const { itemId, value } = JSON.parse(text.replace("menu:valueChanged ", ""));
      return [itemId, value];
    });
    assertEquals(values, [["stars", 5], ["stars", 4], ["stars", 0], ["volume", 100], ["volume", 0], [
      "repeat",
      2,
    ], ["repeat", 1]]);
  }],
  [
    "a click outside closes a menu in both window modes; menu.close closes it with its animation",
    async ({ page, test }) => {
      for (const [index, windowMode] of ["fullscreen", "contentSized"].entries()) {
        const menu = await openMenu(page, { windowMode, x: 300, y: 200 });
        await page.mouse.click(1390, 890);
        assertStringIncludes(
          (await heard(page, `menu-${index + 1}","reason`)).at(-1) ?? "",
          '"reason":"outside"',
        );
        await menu.waitFor({ state: "detached" });
      }
      const menu = await openMenu(page, {
        windowMode: "contentSized",
        x: 900,
        y: 400,
        closeAnimationMs: 1000,
      });
      await page.evaluate(`(() => {
      const root = document.querySelector(".overlay-host").shadowRoot;
      new MutationObserver(() => document.body.dataset.left ??= root.querySelector(".closing") ? "yes" : undefined)
        .observe(root, { subtree: true, attributes: true });
    })()`);
      const closer = test.playground.openPanel("closer", false);
      await test.playground.call(closer, { id: 1, method: "menu.close", params: {} });
      await menu.waitFor({ state: "detached" });
      assertStringIncludes((await heard(page, `menu-3","reason`)).at(-1) ?? "", '"reason":"api"');
      assertEquals(await page.evaluate("document.body.dataset.left"), "yes");
    },
    { slow: "it waits for animations" },
  ],
  [
    "a menu's style replaces the built-in one, affects nothing else and loads nothing",
    async ({ page }) => {
      const css = "* { color: rgb(1, 2, 3) !important; background-image: url(http://evil.example/x.png) } " +
        "@import url(http://evil.example/y.css);";
      await openMenu(page, { css, cssReplace: true });
      const styleOf = (element: string, property: string) =>
        page.evaluate<string>(`getComputedStyle(${element}).${property}`);
      const drawn = 'document.querySelector(".overlay-host").shadowRoot.querySelector("[role=menu]")';
      assertEquals(await styleOf(drawn, "color"), "rgb(1, 2, 3)");
      assert(await styleOf("document.body", "color") !== "rgb(1, 2, 3)");
      assertEquals(await styleOf(drawn, "borderRadius"), "0px");
      await page.keyboard.press("Escape");
    },
  ],
  ["a menu's style cannot leave its box, and Escape closes a menu that its style hides", async ({ page }) => {
    const everything = ":host, .overlay, .menu, .menu::before";
    const lie = '.menu::before { content: "a lie"; position: fixed; inset: 0; background: red }';
    const large = "width: 100vw !important; height: 100vh !important; max-width: none !important; " +
      "max-height: none !important; z-index: 999999 !important; pointer-events: auto !important";
    for (
      const css of [
        `${everything} { ${large} } ${lie}`,
        `${everything} { ${large}; transform: translate(-100px, -100px) } ${lie}`,
        `${everything} { ${large}; position: fixed !important; inset: 0 !important } ${lie}`,
        `${everything} { ${large}; position: absolute !important; inset: -500px !important } ${lie}`,
        ".menu { display: none !important }",
        ".menu { visibility: hidden !important } .menu::before { visibility: visible } " + lie,
      ]
    ) {
      for (const windowMode of ["fullscreen", "contentSized"]) {
        const items = [{ id: "a", label: "Alpha" }];
        await call(page, "menu.show", { items, css, windowMode, x: 500, y: 300 });
        const box = page.locator(".overlay-box");
        await box.waitFor({ state: "attached" });
        const [width, strangers] = await page.evaluate<[number, number]>(`(() => {
          const box = document.querySelector(".overlay-box").getBoundingClientRect();
          let found = 0;
          // Everything on the page outside of the box.
          for (let x = 5; x < innerWidth; x += 30) for (let y = 5; y < innerHeight; y += 30) {
            if (x >= box.left && x <= box.right && y >= box.top && y <= box.bottom) continue;
            if (document.elementFromPoint(x, y).closest(".overlay-box")) found++;
          }
          return [box.width, found];
        })()`);
        assertEquals([width <= 640, strangers], [true, 0], `${windowMode} ${css}`);
        await page.keyboard.press("Escape");
        await box.waitFor({ state: "detached" });
      }
    }
  }, { slow: "it opens twelve menus" }],
  [
    "axe finds no violation on the page, with a result, a menu and its submenu, in light and dark colours",
    async ({ page }) => {
      await call(page, "queue.add", { tracks: [0] });
      for (const colours of ["light", "dark"]) {
        await page.getByLabel("Colours").selectOption(colours);
        await assertComes(() => page.evaluate("document.documentElement.dataset.scheme"), colours);
        assertEquals(await violations(page), [], colours);
        const menu = await openMenu(page, { backdropDarkMode: colours === "dark" });
        await menu.getByRole("menuitem", { name: "Add to" }).hover();
        await page.getByRole("menuitem", { name: "New playlist" }).waitFor();
        assertEquals(await violations(page), [], `${colours}, menu`);
        await page.keyboard.press("Escape");
        await page.keyboard.press("Escape");
        await menu.waitFor({ state: "detached" });
      }
      await call(page, "menu.show", { items: [] });
      await page.getByRole("menuitem", { name: "No items" }).waitFor();
      assertEquals(await violations(page), [], "empty menu");
    },
    { slow: "it checks five states of the page" },
  ],
  [
    "a dialog keeps the focus, is answered by keyboard, and closes when its page has gone",
    async ({ page, test }) => {
      const open = async (name: string, params: object): Promise<Locator> => {
        await chooseOperation(page, name);
        await card(page).getByLabel("JSON that is sent").fill(JSON.stringify(params));
        await card(page).getByRole("button", { name: "Call", exact: true }).click();
        const dialog = page.getByRole("dialog");
        await dialog.waitFor();
        return dialog;
      };
      const result = async (expected: object): Promise<void> => {
        await page.getByRole("dialog").waitFor({ state: "detached" });
        const shown = card(page).getByLabel("Result", { exact: true });
        await assertComes(async () => JSON.parse(await shown.textContent() ?? ""), {
          success: true,
          ...expected,
        });
      };
      const focused = () =>
        page.evaluate<string>("document.activeElement.textContent || document.activeElement.value");

      const question = { message: "<b>Sure?</b>", buttons: ["Yes", "No", "Later"], defaultButton: 1 };
      const dialog = await open("dialog.confirm", question);
      assertEquals(await dialog.locator("p").allTextContents(), ["Asked by “panel 1”", "?<b>Sure?</b>"]);
      assertEquals(await violations(page), []);
      assertEquals(await focused(), "No");
      const inside =
        'document.activeElement === document.body || document.activeElement.closest("dialog") !== null';
      for (let key = 0; key < 6; key++) {
        await page.keyboard.press("Tab");
        assert(await page.evaluate(inside), "the focus has left the dialog");
      }
      await dialog.getByRole("button", { name: "No" }).focus();
      await page.keyboard.press("Enter");
      await result({ response: 1, confirmed: false });
      await open("dialog.confirm", question);
      await page.keyboard.press("Escape");
      await result({ response: -1, confirmed: false });

      await open("dialog.prompt", { message: "Name", defaultValue: "Old" });
      assertEquals(await focused(), "Old");
      await page.keyboard.type("New");
      await page.keyboard.press("Enter");
      await result({ canceled: false, value: "New" });

      const field = (await open("dialog.openFile", { filters: ["*.mp3"] })).getByLabel("File");
      const proposed = page.locator("datalist option");
      await assertComes(async () => await proposed.count() > 0, true);
      for (const option of await proposed.all()) {
        assertMatch(await option.getAttribute("value") ?? "", /\.mp3$/);
      }
      // An empty field is no answer.
      await page.keyboard.press("Enter");
      await field.fill("/a.mp3");
      await page.keyboard.press("Enter");
      await result({ canceled: false, filePaths: ["/a.mp3"] });
      await (await open("dialog.openFile", { multiple: true })).getByLabel("Files, one a line").fill(
        "/a\n\n/b",
      );
      await page.getByRole("dialog").getByRole("button", { name: "OK" }).click();
      await result({ canceled: false, filePaths: ["/a", "/b"] });

      await open("dialog.openFolder", {});
      const [panel] = test.playground.panels.all;
      assert(panel);
      test.playground.pageGone(panel);
      await page.getByRole("dialog").waitFor({ state: "detached" });
    },
    { extensions: ["dialog"] },
  ],
  ["of two panels one gets the events of its menu, and both get selection:changed", async ({ page }) => {
    await page.getByRole("button", { name: "Add a panel" }).click();
    await card(page, 2).getByText("panel 2").waitFor();
    await call(page, "menu.show", { items: [{ id: "a", label: "Alpha" }] }, 2);
    await page.getByRole("menuitem", { name: "Alpha" }).click();
    await heard(page, "menu:dismiss", 2);
    await page.getByRole("listbox", { name: "Tracks" }).getByRole("option").nth(1).click();
    await Promise.all([heard(page, "selection:changed", 1), heard(page, "selection:changed", 2)]);
    assertEquals((await eventsOf(page, 1)).map((text) => text.split(" ")[0]), ["selection:changed"]);
    assertEquals((await eventsOf(page, 2)).map((text) => text.split(" ")[0]), [
      "menu:select",
      "menu:dismiss",
      "selection:changed",
    ]);
  }],
  ["a long queue is counted whole and listed in part", async ({ page }) => {
    await page.getByRole("heading", { name: "Queue (250)" }).waitFor();
    await page.getByText("And 50 more.").waitFor();
    assertEquals(await page.getByRole("button", { name: /^Remove .* from the queue$/ }).count(), 200);
  }, { host: playerWithLongQueue }],
  ["the user selects, plays, queues, and changes theme and locale", async ({ page }) => {
    const tracks = page.getByRole("listbox", { name: "Tracks" });
    await tracks.getByRole("option").nth(2).dblclick();
    await page.getByRole("group", { name: "Playback" }).locator("strong").waitFor();
    await page.getByRole("button", { name: "Queue", exact: true }).click();
    await page.getByRole("heading", { name: "Queue (1)" }).waitFor();
    await page.getByRole("button", { name: /^Remove .* from the queue$/ }).click();
    await page.getByRole("heading", { name: "Queue (0)" }).waitFor();
    await tracks.press("Home");
    await tracks.press("Shift+ArrowDown");
    await page.getByText("2 tracks, active_playlist_selection").waitFor();
    // The checkbox shows the player's state, which arrives a moment later.
    await page.getByLabel("Dark mode").click();
    await assertComes(() => page.getByLabel("Dark mode").isChecked(), false);
    await page.getByLabel("Locale").fill("de-AT");
    await page.getByLabel("Locale").press("Tab");
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    // The earlier requests were answered in order.
    await page.getByText("Nothing plays").waitFor();
    assertEquals((await call(page, "system.getTheme", {}) as { darkMode: boolean }).darkMode, false);
    assertEquals((await call(page, "system.getLocale", {}) as { locale: string }).locale, "de-AT");
  }, { slow: "it uses every control" }],
  [
    "markup in titles, labels, log lines, console lines, results and panel messages stays text",
    async ({ page }) => {
      const bad = '<img src=x onerror="document.title=1"><b id=bad>x</b>';
      await call(page, "console.log", { message: bad });
      await call(page, "log.write", { message: bad });
      await call(page, "misc.showPopupMessage", { message: bad, title: bad });
      await call(page, "clipboard.write", { text: bad });
      await call(page, "test.echo", { message: bad });
      await page.getByRole("log", { name: "Log file" }).getByText(bad).waitFor();
      await page.getByRole("log", { name: "Console" }).getByText(bad).waitFor();
      await page.getByRole("option", { name: bad }).first().waitFor();
      await call(page, "menu.show", {
        items: [
          {
            id: "a",
            label: bad,
            iconSvg: `<svg onload="document.title=1"><script>document.title=1</script></svg>`,
          },
          {
            id: "b",
            type: "nowplaying",
            title: bad,
            subtitle: bad,
            iconSvg: { viewBox: `"><b id=bad>`, content: bad },
          },
          { id: "c", type: "segmented", label: bad, segments: [{ label: bad }] },
        ],
      });
      await page.getByRole("menuitem", { name: bad }).first().waitFor();
      const found = `document.querySelectorAll("#bad").length +
      document.querySelector(".overlay-host").shadowRoot.querySelectorAll("#bad").length`;
      assertEquals(await page.evaluate(found), 0);
      assertEquals(await page.title(), "Tonearm playground");
      await page.keyboard.press("Escape");
    },
    {
      player: {
        tracks: [{
          path: "/music/bad.flac",
          title: '<img src=x onerror="document.title=1"><b id=bad>x</b>',
          artist: "<b id=bad>",
        }],
        playlists: [{ name: "<b id=bad>", tracks: [{ path: "/music/bad.flac", subsong: 0 }] }],
      },
      slow: "it fills every part of the page",
    },
  ],
  [
    "10,000 messages on the wire are a few rows on the page, and the filter finds one of them",
    async ({ page, test }) => {
      const panel = test.playground.openPanel("busy", false);
      for (let id = 0; id < 5000; id += 250) {
        await Promise.all(Array.from({ length: 250 }, (_, index) =>
          test.playground.call(panel, {
            id: id + index,
            method: "test.echo",
            params: { message: `word${id + index}` },
          })));
      }
      await page.locator(".wire").getByText("10000 of 10000").waitFor();
      const rows = page.getByRole("listbox", { name: "Messages on the wire" }).getByRole("option");
      assertLess(await rows.count(), 100);
      await page.getByRole("searchbox", { name: "Filter" }).fill("echo word4321");
      await page.locator(".wire").getByText("2 of 10000").waitFor();
      await rows.first().click();
      await page.getByRole("region", { name: /^Message \d+$/ }).getByText("word4321").waitFor();
      await page.getByRole("button", { name: "Pause" }).click();
    },
    { slow: "it makes 5000 calls" },
  ],
  ["search, choice and call work with the keyboard alone", async ({ page }) => {
    await page.getByLabel("Search operations").focus();
    await page.keyboard.type("test.echo");
    // The first Tab goes to the open namespace, the second to its operation.
    const found = page.locator(".operations").getByRole("button");
    await assertComes(() => found.allTextContents(), ["test.echo"]);
    for (const key of ["Tab", "Tab", "Enter"]) await page.keyboard.press(key);
    await card(page).getByRole("heading", { name: "test.echo" }).waitFor();
    await card(page).locator('[name="message"]').focus();
    await page.keyboard.type("by keyboard");
    await card(page).getByRole("button", { name: "Call", exact: true }).focus();
    await page.keyboard.press("Enter");
    await card(page).getByRole("status").getByText("test.echo: answered").waitFor();
    const messages = page.getByRole("listbox", { name: "Messages on the wire" });
    await messages.getByRole("option").first().waitFor();
    await messages.focus();
    await page.keyboard.press("End");
    await page.getByRole("region", { name: /^Message \d+$/ }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("region", { name: /^Message \d+$/ }).waitFor({ state: "detached" });
  }],
  ["at 360 pixels nothing is wider than the screen, and every part can be reached", async ({ page }) => {
    for (const part of ["Operations", "Panels", "Player", "Wire"]) {
      await page.getByRole("navigation").getByRole("button", { name: part }).click();
      await page.getByRole("heading", { name: new RegExp(`^${part}`), level: 2 }).waitFor();
      await assertComes(() => page.evaluate("document.documentElement.scrollWidth"), 360, part);
    }
    await page.getByRole("navigation").getByRole("button", { name: "Operations" }).click();
    // Choosing an operation shows the panel.
    await chooseOperation(page, "menu.show");
    await card(page).getByRole("button", { name: "Call", exact: true }).click();
    await page.getByRole("menu", { name: "Menu" }).waitFor();
    const box = await page.getByRole("menu", { name: "Menu" }).boundingBox();
    assert(box && box.x >= 0 && box.x + box.width <= 360, JSON.stringify(box));
    await page.keyboard.press("Escape");
  }, { width: 360, slow: "it takes some seconds" }],
];

async function reconnects(browser: Browser): Promise<void> {
  let test = await TestPlayground.start();
  const { port, address } = test.server;
  await using watched = await WatchedPage.open(browser, address);
  const { page } = watched;
  await call(page, "queue.add", { tracks: [0] });
  await test[Symbol.asyncDispose]();
  await page.getByText("Connection lost; trying again…").waitFor();
  test = await TestPlayground.start({ port });
  try {
    await page.getByText("Bridge is running").waitFor();
    assertEquals(await call(page, "queue.getCount", {}), { count: 0, hasItems: false });
    assertEquals(
      (await call(page, "panel.getConfig", {}) as { config: { panelName: string } }).config.panelName,
      "panel 1",
    );
  } finally {
    await test[Symbol.asyncDispose]();
  }
}

Deno.test({
  name: `the playground's page in a real browser${whyIgnored}`,
  ignore: browserProgram === undefined,
  async fn(t) {
    const browser = await launch();
    try {
      for (const [name, run, { width, slow, long, host, ...options } = {}] of steps) {
        const fn = async (): Promise<void> => {
          await using test = await TestPlayground.start({ ...options, ...host && { host: host() } });
          await using watched = await WatchedPage.open(browser, test.server.address, {
            ...width && { width },
          });
          if (width === undefined) await watched.page.getByText("Bridge is running").waitFor();
          await run({ test, page: watched.page, watched });
          // The browser reports what a menu's style may not load.
          assertEquals(watched.complaints.filter((text) => !text.includes("evil.example")), []);
          assertEquals(watched.complaints.filter((text) => text.startsWith("a request to")), []);
        };
        const isSlow = slow !== undefined && !TEST_ALL;
        const why = long === undefined ? undefined : whyLong("browser", long);
        const suffix = isSlow ? leftOut(slow) : why === undefined ? "" : ` [left out: ${why}]`;
        await t.step({ name: name + suffix, ignore: suffix !== "", fn });
      }
      await t.step(
        "an open page reconnects after a restart of the playground, with its panels",
        () => reconnects(browser),
      );
    } finally {
      await browser.close();
    }
  },
});
