import { assert, assertEquals, assertLess, assertMatch, assertStringIncludes } from "@std/assert";
import axe from "axe-core";
import type { Browser, Locator, Page } from "playwright-core";
import { operations } from "../../handlers/mod.ts";
import type { ActionName } from "../../host_stdio/api/native_actions.ts";
import type { Player } from "../../players/model/player.ts";
import { ReferencePlayer } from "../../players/reference/mod.ts";
import { samples } from "../../playground/page/operations.ts";
import { setDeadline, waitFor } from "../support/deadline.ts";
import { tempDirectory } from "../support/temp_directory.ts";
import { leftOut, TEST_ALL, whyLong } from "../support/test_all.ts";
import { browserProgram, launch, WatchedPage, whyIgnored } from "./browser.ts";
import { assertComes, call, card, chooseOperation, eventsOf, heard, pressCall } from "./page_actions.ts";
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

/** The rules of axe that the page violates, each with the elements. */
async function violations(page: Page): Promise<string[]> {
  // The colours of buttons change in a transition.
  await page.evaluate("Promise.all(document.getAnimations().map(({ finished }) => finished))");
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>("axe.run(document)");
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join()).join("; ")}`);
}

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

async function framedPanel(browser: Browser): Promise<void> {
  await using temporary = await tempDirectory();
  const folder = temporary.path;
  await Deno.writeTextFile(
    `${folder}/index.html`,
    `<!doctype html><head><script src="/app.js"></script></head><p id=out>`,
  );
  await Deno.writeTextFile(
    `${folder}/app.js`,
    `
      const text = {};
      const note = (key, value) => { text[key] = value; document.querySelector("#out").textContent = JSON.stringify(text); };
      text.first = [typeof fb2k.playlist.getAll, typeof fb2k.scrobbler.submit, typeof fb2k.ui];
      addEventListener("DOMContentLoaded", async () => {
        const { fb2k } = window;
        fb2k.on("selection:changed", ({ count }) => note("selected", count));
        addEventListener("fb2k:selection:changed", ({ detail }) => note("selectedOnWindow", detail.count));
        note("name", (await fb2k.invoke("panel.getConfig")).config.panelName);
        note("unknown", await fb2k.invoke("ui.doSomething", { x: 1 }).catch(({ code, message }) => [code, message]));
        fb2k.on("scrobbler:submitted", (data) => note("event", data));
        note("plugin", await fb2k.scrobbler.submit({ title: "a" }));
        const playlists = await fb2k.playlist.getAll();
        note("extension", [playlists.success, playlists.map(({ name }) => name), playlists.count]);
        note("shutdown", await fb2k.invoke("bridge.shutdown").catch(({ code }) => code));
        try { note("parent", parent.document.title); } catch (error) { note("parent", error.name); }
        const elsewhere = "http://127.0.0.1:" + location.port + "/";
        note("elsewhere", await fetch(elsewhere).then(() => "got", (error) => error.name));
        note("done", true);
      });`,
  );
  const plugins =
    new URL("../../clients/typescript/examples/scrobbler/scrobbler.ts", import.meta.url).pathname;
  await using test = await TestPlayground.start({ folder, plugins, extensions: ["playlist"] });
  await using watched = await WatchedPage.open(browser, test.server.address);
  const { page } = watched;
  const out = page.frameLocator("iframe").locator("#out");
  await out.getByText('"done":true').waitFor();
  await page.getByRole("listbox", { name: "Tracks" }).getByRole("option").nth(1).click();
  await out.getByText('"selectedOnWindow":1').waitFor();
  assertEquals(JSON.parse(await out.textContent() ?? ""), {
    first: ["function", "function", "undefined"],
    name: "framed",
    unknown: [-32601, "Method not found: ui.doSomething"],
    event: { title: "a", count: 1 },
    plugin: { success: true, count: 1 },
    extension: [true, ["Albums", "Favourites", "Collection", "Radio & Streams", "New Playlist"], 5],
    shutdown: -32601,
    parent: "SecurityError",
    elsewhere: "TypeError",
    done: true,
    selected: 1,
    selectedOnWindow: 1,
  });
  // The list shows the last rows only.
  for (const row of ["error ui.doSomething", "refused bridge.shutdown"]) {
    await page.getByRole("searchbox", { name: "Filter" }).fill(row.split(" ")[1] ?? "");
    await page.getByRole("option", { name: row }).waitFor();
  }
  // The page lists the operations of plugins and shows their events.
  // Choosing one opens a form in a panel of the page: the existing panel has no forms.
  await chooseOperation(page, "scrobbler.submit");
  // The parameters of a plugin are not known.
  assertEquals(await page.getByText("No parameters.").count(), 0);
  await assertComes(
    () =>
      page.evaluate(`(() => {
          const bottom = (selector) => document.querySelector(selector).getBoundingClientRect().bottom;
          return bottom("article.chosen h3") < bottom(".cards");
        })()`),
    true,
  );
  assertEquals(await call(page, "scrobbler.submit", { title: "b" }, 2), { success: true, count: 2 });
  assertEquals((await heard(page, '"count":2', 2)).at(-1), 'scrobbler:submitted {"title":"b","count":2}');
  // A listener for an event of a plugin is no problem.
  const problems = page.getByRole("log", { name: "Problems" }).locator("div");
  await assertComes(async () => (await problems.allTextContents()).slice(0, 2), [
    'there is no operation "ui.doSomething"',
    'there is no operation "bridge.shutdown"',
  ]);
  // The only complaints are about its request to another host.
  const refused =
    `app.js: http://127.0.0.1:${test.server.port}/ is refused, because a panel reaches only its own folder`;
  assertEquals(watched.complaints.filter((text) => !text.includes("Content Security Policy")), [refused]);
}

