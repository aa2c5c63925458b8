import { assertEquals, assertStringIncludes } from "@std/assert";
import { playScenes } from "../../../tools/demo/play_scenes.ts";
import type { Scene } from "../../../tools/demo/scene.ts";
import { IMPATIENT, onStage } from "./scripted_bridge.ts";

function scene(title: string, play: Scene["play"]): Scene {
  return { title, about: "", play };
}

const count = { result: { count: 0, hasItems: false } };
const counting = scene("Counting", async (stage) => void await stage.call("queue.getCount"));

Deno.test("a scene that goes wrong does not keep the next from playing", async () => {
  const failures = await onStage(
    (method) => method === "queue.getCount" ? [count] : [{ result: {} }],
    async (stage, _lines, transcript) => {
      const wrong = scene("Wrong", async (stage) => void await stage.call("queue.clear"));
      await playScenes([wrong, counting], stage, transcript);
      assertEquals([...stage.succeeded], ["queue.getCount"]);
    },
  );
  assertEquals(failures.length, 1);
});

Deno.test("a defect of a scene is told with its place, and the next one plays", async () => {
  const failures = await onStage(() => [count], async (stage, _lines, transcript) => {
    const defective = scene("Defective", () => Promise.reject(new TypeError("oh")));
    await playScenes([defective, counting], stage, transcript);
    assertEquals(stage.succeeded.size, 1);
  });
  assertStringIncludes(failures[0] ?? "", "“Defective”: TypeError: oh\n    at ");
});

Deno.test("when the bridge is lost no further scene plays", async () => {
  const failures = await onStage(() => [], async (stage, lines, transcript) => {
    await playScenes([counting, scene("Never", () => Promise.resolve())], stage, transcript);
    assertEquals(lines.filter((line) => line.includes("Never")), []);
  }, IMPATIENT);
  assertEquals(failures, ["“Counting”: BridgeLost: no answer within 0.3 s"]);
});

Deno.test("an operation that never succeeded is a failure at the end", async () => {
  const failures = await onStage(() => [count], async (stage, _lines, transcript) => {
    stage.offered = ["queue.getCount", "queue.clear", "queue.get"];
    await playScenes([counting], stage, transcript);
  });
  assertEquals(failures, ["never called with success: queue.clear, queue.get"]);
});
