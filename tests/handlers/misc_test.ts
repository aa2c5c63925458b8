import "../support/deadline.ts";
import { assertRejects } from "@std/assert";
import { CancelledError } from "../../host_stdio/player.ts";
import { Harness } from "../support/harness.ts";

Deno.test("a cancelled misc.showPopupMessage does not succeed", async () => {
  await using harness = new Harness({
    player: {
      "player.app.showPopup": () => {
        throw new CancelledError();
      },
    },
  });
  await assertRejects(() => harness.call("misc.showPopupMessage"), CancelledError);
});
