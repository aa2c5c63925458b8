import type { Plugin, SendPluginEvent } from "@tonearm/tonearm";

/** Counts the tracks that pages submit, and reports each to all panels. */
export function scrobbler(send: SendPluginEvent): Plugin {
  let count = 0;
  return {
    name: "Scrobbler",
    version: "1.0.0",
    methods: {
      submit({ title }) {
        if (typeof title !== "string" || title === "") return { success: false, error: "title is required" };
        count++;
        send("scrobbler:submitted", { title, count });
        return { success: true, count };
      },
    },
  };
}
