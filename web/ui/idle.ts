/** Once, when the page has nothing else to do. Returned is how to call it off. */
export const whenIdle = (act: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'function') {
    const waiting = requestIdleCallback(act, { timeout: 1_000 });
    return () => cancelIdleCallback(waiting);
  }
  const waiting = setTimeout(act, 200);
  return () => clearTimeout(waiting);
};

/** None comes between the beginning and the end of a click: what loads then must not move what is being pressed. */
const signs = ['pointermove', 'pointerup', 'keyup', 'focusin', 'scroll'] as const;
const isSign = ({ type, target }: Event): boolean => type !== 'focusin' || target instanceof HTMLInputElement;
let isUsed = false;

/** Once, as soon as somebody uses the page: what only a user needs does not weigh on its first view. */
export function whenFirstUsed(act: () => void): () => void {
  if (isUsed) return whenIdle(act);
  let end = () => {};
  const begin = (event: Event) => {
    if (!isSign(event)) return;
    isUsed = true;
    leave();
    end = whenIdle(act);
  };
  const leave = () => {
    for (const sign of signs) removeEventListener(sign, begin, true);
  };
  for (const sign of signs) addEventListener(sign, begin, { capture: true, passive: true });
  return () => {
    leave();
    end();
  };
}