/** A panel with a mistake of each kind. */
const MISTAKES = `
fb2k.on("playback:trakChanged", () => {});
addEventListener("fb2k:queue:changed", () => {});
addEventListener("fb2k:selection:changed", () => {});
if (fb2k.artwork?.getCurrent) throw new Error("there are no extensions");
await fb2k.queue.add({ traks: [1] });
await fb2k.invoke("queue.ad", {}).catch(() => {});
fb2k.invoke("test.ping", 5);
setTimeout(() => fb2k.quue.add({ tracks: [1] }));
setTimeout(() => fb2k.queue.ad({ tracks: [1] }));
setTimeout(() => { throw "a text"; });
Promise.reject(new RangeError("too far"));
document.querySelector("#row").addEventListener("keydown", ({ key }) => {
  if (key === "m") fb2k.invoke("menu.show", { items: [{ id: "a", label: "Alpha" }], windowMode: "contentSized" });
});
fb2k.invoke();
fb2k.on("queueChanged", () => {});
fb2k.once("playback:queueChanged");
`;

/** The list shows each mistake of a panel on the page and on the terminal, in the frame's place nothing moves. */
async function showsProblems(browser: Browser): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const folder = await Deno.makeTempDir();
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const test = stack.use(await TestPlayground.start({ folder }));
  const { page } = stack.use(await WatchedPage.open(browser, test.server.address));
  const missing = "index.html: no such file in the panel's folder";
  await page.frameLocator("iframe").getByText(missing).waitFor();
  const problems = page.getByRole("log", { name: "Problems" }).locator("div");
  await assertComes(() => problems.allTextContents(), [missing]);
  await page.getByRole("status").getByText("1 problem").waitFor();
  assertEquals(test.reported, [`framed: ${missing}`]);
  const before = await page.locator("iframe").boundingBox();

  // The page comes by itself when the file is there. Its own mistakes replace the missing file.
  await Deno.writeTextFile(`${folder}/app.js`, MISTAKES);
  const html =
    `<!doctype html><script type="module" src="app.js"></script><ul><li>One<li tabindex=0 id=row>Two</ul>`;
  await Deno.writeTextFile(`${folder}/index.html`, html);
  const expected = [
    `a call of test.ping was rejected: Invalid params: params must be an object (-32602)`,
    "app.js:12: unhandled rejection: RangeError: too far",
    "app.js:9: uncaught TypeError: Cannot read properties of undefined (reading 'add'); did you mean \"queue.add\"?",
    'app.js:10: uncaught TypeError: fb2k.queue.ad is not a function; did you mean "queue.add"?',
    "app.js:11: uncaught a text",
    'queue.add has no parameter "traks"; did you mean "tracks"?',
    'there is no event "playback:trakChanged"; did you mean "playback:trackChanged"?',
    'there is no event "queue:changed"',
    "app.js:16: unhandled rejection: TypeError: The name of an operation must be a string",
    'there is no event "queueChanged"; did you mean "playback:queueChanged"?',
    "the listener of playback:queueChanged is not a function",
    'there is no operation "queue.ad"; did you mean "queue.add"?',
  ].toSorted();
  await assertComes(async () => (await problems.allTextContents()).toSorted(), expected);
  assertEquals(test.reported.slice(1).toSorted(), expected.map((text) => `framed: ${text}`));
  assertEquals(await page.locator("iframe").boundingBox(), before);
  assertEquals(await violations(page), []);

  // A key opens a menu below the row that has the focus, wherever the pointer is.
  const row = page.frameLocator("iframe").locator("#row");
  await page.mouse.move(1000, 800);
  await row.press("m");
  const menu = await page.getByRole("menu", { name: "Menu" }).boundingBox();
  const box = await row.boundingBox();
  assert(menu && box, "menu and row are visible");
  assertLess(Math.abs(menu.x - box.x), 20);
  assertLess(Math.abs(menu.y - box.y - box.height), 20);
}

