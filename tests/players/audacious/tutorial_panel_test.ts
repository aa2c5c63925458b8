import { assertEquals } from "@std/assert";
import { root } from "../../../tools/tree.ts";
import { Reader } from "../../docs/tutorial_panels.ts";
import { wav } from "../mpv/real_mpv.ts";
import {
  answerQuestion,
  Audacious,
  audaciousTest,
  type Desktop,
  eventually,
  settings,
  sideBySide,
  tracks,
  until,
} from "./real_audacious.ts";

/** Copies the files of a folder into the user's folder of a panel. */
async function copyPanel(desktop: Desktop, from: string | URL, panel: string): Promise<void> {
  for await (const { name } of Deno.readDir(from)) {
    const path = from instanceof URL ? new URL(name, from) : `${from}/${name}`;
    await desktop.write({ [`tonearm/panels/${panel}/${name}`]: await Deno.readTextFile(path) });
  }
}

audaciousTest("the first panel of docs/panels.md works in Audacious", async (desktop) => {
  await using reader = await Reader.open("Your first panel");
  // The files are complete when the tutorial reaches mpv.
  for (const player of ["reference", "mpv"]) assertEquals((await reader.untilPlayground()).player, player);
  await copyPanel(desktop, reader.folder, "my_panel");
  await desktop.write({ config: settings(undefined, ["my_panel"]) });
  const [path = ""] = await tracks(desktop, 60);
  await using audacious = await Audacious.start(desktop);
  await desktop.audtool("--playlist-addurl", `file://${encodeURI(path)}`);
  using page = await audacious.page("my_panel");
  await until(page, `document.querySelector("h1").textContent === "Nothing is playing"`);
  await desktop.audtool("--playback-play");
  await until(page, `document.querySelector("h1").textContent === "Title 1"`);
  await page.evaluate(`document.querySelector("button").click()`);
  await until(page, `document.querySelector("ol").textContent === "Title 1"`);
  assertEquals(await desktop.audtool("--playqueue-length"), "1");
  await page.evaluate(
    `document.querySelector("li").dispatchEvent(new MouseEvent("contextmenu", { bubbles: true }))`,
  );
  // The menu has the keyboard focus as soon as it is open.
  await eventually(() => desktop.menu());
  await desktop.xdotool("key", "--delay", "100", "Down", "Return");
  await until(page, `document.querySelector("ol").textContent === ""`);
  assertEquals(await desktop.audtool("--playqueue-length"), "0");
});

audaciousTest(
  "the radio of docs/panels.md waits in Audacious until its streams are permitted, and panels only show them",
  async (desktop) => {
    const { addr, shutdown } = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      (request) => {
        const { hostname, port } = new URL(request.url);
        const there = { headers: { location: `http://localhost:${port}/` }, status: 302 };
        if (hostname === "127.0.0.1") return new Response(null, there);
        return new Response(wav(60, { INAM: "From afar" }), { headers: { "content-type": "audio/wav" } });
      },
    );
    await using _server = { [Symbol.asyncDispose]: shutdown };
    await using reader = await Reader.open("A radio");
    await reader.untilPlayground();
    await reader.change("tracks.js", "radio.example/${number}.mp3", `127.0.0.1:${addr.port}/\${number}.wav`);
    // The user's panels replace the shipped ones, so all three are in sight.
    const { config = "", ...layout } = await sideBySide(["library", "now_playing", "radio"]);
    await desktop.write({ config: config.replace(/streams=.*/, ""), ...layout });
    await copyPanel(desktop, reader.folder, "radio");
    await copyPanel(desktop, new URL("panels/create/template/panel/", root), "library");
    await using audacious = await Audacious.start(desktop);
    using radio = await audacious.page("radio");
    using made = await audacious.page("library");
    using shown = await audacious.page("now_playing");
    for (const page of [made, shown]) {
      await until(page, `document.querySelector("#title").textContent === "Nothing is playing"`);
    }
    await radio.evaluate(`document.querySelector("#start").click()`);
    await answerQuestion(desktop, "alt+y");
    await answerQuestion(desktop, "alt+y");
    // The first track has failed at the host to which the first one leads.
    await until(radio, `document.querySelector("#now").textContent === "Track 2"`);
    for (const page of [made, shown]) {
      await until(page, `document.querySelector("#title").textContent === "From afar"`);
    }
    // The page has asked for the cover by now.
    assertEquals((await shown.call("artwork.getFb2kUrl")).available, false);
    assertEquals(await desktop.xdotool("search", "--name", "Play streams?").catch(() => ""), "");
  },
);
