/** Keeps what is typed into the page from the frames of panels: a panel can take the focus at any time. */

/** How long a key or a press counts as the user's activation of the page, in milliseconds, and a little longer. */
const ACTIVATION_MS = 5100;
/** A frame is stopped when it takes the focus so often within this time. */
const THEFTS = 5;
const THEFTS_MS = 2000;

/**
 * Gives the focus back to a text field of the page when a frame takes it by itself: neither by a press in the frame nor
 * after the pointer has moved over the card of the panel. The page learns nothing of the pointer in the frame, but a press
 * there activates the page. No text field lies next to a frame in the order of Tab.
 *
 * @param frameOf Returns the frame.
 * @param onRepeated Is called when the frame takes the focus again and again.
 * @returns A function that ends the guard.
 */
export function guardFocus(frameOf: () => HTMLIFrameElement | null, onRepeated: () => void): () => void {
  let lastInput = -Infinity;
  let isTyping = false;
  let isLed = false;
  let thefts: number[] = [];
  const listeners = {
    keydown(): void {
      lastInput = performance.now();
      isLed = false;
      isTyping = true;
    },
    pointerdown(): void {
      lastInput = performance.now();
      isLed = isTyping = false;
    },
    pointermove({ target }: PointerEvent): void {
      if (isTyping) isLed = frameOf()?.closest("article")?.contains(target as Node) === true;
    },
    focusout({ target: field }: FocusEvent): void {
      if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
      const isPressed = navigator.userActivation.isActive && performance.now() - lastInput > ACTIVATION_MS;
      // Until this event is over, the frame does not have the focus and the field cannot get it.
      setTimeout(() => {
        if (isLed || isPressed || document.activeElement !== frameOf()) return;
        field.focus({ preventScroll: true });
        const now = performance.now();
        thefts = [...thefts.filter((time) => now - time < THEFTS_MS), now];
        if (thefts.length >= THEFTS) onRepeated();
      });
    },
  };
  const all = Object.entries(listeners) as [string, EventListener][];
  for (const [name, listener] of all) addEventListener(name, listener, { capture: true });
  return () => {
    for (const [name, listener] of all) removeEventListener(name, listener, { capture: true });
  };
}
