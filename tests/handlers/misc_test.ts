import { assertEquals, assertRejects } from "@std/assert";
import { CancelledError, notAnswered } from "../../host_stdio/player.ts";
import { callOnce } from "../support/call_once.ts";
import { Harness, PlayerFailure } from "../support/harness.ts";
import { assertPlayerFaults } from "../support/player_faults.ts";

for (const command of ["exit", "restart", "showConsole", "showPreferences"] as const) {
  const name = `misc.${command}`;

  Deno.test(`${name} has the player run its command and answers success`, async () => {
    for (const params of [undefined, {}, { command: "exit", anything: [1] }]) {
      assertEquals(await callOnce({ "player.app.run": { executed: true } }, name, params), {
        result: { success: true },
        asked: [{ name: "player.app.run", params: { command } }],
      });
    }
  });

  Deno.test(`${name} fails when the player did not run the command`, async () => {
    const { result } = await callOnce({ "player.app.run": { executed: false } }, name);
    assertEquals(result, { success: false, error: "The player did not run the command" });
  });

  Deno.test(`${name} reports a player that fails`, async () => {
    await assertPlayerFaults({
      operation: name,
      player: { "player.app.run": { executed: true } },
      action: "player.app.run",
      misfits: [{}, { executed: 1 }, { executed: null }],
    });
  });
}

for (
  const [name, path] of [
    ["misc.getComponentPath", "C:\\profile\\user-components"],
    ["misc.getFoobarPath", "C:\\Program Files\\player"],
    ["misc.getProfilePath", "/home/ü/profile"],
  ] as const
) {
  const player = {
    "player.app.paths": {
      component: "C:\\profile\\user-components",
      installation: "C:\\Program Files\\player",
      profile: "/home/ü/profile",
    },
  };

  Deno.test(`${name} gives its directory twice, without a success field`, async () => {
    assertEquals(await callOnce(player, name), {
      result: { path, value: path },
      asked: [{ name: "player.app.paths", params: {} }],
    });
  });

  Deno.test(`${name} answers a JSON-RPC error when the player fails`, async () => {
    await assertPlayerFaults({
      operation: name,
      player,
      action: "player.app.paths",
      misfits: [{}, { component: "a", installation: "b" }, {
        component: "a",
        installation: "b",
        profile: null,
      }],
    });
  });
}

const search = { "player.app.showLibrarySearch": {} };

Deno.test("misc.showLibrarySearch opens the search with the query and answers it", async () => {
  for (const query of ["artist HAS abba", "", " ", "\u0000\ud800"]) {
    assertEquals(await callOnce(search, "misc.showLibrarySearch", { query }), {
      result: { success: true, query },
      asked: [{ name: "player.app.showLibrarySearch", params: { query } }],
    });
  }
});

Deno.test("misc.showLibrarySearch searches for nothing when the query is absent or null", async () => {
  for (const params of [undefined, {}, { query: null }]) {
    assertEquals(await callOnce(search, "misc.showLibrarySearch", params), {
      result: { success: true, query: "" },
      asked: [{ name: "player.app.showLibrarySearch", params: { query: "" } }],
    });
  }
});

Deno.test("misc.showLibrarySearch refuses a query that is no string", async () => {
  for (const query of [1, false, [], {}, ["a"]]) {
    assertEquals(await callOnce(search, "misc.showLibrarySearch", { query }), {
      result: { success: false, error: "query must be a string" },
      asked: [],
    });
  }
});

Deno.test("misc.showLibrarySearch reports a player that fails", async () => {
  await assertPlayerFaults({
    operation: "misc.showLibrarySearch",
    player: search,
    action: "player.app.showLibrarySearch",
  });
});

const popup = { "player.app.showPopup": {} };

/** Asserts what dialog is shown for some parameters. */
async function shows(params: unknown, dialog: { title: string; message: string }): Promise<void> {
  assertEquals(await callOnce(popup, "misc.showPopupMessage", params), {
    result: { success: true },
    asked: [{ name: "player.app.showPopup", params: dialog }],
  });
}

Deno.test("misc.showPopupMessage shows message and title", async () => {
  await shows({ message: "m", title: "t" }, { title: "t", message: "m" });
});

Deno.test("misc.showPopupMessage shows an empty message under the title Message when nothing is given", async () => {
  await shows(undefined, { title: "Message", message: "" });
  await shows({ message: null, msg: null, title: null }, { title: "Message", message: "" });
});

Deno.test("misc.showPopupMessage takes msg only when message is absent or null", async () => {
  await shows({ msg: "old" }, { title: "Message", message: "old" });
  await shows({ message: null, msg: "old" }, { title: "Message", message: "old" });
  await shows({ message: "m", msg: "old" }, { title: "Message", message: "m" });
  await shows({ message: "", msg: "old" }, { title: "Message", message: "" });
  await shows({ message: false, msg: "old" }, { title: "Message", message: "false" });
  await shows({ message: 0, msg: "old" }, { title: "Message", message: "0" });
});

Deno.test("misc.showPopupMessage serialises what is no string", async () => {
  await shows({ message: { a: [1, null] } }, { title: "Message", message: '{"a":[1,null]}' });
  await shows({ msg: [1, "b"] }, { title: "Message", message: '[1,"b"]' });
});

Deno.test("misc.showPopupMessage uses the default for a title that is no string and keeps an empty one", async () => {
  for (const title of [1, true, [], { a: 1 }]) await shows({ title }, { title: "Message", message: "" });
  await shows({ title: "" }, { title: "", message: "" });
});

Deno.test("misc.showPopupMessage answers success whatever becomes of the dialog", async () => {
  const thrown = (error: Error) => () => {
    throw error;
  };
  const replies = [undefined, thrown(new PlayerFailure()), thrown(notAnswered()), () => null as never];
  for (const reply of replies) {
    const harness = new Harness();
    if (reply) harness.player["player.app.showPopup"] = reply;
    assertEquals(await harness.call("misc.showPopupMessage", { message: "m" }), { success: true });
    assertEquals(harness.asked.length, 1);
    await harness.close();
  }
});

Deno.test("misc.showPopupMessage does not take a cancelled call for a success", async () => {
  const harness = new Harness({
    player: {
      "player.app.showPopup": () => {
        throw new CancelledError();
      },
    },
  });
  await assertRejects(() => harness.call("misc.showPopupMessage"), CancelledError);
  await harness.close();
});
