import "../../support/deadline.ts";
import { assertEquals } from "@std/assert";
import { base64Size, pictureOf } from "../../../handlers/extensions/artwork/picture.ts";

function typeOf(bytes: string, stated?: string): string {
  return pictureOf(btoa(bytes), bytes.length, stated).mimeType;
}

const UNKNOWN = "application/octet-stream";

Deno.test("base64Size counts the bytes, and refuses any text that is not base64", () => {
  for (let size = 0; size < 10; size++) assertEquals(base64Size(btoa("x".repeat(size))), size);
  for (
    const text of ["AAA", "AAAAA", "AAA!", "!AAA", "A===", "=AAA", "AA=A", "AAAA====", "AA AAA==", "AA\n="]
  ) {
    assertEquals(base64Size(text), undefined, text);
  }
});

Deno.test("a picture's type is that of the signature at its beginning", () => {
  const signatures = [
    ["\xff\xd8\xff", "image/jpeg"],
    ["\x89PNG\r\n\x1a\n", "image/png"],
    ["GIF87a", "image/gif"],
    ["GIF89a", "image/gif"],
    ["RIFF\n\0\xff.WEBP", "image/webp"],
    ["BM", "image/bmp"],
  ] as const;
  for (const [signature, type] of signatures) {
    assertEquals(typeOf(signature), type);
    assertEquals(typeOf(`${signature} and more than the head of a picture`, "image/other"), type);
    assertEquals(typeOf(` ${signature}`), UNKNOWN);
  }
  assertEquals(typeOf("GIF88a"), UNKNOWN);
  assertEquals(typeOf("RIFF\0\0\0WEBP"), UNKNOWN);
});

Deno.test("without a signature, the stated type counts if it is a MIME type of two parts of at most 64 characters each", () => {
  const part = "a".repeat(64);
  for (const stated of ["a/b", "image/svg+xml", `${part}/${part}`]) {
    assertEquals(typeOf("<svg", stated), stated);
  }
  for (
    const stated of [
      "",
      "/",
      "a/",
      "/b",
      "a/b/c",
      " a/b",
      "a/b ",
      "a/b;c",
      "a/b\n",
      `${part}a/b`,
      `b/${part}a`,
    ]
  ) {
    assertEquals(typeOf("<svg", stated), UNKNOWN, stated);
  }
});

Deno.test("a PNG's dimensions come from its first chunk; they are 0 if it is too short or another chunk", () => {
  const signature = "\x89PNG\r\n\x1a\n\0\0\0\r";
  const size = "\x01\x02\x03\x04\x00\xff\x80\x01";
  const dimensions = (bytes: string) => {
    const { width, height } = pictureOf(btoa(bytes), bytes.length, undefined);
    return [width, height];
  };
  assertEquals(dimensions(`${signature}IHDR${size}`), [0x01020304, 0x00ff8001]);
  assertEquals(dimensions(`${signature}IHDR${size.slice(0, 7)}`), [0, 0]);
  assertEquals(dimensions(`${signature}IDAT${size}`), [0, 0]);
});
