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

/** The child of a node that contains another one; null if none does. */
function childOf(parent: Node, inner: Node): Node | null {
  let child: Node | null = inner;
  while (child !== null && child.parentNode !== parent) child = child.parentNode;
  return child;
}

/**
 * Lets React exchange nodes that the browser's translator or an extension has wrapped. Without this, removing
 * such a node throws, and an error replaces the page. Text that changes is still the only content of its
 * element: React would write into the wrapped node, which is no longer on the page.
 */
export function allowMovedNodes(): void {
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, node: T): T {
    const around = childOf(this, node);
    const moved = around?.textContent === node.textContent ? around : node;
    if (moved.parentNode !== null) removeChild.call(moved.parentNode, moved);
    return node;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    return insertBefore.call(this, node, before && childOf(this, before)) as T;
  };
}
