export * from "npm:jsonc-parser@3.3.1";
