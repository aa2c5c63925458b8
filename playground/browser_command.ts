/** The command that opens an address in the user's browser, without the address. */
export const browserCommand: readonly string[] = {
  darwin: ["open"],
  windows: ["rundll32", "url.dll,FileProtocolHandler"],
}[Deno.build.os as string] ?? ["xdg-open"];
