import "../../support/deadline.ts";
import { join } from "@std/path";
import { root } from "../../../tools/tree.ts";
import { build, plugin, run, withoutAudacious } from "./real_audacious.ts";

const PACKAGES = ["audacious", "Qt6WebEngineWidgets", "Qt6WebChannel"];
const hasQt6 = await run("pkg-config", ["--exists", ...PACKAGES]).then(() => true, () => false);
const why = withoutAudacious ?? (hasQt6 ? undefined : "qt6-webengine-dev is not installed");

Deno.test({
  name: `the plugin's sources compile with Qt 6${why === undefined ? "" : ` (ignored: ${why})`}`,
  ignore: why !== undefined,
  async fn() {
    // The types of native actions are written when the plugin is built.
    await plugin();
    const source = new URL("players/audacious/source", root).pathname;
    const files = (await run("find", [source, "-name", "*.cpp"])).trim().split("\n").sort();
    const directory = await Deno.makeTempDir({ prefix: "tonearm-audacious-test-" });
    const all = join(directory, "all.cpp");
    await Deno.writeTextFile(all, files.map((file) => `#include "${file}"\n`).join(""));
    // Nothing is linked, so what moc makes of the classes in this file is not needed.
    await Deno.writeTextFile(join(directory, "view.moc"), "");
    const folders = [
      directory,
      source,
      join(build, "library/include"),
      new URL("clients/cpp/include", root).pathname,
    ];
    const macros = [
      "QT_NO_KEYWORDS",
      "HAVE_GETTEXT",
      'PACKAGE=""',
      'VERSION_OF_AUDACIOUS=""',
    ];
    await run("g++", [
      ...["-std=c++17", "-fPIC", "-fsyntax-only", "-Wall", "-Wextra", "-Werror"],
      ...folders.map((folder) => `-I${folder}`),
      ...macros.map((macro) => `-D${macro}`),
      ...(await run("pkg-config", ["--cflags", ...PACKAGES])).trim().split(/\s+/),
      all,
    ]);
    await Deno.remove(directory, { recursive: true });
  },
});
