/** Makes a directory for a test. It is removed, with what is in it, at the end of the block. */
export async function tempDirectory(): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await Deno.makeTempDir({ prefix: "tonearm-test-" });
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}
