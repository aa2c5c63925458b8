import { assertEquals, assertLessOrEqual, assertStringIncludes } from "@std/assert";
import { bridgeCommand } from "../../../tools/support/process.ts";
import { root } from "../../../tools/tree.ts";
import { setDeadline } from "../../support/deadline.ts";
import { TEST_ALL, whyLong } from "../../support/test_all.ts";
import { failingFixtures, unsteadyFixtures } from "./failing_fixtures.ts";

// With a sanitizer and every fixture it has taken 15 minutes on two busy cores.
setDeadline(Deno.env.has("CXXFLAGS") ? 3_000_000 : 900_000);

const cpp = new URL("clients/cpp/", root).pathname;
const { program, args } = bridgeCommand();
/** The Deno that writes the types. */
const deno = `-DTONEARM_DENO=${Deno.execPath()}`;
/** `CXXFLAGS` adds flags, such as sanitizers, to every build. */
const CXX_FLAGS = `-O0 -Werror ${Deno.env.get("CXXFLAGS") ?? ""}`.trim();
/**
 * The folders of the fixtures to replay: `TONEARM_FIXTURES`, separated by spaces; by default those of frames, of the lifecycle
 * and of one namespace, and in `deno task long cpp` all.
 */
const folders = Deno.env.get("TONEARM_FIXTURES")?.split(" ") ??
  (whyLong("cpp", "every fixture") === undefined ? ["fixtures/"] : ["fixtures/protocol/", "fixtures/queue/"]);

