import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import { join } from "@std/path";
import {
  Audacious,
  audaciousTest,
  descendants,
  Desktop,
  eventually,
  type Page,
  panelFiles,
  run,
  settings,
  until,
} from "./real_audacious.ts";

async function answers(page: Page): Promise<void> {
  await eventually(async () => assertEquals((await page.call("test.ping")).pong, true));
}

/** Checks that an event reaches the page: Escape dismisses a menu. */
async function hears(page: Page, desktop: Desktop): Promise<void> {
  await page.evaluate(`window.heard = 0; fb2k.once("menu:dismiss", () => heard++)`);
  await page.call("menu.show", { items: [{ id: "a", label: "First" }], x: 10, y: 10 });
  await desktop.xdotool("key", "Escape");
  await until(page, "heard === 1");
}

/** Returns the number of windows with a title. */
async function windows(desktop: Desktop, title: string): Promise<number> {
  const found = await desktop.xdotool("search", "--onlyvisible", "--name", title).catch(() => "");
  return found.split("\n").filter((line) => line !== "").length;
}

audaciousTest("what a page does with its window leaves it and Audacious usable", async (desktop, test) => {
  await desktop.write(panelFiles);
  await using audacious = await Audacious.start(desktop);
  using page = await audacious.page("test");
  await until(page, `window.loaded === "first"`);
  await answers(page);

  await test.step("downloads and refused links leave the page connected", async () => {
    for (
      const address of [
        "URL.createObjectURL(new Blob(['x']))",
        "'file:///etc/hostname'",
        "'data:text/html,x'",
      ]
    ) {
      for (const download of ["", "a.bin"]) {
        await page.evaluate(`{
          const link = document.body.appendChild(document.createElement("a"));
          link.href = ${address};
          if ("${download}") link.download = "${download}";
          link.click();
          link.remove();
        }`);
        await answers(page);
        await hears(page, desktop);
      }
    }
    assertEquals(await page.evaluate("window.loaded"), "first");
  });

  await test.step("calls of a page that is being left are not answered in the next one, and Qt logs no warning", async () => {
    for (let reload = 0; reload < 5; reload++) {
      await page.evaluate(
        `window.isOld = true; location.reload(); setInterval(() => fb2k.invoke("test.ping"), 0)`,
      );
      await until(page, "!window.isOld && window.loaded");
      await answers(page);
    }
    assertEquals(audacious.log.match(/Unhandled signal.*/)?.[0], undefined);
  });

  await test.step("alert, confirm, prompt and beforeunload open no window", async () => {
    assertEquals(await page.evaluate(`[alert("a"), confirm("b"), prompt("c")]`), [null, false, null]);
    await page.evaluate(`addEventListener("beforeunload", (event) => { event.returnValue = "stay"; });
      window.isOld = true; location.reload()`);
    await until(page, "!window.isOld && window.loaded");
  });

  await test.step("many links open one dialog, and Audacious stays usable behind it", async () => {
    await page.evaluate(`window.links = 0;
      window.linking = setInterval(() => { location.href = "http://127.0.0.1:1/" + links++; }, 20)`);
    await until(page, "links > 50");
    await page.evaluate("clearInterval(linking)");
    assertEquals(await windows(desktop, "Open in the browser?"), 1);
    await answers(page);
    await desktop.xdotool("search", "--name", "Open in the browser?", "windowfocus", "--sync");
    await desktop.xdotool("key", "Escape");
    await eventually(async () => assertEquals(await windows(desktop, "Open in the browser?"), 0));
  });

  await test.step("a huge icon takes only the memory that a menu needs", async () => {
    const peak = async (): Promise<number> =>
      Number(/^VmHWM:\s+(\d+)/m.exec(await Deno.readTextFile(`/proc/${audacious.pid}/status`))?.[1]);
    const before = await peak();
    const icon = `<svg width="20000" height="20000"><rect width="20000" height="20000" fill="red"/></svg>`;
    const shown = await page.call("menu.show", {
      items: [{ id: "a", label: "First", iconSvg: icon }],
      x: 10,
      y: 10,
    });
    assertEquals(shown.success, true, JSON.stringify(shown));
    await desktop.xdotool("key", "Escape");
    await answers(page);
    // At full size, the icon would take 1.6 GB.
    assertLessOrEqual(await peak() - before, 200_000);
  });

  await test.step("a picture in an icon opens no file", async () => {
    const pipe = join(desktop.directory, "pipe.svg");
    await run("mkfifo", [pipe]);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">`;
    for (
      const icon of [
        `${svg}<image xlink:href="${pipe}" width="9" height="9"/></svg>`,
        `<!DOCTYPE svg [<!ENTITY i '<image xlink:href="${pipe}" width="9" height="9"/>'>]>${svg}&i;</svg>`,
        `<?xml-stylesheet type="text/css" href="${pipe}"?>${svg}</svg>`,
      ]
    ) {
      const shown = await page.call("menu.show", { items: [{ id: "a", label: "First", iconSvg: icon }] });
      assertEquals(shown.success, true, icon);
      await answers(page);
    }
    await desktop.xdotool("key", "Escape");
  });

  await test.step("more calls than a bridge accepts at once are all answered", async () => {
    assertEquals(
      await page.evaluate(`Promise.all(Array.from({ length: 20000 }, () =>
        fb2k.test.ping().then(() => "answered", () => "refused"))).then((all) => all.length)`),
      20_000,
    );
    await answers(page);
  });

  await test.step("windows without an address do not accumulate", async () => {
    for (let at = 0; at < 5; at++) await page.evaluate(`void window.open("")`);
    await eventually(async () => assertLessOrEqual(await audacious.countPages(), 2));
    await answers(page);
  });

  assertEquals(await audacious.quit(), 0);
});

