/** Inputs whose text is rewritten during typing: digits of codes, dates and phone numbers. */
const rewritten = 'input:is([inputmode="numeric"], [inputmode="tel"])';

const isRewritten = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.matches(rewritten);

/**
 * Lets a keyboard compose text (Japanese, Korean, Chinese) before anything rewrites it: text that changes
 * during a composition is entered twice. What was composed arrives at its end, as one input.
 */
export function waitForCompositions(): void {
  const options = { capture: true };
  const hold = (event: Event) => {
    if (event instanceof InputEvent && event.isComposing && isRewritten(event.target))
      event.stopPropagation();
  };
  const enter = ({ target }: Event) => {
    if (isRewritten(target)) target.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  addEventListener('input', hold, options);
  addEventListener('compositionend', enter, options);
}
