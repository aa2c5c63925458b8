/** Runs in the page of a panel. Returns what sticks out sideways, and controls and texts that cover each other. */
export function faultsOfLayout() {
  const name = (element) => element.id || element.textContent || element.tagName;
  const all = [...document.querySelectorAll("main *, #status")].filter((element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && getComputedStyle(element).visibility === "visible";
  });
  // Rows of a list end with an ellipsis.
  const outside = all.filter((element) => {
    const { left, right } = element.getBoundingClientRect();
    return !element.closest("[role=option]") && (left < 0 || right > innerWidth);
  });
  // What scrolls in a box of its own is clipped by it.
  const isClipped = ({ parentElement: parent }) =>
    parent !== document.body && (getComputedStyle(parent).overflowY !== "visible" || isClipped(parent));
  const boxes = all.filter((element) =>
    element.matches("button, input, select, label, h1, h2, p, span, ol, section, [role=listbox]") &&
    !element.matches(".unseen") && !isClipped(element)
  );
  const covering = boxes.flatMap((one, at) => {
    const a = one.getBoundingClientRect();
    const covered = boxes.slice(at + 1).filter((other) => {
      const b = other.getBoundingClientRect();
      const meet = a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 &&
        b.top < a.bottom - 1;
      return meet && !one.contains(other) && !other.contains(one);
    });
    return covered.map((other) => `${name(one)} covers ${name(other)}`);
  });
  const sideways = document.documentElement.scrollWidth > innerWidth ? ["the page scrolls sideways"] : [];
  return [...outside.map((element) => `${name(element)} sticks out`), ...covering, ...sideways];
}