/** Ways to request an address on another host. The last one navigates the frame. */
const waysOut: Readonly<Record<string, string>> = {
  fetch: 'fetch(at, { mode: "no-cors" }).catch(() => {})',
  image: "new Image().src = at",
  socket: 'new WebSocket(at.replace("http", "ws"))',
  beacon: 'navigator.sendBeacon(at, "x")',
  events: "new EventSource(at)",
  style: "document.body.style.background = `url(${at})`",
  module: "import(at).catch(() => {})",
  prefetch: 'add("link", { rel: "prefetch", href: at })',
  frame: 'add("iframe", { src: at })',
  popup: "open(at)",
  top: "top.location = at",
  download: 'add("a", { download: "x", href: at }).click()',
};

async function reachesNoHost(browser: Browser): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const folder = await Deno.makeTempDir();
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const requests: string[] = [];
  const turn = Promise.withResolvers<void>();
  // Another port of this machine is another origin.
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  const hear = async (connection: Deno.Conn): Promise<void> => {
    using _connection = connection;
    const bytes = new Uint8Array(1000);
    const count = await connection.read(bytes).catch(() => null);
    // A connection alone is not a request. A message of WebRTC's TURN begins with two zero bits.
    if (count === null) return;
    if ((bytes[0] ?? 0) < 0x40) return turn.resolve();
    requests.push(new TextDecoder().decode(bytes.subarray(0, count)));
  };
  const listening = (async () => {
    for await (const connection of listener) void hear(connection);
  })();
  stack.defer(async () => {
    listener.close();
    await listening;
  });
  const ways = Object.entries(waysOut).map(([name, way]) =>
    `{ const at = "http://127.0.0.1:${port}/${name}"; try { ${way} } catch {} }`
  );
  await Deno.writeTextFile(
    `${folder}/index.html`,
    `<!doctype html><body><script>
      const add = (tag, members) => {
        const element = Object.assign(document.createElement(tag), members);
        document.body.append(element);
        return element;
      };
      const server = { urls: "turn:127.0.0.1:${port}?transport=tcp", username: "u", credential: "c" };
      const peer = new RTCPeerConnection({ iceServers: [server] });
      peer.createDataChannel("x");
      peer.createOffer().then((offer) => peer.setLocalDescription(offer));
      addEventListener("message", () => { ${ways.join("\n")} });
    </script><p>Ready`,
  );
  const test = stack.use(await TestPlayground.start({ folder }));
  for (const hash of ["", "#panel"]) {
    await using watched = await WatchedPage.open(browser, test.server.address + hash);
    const { page } = watched;
    await page.frameLocator("iframe").getByText("Ready").waitFor();
    // docs/panels.md, "An existing panel" says that no policy blocks WebRTC. This fails in a browser that blocks it.
    await waitFor("the turn of the answer", turn.promise);
    await page.evaluate("document.querySelector('iframe').contentWindow.postMessage('go', '*')");
    const unrefused = (): Promise<string[]> =>
      Promise.resolve(
        Object.keys(waysOut).filter((name) =>
          !watched.complaints.some((text) => isRefusal(text, name, port))
        ),
      );
    await assertComes(unrefused, [], hash);
    assertEquals(requests, []);
  }
}