/** Runs a program and returns its output; undefined when it is not installed. */
async function run(
  program: string,
  args: readonly string[],
  cwd?: string,
  env?: Readonly<Record<string, string>>,
): Promise<{ code: number; output: string } | undefined> {
  try {
    const command = new Deno.Command(program, {
      args: [...args],
      env: { NO_COLOR: "1", ...env },
      ...(cwd !== undefined && { cwd }),
    });
    const { code, stdout, stderr } = await command.output();
    const decoder = new TextDecoder();
    return { code, output: decoder.decode(stdout) + decoder.decode(stderr) };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

async function whatIsMissing(): Promise<string | undefined> {
  if (!TEST_ALL) return "it compiles for a minute: set TONEARM_TEST_ALL=1";
  if (Deno.build.os === "windows") return "it does not run on Windows";
  for (const tool of ["g++", "cmake", "git"]) {
    if (await run(tool, ["--version"]) === undefined) return `${tool} is not installed`;
  }
  const probe = await run("g++", ["-E", "-include", "nlohmann/json.hpp", "-x", "c++", "/dev/null"]);
  return probe?.code === 0 ? undefined : "nlohmann-json is not installed";
}

/**
 * The toolkits of the executors in clients/cpp/README.md, in its order. When a toolkit's headers are not installed, its
 * example is compiled with declarations like those in the toolkit's documentation.
 */
const toolkits = [
  {
    compiler: "g++",
    packageName: "Qt6Core",
    header: "QObject",
    window: "QObject &window",
    standIn: `namespace Qt { enum ConnectionType { QueuedConnection = 2 }; }
struct QObject;
struct QMetaObject {
    template <class Function>
    static bool invokeMethod(QObject *, Function &&function, Qt::ConnectionType) { return function(), true; }
};`,
  },
  {
    compiler: "x86_64-w64-mingw32-g++-posix",
    header: "windows.h",
    window: "HWND window",
    standIn: `struct HWND__;
using HWND = HWND__ *;
using LPARAM = std::ptrdiff_t;
constexpr unsigned WM_APP = 0x8000;
int PostMessageW(HWND, unsigned message, std::size_t, LPARAM);`,
  },
  {
    compiler: "g++",
    packageName: "glib-2.0",
    header: "glib.h",
    window: "",
    standIn: `constexpr int G_PRIORITY_DEFAULT = 0, G_SOURCE_REMOVE = 0;
unsigned g_idle_add_full(int priority, int (*function)(void *), void *data, void (*destroy)(void *));`,
  },
];

const missing = await whatIsMissing();
const name = "the C++ library builds without a warning, is installed, and talks to the bridge";

Deno.test({
  name: missing === undefined ? name : `${name} [left out: ${missing}]`,
  ignore: missing !== undefined,
  async fn(test) {
    const directory = await Deno.makeTempDir({ prefix: "tonearm-test-" });
    /** Runs a program that must succeed, and returns its output. */
    const succeed = async (program: string, ...args: string[]): Promise<string> => {
      const result = await run(program, args, program === "cp" ? root.pathname : directory);
      assertEquals(result?.code, 0, `${program} ${args.join(" ")}\n${result?.output}`);
      return result?.output ?? "";
    };
    try {
      const flags = [
        "-DCMAKE_BUILD_TYPE=",
        `-DCMAKE_CXX_FLAGS=${CXX_FLAGS}`,
        "-DCMAKE_INSTALL_LIBDIR=lib",
        "-DCMAKE_UNITY_BUILD=ON",
        deno,
      ];
      await succeed(
        "cmake",
        "-S",
        cpp,
        "-B",
        "build",
        `-DCMAKE_INSTALL_PREFIX=${directory}/elsewhere`,
        ...flags,
      );
      await succeed("cmake", "--build", "build");
      await Deno.mkdir(`${directory}/logs`);

      await test.step("its tests pass", async () => {
        await succeed("build/tonearm_tests", `${directory}/logs`, program, ...args);
      });

      await test.step("the program for random input is built as clients/cpp/README.md says", async () => {
        const tool = new URL("tools/cpp.ts", root).pathname;
        const output = await succeed(Deno.execPath(), "run", "--allow-all", tool, "fuzz", "--count=1000");
        assertStringIncludes(output, "1000 streams and 1000 messages were read");
      });
      await test.step("the fixtures hold when they are replayed through it, except the listed ones", async () => {
        const bridge = JSON.stringify([`${directory}/build/tonearm_relay`, program, ...args]);
        const flags = [
          "--no-prompt",
          "--allow-read",
          "--allow-write",
          "--allow-run",
          "--allow-env=TONEARM_BRIDGE",
        ];
        const replay = new URL("tools/replay.ts", root).pathname;
        const replayed = await run(
          Deno.execPath(),
          ["run", ...flags, replay, "--process", ...folders],
          root.pathname,
          {
            TONEARM_BRIDGE: bridge,
          },
        );
        const broken = [...replayed?.output.matchAll(/^ {2}(fixtures\/.+\.jsonc):\d+: /gm) ?? []].map((
          [, path],
        ) => path);
        const expected = Object.entries(failingFixtures).flatMap(([folder, names]) =>
          names.map((name) => `fixtures/${folder}/${name}.jsonc`)
        ).filter((path) => folders.some((folder) => path.startsWith(folder)));
        const unexplained = new Set(broken).difference(unsteadyFixtures);
        assertEquals([...unexplained].sort(), expected.sort(), replayed?.output);
      });

      await test.step("the example prints what clients/cpp/README.md shows", async () => {
        const output = await succeed("build/tonearm_minimal", `${directory}/logs`, program, ...args);
        const readme = await Deno.readTextFile(`${cpp}README.md`);
        assertEquals(output, readme.split("```text\n")[1]?.split("```")[0]);
        const source = await Deno.readTextFile(`${cpp}examples/minimal.cpp`);
        assertLessOrEqual(source.trimEnd().split("\n").length, 150);
      });

      await test.step("the scrobbler prints what clients/cpp/README.md shows", async () => {
        const output = await succeed("build/tonearm_scrobbler", `${directory}/logs`, program, ...args);
        const readme = await Deno.readTextFile(`${cpp}README.md`);
        assertEquals(output, readme.split("```text\n").at(-1)?.split("```")[0]);
      });

      const includes = [`-I${cpp}include`, "-Ibuild/include"];

      await test.step("its headers compile beside the keywords of Qt", async () => {
        await Deno.writeTextFile(
          `${directory}/qt.cpp`,
          "#define signals public\n#define slots\n#define emit\n#define foreach for\n#define forever for (;;)\n" +
            "#include <tonearm/bridge.hpp>\n#include <tonearm/queue_tracker.hpp>\n",
        );
        await succeed("g++", "-std=c++17", "-fsyntax-only", "-Werror", ...includes, "qt.cpp");
      });

      await test.step("the executors in clients/cpp/README.md compile", async () => {
        const readme = await Deno.readTextFile(`${cpp}README.md`);
        const examples = [...readme.matchAll(/^```cpp\n(\[.*?)\n```$/gms)].map(([, code = ""]) => code);
        assertEquals(examples.length, toolkits.length);
        for (const [at, { compiler, packageName, header, standIn, window }] of toolkits.entries()) {
          const found = packageName ? await run("pkg-config", ["--cflags", packageName]) : undefined;
          const flags = [
            "-std=c++17",
            "-fPIC",
            "-fsyntax-only",
            "-Werror",
            ...(found?.code === 0 ? found.output.trim().split(/\s+/) : []),
          ];
          const probe = await run(compiler, [...flags, "-include", header, "-x", "c++", "/dev/null"]);
          const hasToolkit = probe?.code === 0;
          await Deno.writeTextFile(
            `${directory}/executor.cpp`,
            `#include <tonearm/transport.hpp>\n${hasToolkit ? `#include <${header}>` : standIn}\n` +
              `tonearm::Executor executor(${window}) {\nreturn ${examples[at]};\n}\n`,
          );
          await succeed(hasToolkit ? compiler : "g++", ...flags, ...includes, "executor.cpp");
        }
      });

      await test.step("the build of clients/cpp/README.md for an installation leaves out the tests", async () => {
        const readme = await Deno.readTextFile(`${cpp}README.md`);
        const options = /^cmake -S clients\/cpp -B build (.*)$/m.exec(readme)?.[1]?.split(" ");
        await succeed(
          "cmake",
          "-S",
          cpp,
          "-B",
          "library",
          ...options ?? [],
          ...flags,
          "-DBUILD_SHARED_LIBS=ON",
        );
        const targets = await succeed("cmake", "--build", "library", "--target", "help");
        assertStringIncludes(targets, "tonearm_transport");
        assertEquals(targets.includes("tonearm_tests"), false, targets);
      });

      await test.step("its shared libraries export only what is theirs", async () => {
        await succeed("cmake", "--build", "library");
        for (const name of ["tonearm", "tonearm_transport"]) {
          const symbols = await succeed("nm", "-DC", "--defined-only", `library/lib${name}.so`);
          const lines = symbols.trim().split("\n");
          // The templates of the standard library are weak and visible everywhere.
          const own = lines.filter((line) => / [TDBR] /.test(line));
          assertEquals(
            own.filter((line) => !/ (?:(?:vtable|typeinfo(?: name)?) for )?tonearm::/.test(line)),
            [],
          );
          assertEquals(lines.filter((line) => line.includes("nlohmann")), []);
        }
      });

      await test.step("CMake and pkg-config find it", async () => {
        await succeed("cmake", "--install", "build", "--prefix", `${directory}/installed`);
        // FetchContent clones this repository, which contains the files of the tree that the build reads.
        await Deno.mkdir(`${directory}/repository`);
        for (
          const part of ["clients/cpp", "docs", "host_stdio", "limits", "tools", "deno.json"]
        ) {
          await succeed("cp", "-r", "--parents", part, `${directory}/repository`);
        }
        const git = (...args: string[]) => succeed("git", "-C", "repository", ...args);
        await git("init", "--quiet", "--initial-branch=main");
        await git("add", "--all");
        await git("-c", "user.name=test", "-c", "user.email=test", "commit", "--quiet", "--message=test");
        const fetched = `include(FetchContent)\nFetchContent_Declare(tonearm\n` +
          `  GIT_REPOSITORY file://${directory}/repository GIT_TAG main SOURCE_SUBDIR clients/cpp)\n` +
          "FetchContent_MakeAvailable(tonearm)";
        const ways = {
          "find_package(tonearm REQUIRED)": "tonearm",
          // The complete library was built above, so build only the target that the program needs.
          [`add_subdirectory(${cpp} tonearm)`]: "transport",
          [fetched]: "transport",
        };
        await Deno.writeTextFile(
          `${directory}/tonearm.cpp`,
          "#include <tonearm/bridge.hpp>\n" +
            "int main() { return static_cast<int>(tonearm::Bridge({}, {}).implemented().size()); }\n",
        );
        await Deno.writeTextFile(
          `${directory}/transport.cpp`,
          "#include <tonearm/transport.hpp>\nint main() { return tonearm::frame_prefix(7)[0] - 7; }\n",
        );
        for (const [at, [way, target]] of Object.entries(ways).entries()) {
          const folder = `${directory}/user${at}`;
          await Deno.mkdir(folder);
          await Deno.writeTextFile(
            `${folder}/CMakeLists.txt`,
            `cmake_minimum_required(VERSION 3.18)\nproject(user CXX)\n${way}\n` +
              `add_executable(user ../${target}.cpp)\ntarget_link_libraries(user tonearm::${target})\n` +
              "get_target_property(links tonearm::tonearm INTERFACE_LINK_LIBRARIES)\n",
          );
          const prefix = `-DCMAKE_PREFIX_PATH=${directory}/installed`;
          await succeed(
            "cmake",
            "-S",
            folder,
            "-B",
            `${folder}/build`,
            prefix,
            `-DCMAKE_CXX_FLAGS=${CXX_FLAGS}`,
            deno,
          );
          await succeed("cmake", "--build", `${folder}/build`, "--target", "user");
          await succeed(`${folder}/build/user`);
        }
        const folder = `${directory}/installed/lib/pkgconfig`;
        const text = await Deno.readTextFile(`${folder}/tonearm.pc`);
        assertStringIncludes(text, "prefix=${pcfiledir}/../..\n");
        assertStringIncludes(
          text,
          "\nLibs: -L${libdir} -ltonearm -ltonearm_json -ltonearm_transport -pthread -ldl\n",
        );
        await succeed("cmake", "--install", "library", "--prefix", `${directory}/shared`);
        const query = ["--cflags", "--libs", "tonearm"];
        for (const prefix of ["installed", "shared"]) {
          const env = { PKG_CONFIG_PATH: `${directory}/${prefix}/lib/pkgconfig` };
          const found = await run("pkg-config", query, directory, env);
          if (found === undefined) return;
          const flags = [...CXX_FLAGS.split(" "), ...found.output.trim().split(/\s+/)];
          const place = `-Wl,-rpath,${directory}/${prefix}/lib`;
          await succeed("g++", "-std=c++17", "tonearm.cpp", ...flags, place, "-o", `by_${prefix}`);
          await succeed(`./by_${prefix}`);
        }
      });
    } finally {
      await Deno.remove(directory, { recursive: true });
    }
  },
});
