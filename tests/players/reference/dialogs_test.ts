import "../../support/deadline.ts";
import { assertEquals, assertRejects } from "@std/assert";
import { Dialogs } from "../../../players/model/dialogs.ts";
import { ActionError } from "../../../players/reference/mod.ts";
import { StrictPlayer } from "./strict_player.ts";

const folder = { kind: "openFolder", title: "Music" } as const;

Deno.test("dialogs: each panel has one, which its user answers", async () => {
  using strict = new StrictPlayer();
  const { player, user } = strict;
  const first = strict.ask("player.ui.dialog", folder, "p1");
  const none = strict.ask(
    "player.ui.dialog",
    { kind: "prompt", title: "Name", message: "", value: "" },
    null,
  );
  assertEquals(player.facts.dialogs, [
    { ...folder, id: 1, panel: "p1" },
    { kind: "prompt", title: "Name", message: "", value: "", id: 2, panel: null },
  ]);
  await assertRejects(() => strict.ask("player.ui.dialog", folder, "p1"), ActionError, "is open");
  assertEquals(user.answerDialog({}, 3), false);
  assertEquals(user.answerDialog({ value: "x" }, 2), true);
  assertEquals(await none, { value: "x" });
  assertEquals(user.answerDialog({ paths: ["/m"] }), true);
  assertEquals(await first, { paths: ["/m"] });
  assertEquals([user.answerDialog({}), player.facts.dialogs], [false, []]);
});

Deno.test("dialogs: the bridge, the end of the panel and the end of the bridge cancel one", async () => {
  const strict = new StrictPlayer();
  const asked = strict.ask("player.ui.dialog", folder);
  assertEquals(await strict.ask("player.ui.dialog", { kind: "close" }, "p2"), {});
  assertEquals(strict.player.facts.dialogs.length, 1);
  assertEquals(await strict.ask("player.ui.dialog", { kind: "close" }), {});
  assertEquals(await asked, {});
  const closed = strict.ask("player.ui.dialog", folder, "p2");
  strict.user.closePanel("p2");
  assertEquals(await closed, {});
  strict.close();

  const dialogs = new Dialogs(() => undefined);
  const gone = new AbortController();
  const left = dialogs.show(folder, "p1", gone.signal);
  gone.abort();
  assertEquals([await left, dialogs.open], [{}, []]);
});

// Shows: A file or a folder that the user has chosen with openFile or openFolder is allowed to that panel by media access, with
// all that is in the folder, until the panel closes.
Deno.test("dialogs: what the user has chosen is allowed to the panel until it closes", async () => {
  using strict = new StrictPlayer({ dialogUser: () => ({ paths: ["/m/private", "/m/a.secret"] }) });
  const paths = [
    "/m/private/a.mp3",
    "/m/a.secret",
    "/m/private",
    "/m/private/../private/b.mp3",
    "/n/private/a.mp3",
  ];
  const denied = async (panel: string) => {
    const answer = await strict.ask("player.media.authorize", { paths }, panel);
    return answer.denied.map(({ index }) => index);
  };
  const before = await denied("p1");
  assertEquals(before, [0, 1, 3, 4]);
  await strict.ask("player.ui.dialog", { kind: "saveFile", title: "", name: "", filters: [] });
  assertEquals(await denied("p1"), before);
  await strict.ask("player.ui.dialog", folder);
  assertEquals([await denied("p1"), await denied("p2")], [[3, 4], before]);
  strict.user.closePanel("p1");
  assertEquals(await denied("p1"), before);
});