/** A page under no policy would let the panel reach every host: it could request through it, or be answered by it. */
async function staysUnderItsPolicy(browser: Browser): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const folder = await Deno.makeTempDir();
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  await Deno.writeTextFile(`${folder}/worker.js`, "");
  await Deno.writeTextFile(
    `${folder}/index.html`,
    `<!doctype html><body><output></output><script type="module">
      const domain = location.hostname;
      for (let at = 0; at < 180; at++) document.cookie = "c" + at + "=" + "x".repeat(4000) + "; domain=" + domain;
      const reach = async (tag, source, path) => {
        const inner = Object.assign(document.createElement(tag), { [source]: path });
        const loaded = new Promise((resolve, reject) => Object.assign(inner, { onload: resolve, onerror: reject }));
        document.body.append(inner);
        await loaded;
        return inner.contentWindow.fetch;
      };
      // The runtime refuses the long address, the playground the other one.
      const paths = ["/missing", "/" + "x".repeat(300_000)];
      const ways = [
        ...paths.flatMap((path) => [reach("iframe", "src", path), reach("object", "data", path)]),
        navigator.serviceWorker.register("/worker.js"),
      ];
      const outcomes = ways.map((way) => way.then(() => "allowed", ({ name, type }) => name ?? type));
      document.querySelector("output").textContent = await Promise.all(outcomes);
    </script>`,
  );
  const test = stack.use(await TestPlayground.start({ folder }));
  await using watched = await WatchedPage.open(browser, `${test.server.address}#panel`);
  const output = watched.page.frameLocator("iframe").locator("output");
  const outcomes = ["SecurityError", "error", "SecurityError", "error", "TypeError"];
  await assertComes(async () => (await output.textContent())?.split(","), outcomes);
  // The runtime refuses the 700 kB of cookies that are sent now.
  await watched.page.reload();
  await assertComes(async () => (await output.textContent())?.split(","), outcomes);
}

/** A panel that takes the focus gets what is typed only if the user has gone there. */
async function leavesTheFocus(browser: Browser): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const folder = await Deno.makeTempDir();
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  await Deno.writeTextFile(
    `${folder}/index.html`,
    `<!doctype html><body><input id="field"><output></output><script>
      const out = document.querySelector("output");
      addEventListener("keydown", ({ key }) => out.textContent += key);
      addEventListener("message", ({ data }) => data === "take" && setInterval(() => (field.focus(), focus()), 20));
    </script>`,
  );
  const test = stack.use(await TestPlayground.start({ folder }));
  const { page } = stack.use(await WatchedPage.open(browser, test.server.address));
  const frame = page.frameLocator("iframe");
  const search = page.getByLabel("Search operations");
  await search.pressSequentially("a");
  const box = await frame.locator("#field").boundingBox();
  assert(box, "the field is visible");
  await page.mouse.move(box.x + 5, box.y + 5, { steps: 50 });
  await page.mouse.down();
  await page.mouse.up();
  await page.keyboard.type("bc");
  await assertComes(() => frame.locator("output").textContent(), "bc");

  await search.fill("");
  await search.pressSequentially("my ");
  await page.mouse.move(5, 5);
  await page.evaluate("document.querySelector('iframe').contentWindow.postMessage('take', '*')");
  await page.getByRole("status").getByText("Stopped: it took the focus again and again").waitFor();
  await page.keyboard.type("secret");
  assertEquals(await search.inputValue(), "my secret");
}

