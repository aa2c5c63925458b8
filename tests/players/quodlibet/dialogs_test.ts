import { assert, assertEquals } from "@std/assert";
import { eventually, QuodLibet, quodLibetTest } from "./real_quodlibet.ts";

const OK = -5, CANCEL = -6, CLOSED = -4;

quodLibetTest(
  "a panel asks by dialogs of Quod Libet, which end with its page and with the bridge",
  async (desktop) => {
    await desktop.panel("asks", { "index.html": "<!doctype html><title>Asks</title>" });
    await desktop.configure(["asks"]);
    await using player = await QuodLibet.start(desktop);
    const dialog = `tonearm.dialogs.open["asks"]`;
    const answers = () =>
      eventually(async () => assertEquals((await player.call("asks", "test.ping", {})).pong, true));
    const open = async (name: string, params: object): Promise<void> => {
      await player.page(
        "asks",
        `globalThis.answer = null; fb2k.invoke("dialog.${name}", ${JSON.stringify(params)})
          .then((given) => globalThis.answer = given, () => {}); true`,
      );
      await eventually(async () => assert(await player.evaluate(`"asks" in tonearm.dialogs.open`)));
    };
    const closed = () =>
      eventually(async () => assert(!await player.evaluate(`"asks" in tonearm.dialogs.open`)));
    const ask = async (name: string, params: object, response: number, before = "None"): Promise<unknown> => {
      await open(name, params);
      await player.evaluate(before);
      await player.evaluate(`${dialog}.response(${response})`);
      return await eventually(async () => {
        const given = await player.page("asks", "answer");
        assert(given !== null);
        return given;
      });
    };
    await answers();

    const question = { title: "Sure", message: "<b>Sure?</b>", buttons: ["Yes", "No_w"], defaultButton: 1 };
    await open("confirm", question);
    const texts = await player.evaluate(
      `[${dialog}.get_title(), ${dialog}.props.text, ${dialog}.props.secondary_text]`,
    );
    assertEquals(texts, ["Sure – Asks", "Sure – Asks", "<b>Sure?</b>"]);
    assertEquals(
      await player.evaluate(`[${dialog}.props.use_markup, ${dialog}.props.secondary_use_markup]`),
      [
        false,
        false,
      ],
    );
    // The page can be used meanwhile.
    const second = await player.call("asks", "dialog.prompt", {});
    assertEquals(second.error, "A dialog of this panel is open");
    await player.evaluate(`${dialog}.response(1)`);
    await eventually(async () =>
      assertEquals(await player.page("asks", "answer"), { success: true, response: 1, confirmed: false })
    );
    assertEquals(await ask("confirm", { ...question, type: "error" }, CLOSED), {
      success: true,
      response: -1,
      confirmed: false,
    });

    const entry =
      `next(each for each in ${dialog}.get_content_area().get_children() if hasattr(each, "get_placeholder_text"))`;
    assertEquals(await ask("prompt", { message: "Name", defaultValue: "Old" }, OK), {
      success: true,
      canceled: false,
      value: "Old",
    });
    assertEquals(await ask("prompt", {}, OK, `${entry}.set_text("New")`), {
      success: true,
      canceled: false,
      value: "New",
    });
    assertEquals(await ask("prompt", {}, CANCEL), { success: true, canceled: true, value: null });
    const filters = [{ name: "Sound", extensions: ["wav"] }, "*.m3u"];
    assertEquals(await ask("openFile", { filters, multiple: true }, CANCEL), {
      success: true,
      canceled: true,
      filePaths: [],
    });
    assertEquals(
      await ask(
        "saveFile",
        { defaultName: "../a.m3u" },
        CANCEL,
        `assert ${dialog}.get_current_name() == "a.m3u"`,
      ),
      {
        success: true,
        canceled: true,
        filePath: "",
      },
    );
    await open("openFolder", {});
    await player.evaluate(`${dialog}.set_current_folder("/usr/share")`);
    // GTK reads the folder first.
    await eventually(async () =>
      assertEquals(await player.evaluate(`${dialog}.get_filename()`), "/usr/share")
    );
    await player.evaluate(`${dialog}.response(${OK})`);
    await eventually(async () =>
      assertEquals(await player.page("asks", "answer"), {
        success: true,
        canceled: false,
        folderPath: "/usr/share",
      })
    );

    await open("openFolder", {});
    await player.page("asks", "globalThis.isOld = true; location.reload(); true");
    await closed();
    // A call of the old page would never be answered.
    await player.until("asks", "!globalThis.isOld");
    await answers();
    await open("openFolder", {});
    await player.evaluate("tonearm.bridge._process.child.kill()");
    await closed();
  },
);
