/**
 * Leaving a field may show or hide a message, which moves everything below it. When the field is left by pressing
 * something else, that must not move before the press ends: the browser only counts a press as a click when it ends
 * where it began.
 */
let isPressed = false;
let waiting: readonly (() => void)[] = [];

function press(): void {
  isPressed = true;
}

function release(): void {
  isPressed = false;
  const work = waiting;
  waiting = [];
  for (const each of work) each();
}

/**
 * The click comes in the same task as the end of the press, and has to come first: a checkbox that is drawn again in
 * the middle of its click loses it.
 */
const releaseSoon = (): void => void setTimeout(release);

/** A native list takes the end of its press to itself; the next move without a button shows that it has ended. */
function releaseWithoutButton({ buttons }: PointerEvent): void {
  if (isPressed && buttons === 0) release();
}

if ('document' in globalThis) {
  // On a touch screen the pointer is up again before the browser sends the mouse events that move the focus.
  for (const start of ['pointerdown', 'mousedown']) addEventListener(start, press, true);
  for (const end of ['pointerup', 'mouseup', 'pointercancel', 'dragend', 'contextmenu'])
    addEventListener(end, releaseSoon, true);
  addEventListener('keydown', release, true);
  addEventListener('pointermove', releaseWithoutButton, true);
  addEventListener('blur', release); // the window itself
}

/** Runs work that may move the page: now, or when the press under way has become a click. */
export function afterPress(work: () => void): void {
  if (isPressed) waiting = [...waiting, work];
  else work();
}
