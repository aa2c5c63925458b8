import { importTests } from "../support/groups.ts";

await importTests("playground");
