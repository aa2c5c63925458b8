import "../../support/deadline.ts";
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { CancelledError, notAnswered } from "../../../host_stdio/player.ts";
import { Harness, PlayerFailure, type SentEvent } from "../../support/harness.ts";
import { OverlayPlayer, settle } from "./overlay_player.ts";

const rows = [{ id: "a" }, { id: "off", enabled: false }, { id: "r", type: "rating" }];

type Step =
  | { do: "show"; panel: string | null }
  | { do: "cancel"; show: number }
  | { do: "close" }
  | { do: "answer"; how: "succeed" | "fail" | "silence" }
  | { do: "select" | "value" | "dismiss"; menu: number; row: string }
  | { do: "closePanel"; panel: string }
  | { do: "time" }
  | { do: "settle" };

const panel = fc.constantFrom("p1", "p2");
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("show" as const), panel: fc.option(panel, { freq: 5 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("cancel" as const), show: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.constant({ do: "close" as const }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("answer" as const),
      how: fc.constantFrom(
        "succeed" as const,
        "succeed" as const,
        "succeed" as const,
        "fail" as const,
        "silence" as const,
      ),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom("select" as const, "value" as const, "dismiss" as const),
      menu: fc.integer({ min: 1, max: 5 }),
      row: fc.constantFrom("a", "off", "r", "x"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("closePanel" as const), panel }) },
  { weight: 2, arbitrary: fc.constant({ do: "time" as const }) },
  { weight: 3, arbitrary: fc.constant({ do: "settle" as const }) },
);

interface Show {
  readonly panel: string | null;
  readonly controller: AbortController;
  outcome?: { menuId?: string; eventsBefore: number };
}

/** Carries out the steps, then answers all pending actions. */
class Run {
  readonly player = new OverlayPlayer();
  readonly harness = new Harness({ player: this.player.script });
  readonly shows: Show[] = [];

  async carryOut(step: Step): Promise<void> {
    const { harness } = this;
    // A connection delivers signals and runs timers only when no microtask is pending.
    if (step.do === "time" || "menu" in step) await settle();
    switch (step.do) {
      case "show":
        return this.#show(step.panel);
      case "cancel":
        return this.shows[step.show]?.controller.abort();
      case "close":
        return void harness.call("menu.close").then((result) => assertEquals(result, { success: true }));
      case "answer":
        return this.answer(step.how);
      case "select":
        return harness.signal("signal.overlaySelected", { menuId: `menu-${step.menu}`, itemId: step.row });
      case "value":
        return harness.signal("signal.overlayValueChanged", {
          menuId: `menu-${step.menu}`,
          itemId: step.row,
          value: 2,
        });
      case "dismiss":
        return harness.signal("signal.overlayDismissed", { menuId: `menu-${step.menu}`, reason: "user" });
      case "closePanel":
        return harness.closePanel(step.panel);
      case "time":
        return harness.clock.advance(1);
      case "settle":
        return await settle();
    }
  }

  answer(how: "succeed" | "fail" | "silence"): void {
    const action = this.player.pending.shift();
    if (how === "succeed") action?.succeed();
    else action?.fail(how === "fail" ? new PlayerFailure() : notAnswered());
  }

  /** Answers all pending actions, then closes the connection, which waits for pending calls. */
  async end(): Promise<void> {
    await settle();
    while (this.player.pending.length > 0) {
      this.answer("succeed");
      await settle();
    }
    const ended = this.harness.close();
    await settle();
    this.answer("succeed");
    await ended;
  }

  #show(panel: string | null): void {
    const show: Show = { panel, controller: new AbortController() };
    this.shows.push(show);
    const { harness } = this;
    harness.call("menu.show", { items: rows }, { panel, signal: show.controller.signal }).then((result) => {
      const menuId = result["success"] ? { menuId: String(result["menuId"]) } : {};
      show.outcome = { ...menuId, eventsBefore: harness.events.length };
    }, (error: unknown) => {
      assert(error instanceof CancelledError);
      show.outcome = { eventsBefore: harness.events.length };
    });
  }
}

/** The events of one menu, each with its index among all events. */
function eventsOf(events: readonly SentEvent[], menuId: string): { event: SentEvent; at: number }[] {
  return events.map((event, at) => ({ event, at }))
    .filter(({ event }) => (event.data as { menuId: string }).menuId === menuId);
}

Deno.test("each menu has one dismiss event, after its answer, last, for its own panel, in any interleaving of page, user and player", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40, size: "max" }), async (steps) => {
      const run = new Run();
      for (const step of steps) await run.carryOut(step);
      await run.end();

      const { harness, shows } = run;
      const shown = new Map<string, Show>();
      for (const show of shows) {
        assert(show.outcome, "every call is answered");
        if (show.outcome.menuId !== undefined) shown.set(show.outcome.menuId, show);
      }
      // Only menus whose id the bridge has returned have events.
      for (const { data } of harness.events) assert(shown.has((data as { menuId: string }).menuId));
      for (const [menuId, { panel, outcome }] of shown) {
        const own = eventsOf(harness.events, menuId);
        const names = own.map(({ event }) => event.event);
        assertEquals(names.filter((name) => name === "menu:dismiss").length, 1);
        assertEquals(names.at(-1), "menu:dismiss");
        const last = own.at(-1)?.event.data as { reason: string };
        const selects = names.filter((name) => name === "menu:select").length;
        assertEquals(selects, last.reason === "select" ? 1 : 0);
        if (selects === 1) assertEquals(names.at(-2), "menu:select");
        for (const { event, at } of own) {
          assertEquals(event.audience, panel === null ? "all" : { panel });
          assert(at >= (outcome?.eventsBefore ?? 0), "the answer precedes every event of the menu");
        }
      }
      // Menus open in the order of their ids, and the answers have the same order.
      const opens = harness.asked.filter(({ name }) => name === "player.overlay.open");
      assertEquals(
        opens.map(({ params }) => (params as { menuId: string }).menuId),
        opens.map((_open, at) => `menu-${at + 1}`),
      );
      const answers = [...shown.values()].map(({ outcome }) => outcome?.menuId);
      assertEquals(answers, [...answers].sort((a, b) => Number(a?.slice(5)) - Number(b?.slice(5))));
      assertEquals(run.player.pending, []);
    }),
    { numRuns: 500 },
  );
});

Deno.test("no menu opens while another one is opening or open", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40, size: "max" }), async (steps) => {
      const run = new Run();
      /** The menu that may be open in the player. */
      let onScreen: string | undefined;
      const { script } = run.player;
      const { "player.overlay.open": open, "player.overlay.close": close } = script;
      assert(typeof open === "function" && typeof close === "function");
      run.harness.player["player.overlay.open"] = async (params, panel) => {
        assertEquals(onScreen, undefined);
        onScreen = params.menuId;
        try {
          return await open(params, panel);
        } catch (error) {
          // A menu is not open when opening it failed. Without an answer, it may be open.
          if (error instanceof PlayerFailure) onScreen = undefined;
          throw error;
        }
      };
      run.harness.player["player.overlay.close"] = (params, panel) => {
        if (onScreen === params.menuId) onScreen = undefined;
        return close(params, panel);
      };
      const dismiss = run.harness.signal.bind(run.harness);
      run.harness.signal = (name, params) => {
        if (name === "signal.overlayDismissed" && (params as { menuId: string }).menuId === onScreen) {
          onScreen = undefined;
        }
        dismiss(name, params);
      };
      for (const step of steps) await run.carryOut(step);
      await run.end();
      assertEquals(onScreen, undefined, "no menu is left behind");
    }),
    { numRuns: 500 },
  );
});
