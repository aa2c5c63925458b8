import { assertEquals } from "@std/assert";
import { unzipSync } from "fflate";
import { unpackTar } from "modern-tar";
import { type ArchivedFile, checksums, tarGz, zip } from "../../../tools/build/archive.ts";
import { setDeadline } from "../../support/deadline.ts";

setDeadline(300_000);

const time = new Date("2026-02-03T04:05:06Z");
const encoder = new TextEncoder();
const files: readonly ArchivedFile[] = [
  { name: "program", bytes: encoder.encode("\0\x7fELF".repeat(1000)), executable: true },
  { name: "README.md", bytes: encoder.encode("Grüße") },
  { name: "empty", bytes: new Uint8Array(0) },
];

Deno.test("tarGz keeps names, contents, modes and the time, and is reproducible", async () => {
  const archive = await tarGz("folder", files, time);
  const stream = new Blob([archive]).stream().pipeThrough(new DecompressionStream("gzip"));
  const entries = await unpackTar(new Uint8Array(await new Response(stream).arrayBuffer()));
  assertEquals(
    entries.map(({ header, data }) => [header.name, header.mode, header.mtime, data ?? new Uint8Array(0)]),
    files.map(({ name, bytes, executable }) => [
      `folder/${name}`,
      executable ? 0o755 : 0o644,
      time,
      bytes,
    ]),
  );
  assertEquals(await tarGz("folder", files, time), archive);
});

Deno.test("zip keeps names and contents, is reproducible, and accepts times before 1980", () => {
  const archive = zip("folder", files, time);
  assertEquals(
    unzipSync(archive),
    Object.fromEntries(files.map(({ name, bytes }) => [`folder/${name}`, bytes])),
  );
  assertEquals(zip("folder", files, time), archive);
  assertEquals(Object.keys(unzipSync(zip("folder", files, new Date(0)))).length, files.length);
});

Deno.test("checksums are SHA-256 in the format of sha256sum", async () => {
  const abc = { name: "abc", bytes: encoder.encode("abc") };
  assertEquals(
    await checksums([abc, { name: "none", bytes: new Uint8Array(0) }]),
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  abc\n" +
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  none\n",
  );
});
