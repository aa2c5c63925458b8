export * from "npm:fflate@0.8.3";
