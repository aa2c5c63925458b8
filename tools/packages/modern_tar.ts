export * from "npm:modern-tar@0.8.6";