/** A panel in a tab of its own: a page that counts its visits in its storage, with files of another host. */
async function panelTab(browser: Browser): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const folder = await Deno.makeTempDir();
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const writePage = (more: string) =>
    Deno.writeTextFile(
      `${folder}/index.html`,
      `<!doctype html><head>
        <link rel="stylesheet" href="//evil.example/a.css?b=1"><link rel="stylesheet" href="style.css">
      </head><body><output id="out"></output><p style="font-family: f">${more}</p><script type="module">
        // An invisible page loads no fonts by itself.
        document.fonts.load("16px f").catch(() => {});
        const visits = localStorage.visits = Number(localStorage.visits ?? 0) + 1;
        const name = (await fb2k.invoke("panel.getConfig")).config.panelName;
        const storage = (() => { try { return top.localStorage.length } catch (error) { return error.name } })();
        const items = [{ id: "a", label: "Alpha" }];
        out.textContent = JSON.stringify({ visits, name, storage, size: [innerWidth, innerHeight] });
        fb2k.on("menu:dismiss", ({ reason }) => out.textContent += reason);
        if (visits === 2) await fb2k.invoke("menu.show", { items, x: 300, y: 200, windowMode: "contentSized" });
      </script>`,
    );
  await writePage("first");
  await Deno.writeTextFile(
    `${folder}/style.css`,
    "@import url(http://evil.example/b.css); @font-face { font-family: f; src: url(http://evil.example/c.woff2) }",
  );
  const first = await TestPlayground.start({ folder });
  const { port, address } = first.server;
  const watched = stack.use(await WatchedPage.open(browser, `${address}#panel`));
  const { page } = watched;
  const frame = page.frameLocator("iframe");
  const out = frame.locator("#out");
  const expected = (visits: number, name = "tab") =>
    JSON.stringify({ visits, name, storage: "SecurityError", size: [1400, 900] });
  await assertComes(() => out.textContent(), expected(1));
  assertEquals(await page.title(), "Panel tab");
  const refused = [
    "index.html: http://evil.example/a.css?b=1 is refused, because a panel reaches only its own folder. " +
    "Copy this stylesheet into the folder and load it from there.",
    "style.css: http://evil.example/b.css is refused, because a panel reaches only its own folder. " +
    "Copy this stylesheet into the folder and load it from there.",
    "style.css: http://evil.example/c.woff2 is refused, because a panel reaches only its own folder. " +
    "Copy this font into the folder and load it from there.",
  ];
  const reportOf = (name: string): string[] => refused.map((text) => `${name}: ${text}`);
  await assertComes(() => Promise.resolve(first.reported.toSorted()), reportOf("tab"));
  for (const text of refused) {
    await assertComes(() => Promise.resolve(watched.complaints.includes(text)), true);
  }

  // The page changes, and opens a menu. A click beside the menu, into the frame, closes it.
  await writePage("second");
  await frame.getByText("second").waitFor();
  await page.getByRole("menuitem", { name: "Alpha" }).waitFor();
  await page.mouse.click(20, 800);
  await assertComes(() => out.textContent(), `${expected(2)}outside`);

  // The tab outlives a restart, with its name and its storage.
  await first[Symbol.asyncDispose]();
  const second = stack.use(await TestPlayground.start({ folder, port }));
  await assertComes(() => out.textContent(), expected(3));
  assertMatch(page.url(), /^http:\/\/tab\.[0-9a-f]{32}\.localhost:\d+\/.*#panel=tab$/);
  // A page that is left reports nothing more.
  const reportedOf = (name: string): Promise<string[]> =>
    Promise.resolve(second.reported.filter((text) => text.startsWith(`${name}: `)).toSorted());
  await assertComes(() => reportedOf("tab"), reportOf("tab"));
  // Another panel of the same folder has a storage of its own.
  await page.goto(`${address}#panel=other`);
  await assertComes(() => out.textContent(), expected(1, "other"));
  await assertComes(() => reportedOf("other"), reportOf("other"));
  await page.goto(address);
  // The playground's page lists the problems of its own panel, and those of the panels in tabs.
  const problems = (name: string): Promise<string[]> =>
    page.getByRole("log", { name, exact: true }).locator("div").allTextContents();
  // The browser gives a frame on another host no storage.
  const noStorage =
    "framed: index.html: uncaught SecurityError: Failed to read the 'localStorage' property " +
    "from 'Window': Access is denied for this document.";
  const all = [...["framed", "other", "tab"].flatMap(reportOf), noStorage].toSorted();
  await assertComes(() => Promise.resolve(second.reported.toSorted()), all);
  const others = ["other", "tab"].flatMap(reportOf);
  await page.getByRole("status").getByText("6 problems in other panels").waitFor();
  await assertComes(async () => (await problems("Problems of other panels")).toSorted(), others);
  const own = all.filter((text) => !others.includes(text)).map((text) => text.replace("framed: ", ""));
  await assertComes(async () => (await problems("Problems")).toSorted(), own);
}

/** Whether a message of the browser reports the refusal of a request. */
function isRefusal(text: string, name: string, port: number): boolean {
  // For a frame the browser reports only the origin and the policy.
  const framing = `Framing 'http://127.0.0.1:${port}/' violates`;
  if (name === "download") return text.startsWith(framing) && text.includes('"frame-src http://*.localhost');
  if (name === "top") return text.startsWith("Unsafe attempt to initiate navigation for frame with origin");
  if (name === "frame") return text.startsWith(framing) && text.includes('"frame-src data: blob:"');
  return text.includes(`127.0.0.1:${port}/${name}`);
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
      await t.step(
        "an existing panel has window.fb2k and calls the bridge, its extensions and plugins under its own name",
        () => framedPanel(browser),
      );
      await t.step(
        "the problems of an existing panel are listed on the page and on the terminal, without moving its frame",
        () => showsProblems(browser),
      );
      await t.step(
        "an existing panel in a tab keeps its storage, reloads when its files change and learns of refused requests",
        () => panelTab(browser),
      );
      await t.step(
        "an existing panel requests nothing from another host, except by WebRTC as documented",
        () => reachesNoHost(browser),
      );
      await t.step(
        "an existing panel in a tab neither reaches into a refused page nor registers a service worker, with 700 kB of cookies",
        () => staysUnderItsPolicy(browser),
      );
      await t.step(
        "an existing panel that takes the focus from a text field loses it, and is stopped when it goes on",
        () => leavesTheFocus(browser),
      );
    } finally {
      await browser.close();
    }
  },
});
