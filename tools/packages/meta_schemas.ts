/** The schemas of JSON Schema and OpenRPC for tests. Pinned here for the same reason as `playwright_core.ts`. */

export * as jsonSchemaPackage from "npm:@json-schema-tools/meta-schema@1.8.0";
export * as openRpcPackage from "npm:@open-rpc/meta-schema@1.14.9";