audaciousTest("only folders whose names can be hosts in an address are panels", async (desktop) => {
  const folders = ["2024", "0x7f", "xn--a", "Upper", "-a", "a b", "a.b", "a", "now_playing2"];
  const index = `<!doctype html><script>console.warn("loaded", location.host)</script>`;
  await desktop.write({
    ...panelFiles,
    config: settings(undefined, folders),
    ...Object.fromEntries(folders.map((name) => [`tonearm/panels/${name}/index.html`, index])),
  });
  await using audacious = await Audacious.start(desktop);
  await eventually(async () => assert(await Promise.resolve(/loaded now_playing2/.test(audacious.log))));
  const opened = /^open_panels=(.*)$/m;
  assertEquals(await audacious.quit(), 0);
  const config = await Deno.readTextFile(join(desktop.config, "config"));
  assertEquals(opened.exec(config)?.[1], "a/now_playing2");
});

audaciousTest("workers, WebRTC and frames cannot reach the network", async (desktop) => {
  await desktop.write({
    ...panelFiles,
    "tonearm/panels/test/worker.js":
      `fetch("http://127.0.0.1:" + location.hash.slice(1)).then(() => postMessage("fetched"), () => postMessage("refused"))`,
  });
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  let reached = 0;
  const listening = (async () => {
    for await (const connection of listener) {
      reached++;
      connection.close();
    }
  })();
  await using audacious = await Audacious.start(desktop);
  using page = await audacious.page("test");
  await until(page, `window.loaded === "first"`);
  assertEquals(
    await page.evaluate(`new Promise((done) => {
      const worker = new Worker("worker.js#${port}");
      worker.onmessage = ({ data }) => done(data);
      worker.onerror = () => done("refused");
    })`),
    "refused",
  );
  assertEquals(
    await page.evaluate(`navigator.serviceWorker
      ? navigator.serviceWorker.register("worker.js").then(() => "registered", () => "refused")
      : "refused"`),
    "refused",
  );
  await page.evaluate(`(async () => {
    const server = { urls: "turn:127.0.0.1:${port}?transport=tcp", username: "a", credential: "b" };
    const peer = new RTCPeerConnection({ iceServers: [server], iceTransportPolicy: "relay" });
    peer.createDataChannel("a");
    await peer.setLocalDescription(await peer.createOffer());
    await new Promise((done) => {
      peer.onicegatheringstatechange = () => peer.iceGatheringState === "complete" && done();
      peer.onicecandidate = ({ candidate }) => candidate ?? done();
    });
  })()`);
  for (const how of ["prefetch", "preconnect", "dns-prefetch", "stylesheet", "manifest"]) {
    await page.evaluate(
      `document.head.insertAdjacentHTML("beforeend", '<link rel="${how}" href="http://127.0.0.1:${port}/">')`,
    );
  }
  await page.evaluate(`document.body.insertAdjacentHTML("beforeend",
    '<iframe src="data:text/html,<img src=http://127.0.0.1:${port}/>"></iframe><video src="http://127.0.0.1:${port}/a.mp4"></video>')`);
  await answers(page);
  assertEquals(
    await page.evaluate(`navigator.permissions.query({ name: "geolocation" }).then(({ state }) => state)
    .then(() => new Promise((done) => navigator.geolocation.getCurrentPosition(() => done("located"), () => done("refused"))))`),
    "refused",
  );
  assertEquals(reached, 0);
  listener.close();
  await listening.catch(() => {});
});

