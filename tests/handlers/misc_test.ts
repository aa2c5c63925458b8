import { assertRejects } from "@std/assert";
import { CancelledError } from "../../host_stdio/player.ts";
import { Harness } from "../support/harness.ts";

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
