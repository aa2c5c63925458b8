/** Shows the same language in all tabs of a page: the reader's last choice, which is kept between visits. */

import { nextTick, onMounted, watch } from "vue";
import { useRoute } from "vitepress";

const KEY = "tonearm-language";

/** Returns the language in the title of a tab, such as "C++: player.cpp". */
function languageOf(label) {
  return label.textContent.split(":")[0];
}

/** Shows a language in all tabs that have it. The element `fixed` keeps its position on the screen. */
function show(language, fixed) {
  const { top } = fixed.getBoundingClientRect();
  for (const label of document.querySelectorAll(".vp-code-group .tabs label")) {
    const input = document.getElementById(label.htmlFor);
    // A click makes VitePress show the tab's block. It also scrolls to the tab, which is undone below.
    if (languageOf(label) === language && !input.checked) input.click();
  }
  scrollBy({ top: fixed.getBoundingClientRect().top - top, behavior: "instant" });
}

/** Follows the reader's choice of tabs. */
export function sameTabs() {
  const route = useRoute();
  const restore = () => nextTick(() => show(localStorage.getItem(KEY), document.body));
  onMounted(() => {
    document.addEventListener("click", ({ target, isTrusted }) => {
      if (!isTrusted || !target.matches(".vp-code-group .tabs input")) return;
      const language = languageOf(document.querySelector(`label[for="${target.id}"]`));
      localStorage.setItem(KEY, language);
      show(language, target.closest(".vp-code-group"));
    });
    restore();
  });
  watch(() => route.path, restore);
}
