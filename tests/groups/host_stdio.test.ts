import { importTests } from "../support/groups.ts";

await importTests("host_stdio");
