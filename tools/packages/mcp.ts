/** The server of `deno task --cwd tools mcp`. Pinned here for the same reason as `playwright_core.ts`. */

export { fromJsonSchema, McpServer } from "npm:@modelcontextprotocol/server@2.4.0";
export { serveStdio } from "npm:@modelcontextprotocol/server@2.4.0/stdio";
