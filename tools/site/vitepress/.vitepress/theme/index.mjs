import DefaultTheme from "vitepress/theme";
import LiveExample from "./LiveExample.vue";
import { sameTabs } from "./same_tabs.mjs";
import "./style.css";

export default {
  extends: DefaultTheme,
  setup: sameTabs,
  enhanceApp({ app }) {
    app.component("LiveExample", LiveExample);
  },
};
