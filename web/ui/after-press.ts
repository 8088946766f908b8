/**
 * Blur may show or hide a message, which moves everything below. When a press on another element causes the
 * blur, nothing may move until the press ends: browsers only count it as a click when it ends on the same
 * element.
 */
let isPressed = false;
let pending: readonly (() => void)[] = [];

function press(): void {
  isPressed = true;
}

function release(): void {
  isPressed = false;
  const work = pending;
  pending = [];
  for (const run of work) run();
}

/**
 * The click comes in the same task as the end of the press and must come first: a checkbox that renders
 * during its click loses it.
 */
const releaseSoon = (): void => void setTimeout(release);

/**
 * A native select swallows the end of its press. The next move without a pressed button shows that it has
 * ended.
 */
function releaseWithoutButton({ buttons }: PointerEvent): void {
  if (isPressed && buttons === 0) release();
}

if ('document' in globalThis) {
  // On a touch screen, pointerup comes before the mouse events that move the focus.
  for (const start of ['pointerdown', 'mousedown']) addEventListener(start, press, true);
  for (const end of ['pointerup', 'mouseup', 'pointercancel', 'dragend', 'contextmenu'])
    addEventListener(end, releaseSoon, true);
  addEventListener('keydown', release, true);
  addEventListener('pointermove', releaseWithoutButton, true);
  addEventListener('blur', release); // the window itself
}

/** Runs work that may move the page: now, or once the current press has become a click. */
export function afterPress(work: () => void): void {
  if (isPressed) pending = [...pending, work];
  else work();
}
