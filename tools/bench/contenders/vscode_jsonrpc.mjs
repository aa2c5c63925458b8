/**
 * vscode-jsonrpc with the operations that the client calls, for Node.js and Deno. The argument is the library to import: for Node.js
 * the file in Deno's cache.
 */

import process from "node:process";

const { createMessageConnection, StreamMessageReader, StreamMessageWriter } = await import(process.argv[2]);

const connection = createMessageConnection(
  new StreamMessageReader(process.stdin),
  new StreamMessageWriter(process.stdout),
);

connection.onRequest("system.isPluginRegistered", ({ namespace }) => {
  if (typeof namespace !== "string") throw new TypeError("namespace must be a string");
  return { success: true, registered: false };
});

connection.onRequest("test.ping", () => ({ pong: true, timestamp: Math.floor(Date.now() / 1000) }));

connection.onRequest("clipboard.write", async ({ text }) => {
  if (typeof text !== "string") throw new TypeError("text must be a string");
  const formats = [{ format: "text", data: text }];
  const { written } = await connection.sendRequest("player.clipboard.write", { formats });
  if (!written.includes("text")) throw new Error("Failed to write any clipboard format");
  return { success: true };
});

connection.onRequest("clipboard.read", async () => {
  const { text, files, hasImage } = await connection.sendRequest("player.clipboard.read", {});
  return {
    success: true,
    text: text ?? "",
    files: files ?? [],
    hasText: text !== null,
    hasFiles: files !== null,
    hasImage,
  };
});

connection.onClose(() => process.exit(0));
connection.listen();