audaciousTest(
  "a page gets an answer to each of its calls, over reloads and ends of the bridge",
  async (desktop) => {
    await desktop.write({
      ...panelFiles,
      "tonearm/panels/test/main.js": `
      const methods = ["test.ping", "queue.get", "library.getStatus", "nothing.here"];
      const calls = (count) => Array.from({ length: count }, (_, at) =>
        fb2k.invoke(methods[at % methods.length], {}).then(() => {}, () => {}));
      window.make = (count) => {
        sessionStorage.answered = 0;
        for (const call of calls(count)) void call.then(() => sessionStorage.answered++);
      };
      window.first = Promise.all(calls(300));
      window.loaded = "first";`,
    });
    await using audacious = await Audacious.start(desktop);
    using page = await audacious.page("test");
    await until(page, `window.loaded === "first"`);
    for (const delay of [0, 1, 5, 20, 60]) {
      await page.evaluate(`window.isOld = true; make(300); setTimeout(() => location.reload(), ${delay}); 0`);
      await until(page, "!window.isOld && window.loaded");
      assertEquals(await page.evaluate("first.then((all) => all.length)"), 300);
    }
    for (let round = 0; round < 2; round++) {
      const [bridge] = await descendants(audacious.pid, "main.ts");
      assert(bridge);
      Deno.kill(bridge.pid, "SIGSTOP");
      await page.evaluate("window.isOld = true; make(300); 0");
      Deno.kill(bridge.pid, "SIGKILL");
      // The page loads again when another bridge answers.
      await until(page, "!window.isOld && window.loaded");
      assertEquals(await page.evaluate("sessionStorage.answered"), "300");
      assertEquals(await page.evaluate("first.then((all) => all.length)"), 300);
    }
    assertEquals(await audacious.quit(), 0);
  },
);

audaciousTest("without its display, Audacious ends as it does without the plugin", async (desktop) => {
  await using bare = await Desktop.start();
  await Deno.remove(join(bare.plugins, "General/tonearm.so"));
  await desktop.write(panelFiles);
  await using audacious = await Audacious.start(desktop);
  await using other = await Audacious.start(bare);
  using page = await audacious.page("test");
  await answers(page);
  const [bridge] = await descendants(audacious.pid, "main.ts");
  await desktop.endDisplay();
  await bare.endDisplay();
  assertEquals(await audacious.ended(), await other.ended());
  await eventually(() =>
    Deno.stat(`/proc/${bridge?.pid}`).then(() => Promise.reject("it runs"), () => Promise.resolve())
  );
});
