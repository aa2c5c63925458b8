/**
 * The namespace `clipboard`.
 *
 * @module
 */

import type { Scene } from "../scene.ts";

/** Text, HTML, files, and files that may not be read. */
export const clipboard: Scene = {
  title: "The clipboard",
  about: "Text, HTML with its plain-text fallback, and files that the player lets be read or not.",
  async play(stage) {
    const { player } = stage;
    await stage.call("clipboard.write", { text: "Nine Fathoms Down" });
    stage.claim("the clipboard holds the text", player.clipboard.text === "Nine Fathoms Down");
    await stage.call("clipboard.writeHTML", { html: "<b>Café</b> Régence", plainText: "Café Régence" });
    stage.show((player.clipboard.html ?? "").trimEnd().split("\r\n"));
    const path = "/music/Harbour Lights/Tidewater/01 Low Water.flac";
    await stage.call("clipboard.writeFiles", { paths: [path] });
    await stage.deed("the user copies two files in the file manager", () => {
      player.user.copy({ files: [path, "/music/unsorted/03 Who....mp3"] });
    });
    await stage.call("clipboard.read");
    await stage.refused("clipboard.write", { text: "" }, "text is required");
    await stage.refused(
      "clipboard.writeFiles",
      { paths: [path, "/music/../etc/passwd"] },
      "paths[1]: Path traversal detected",
    );
    await stage.refused(
      "clipboard.writeFiles",
      { paths: [path, "/music/private/Rehearsals/01 Count-In.wav"] },
      "paths[1]: Access denied",
    );
    stage.claim("what was on the clipboard is still there", player.clipboard.files?.length === 2);
  },
};
