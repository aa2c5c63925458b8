export * from "npm:ajv@8.20.0";
export { default } from "npm:ajv@8.20.0";
