type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

type Caret = readonly [start: number, end: number] | undefined;

/** Input that the user entered before hydration. */
interface TypedInput {
  readonly control: Control;
  readonly value: string;
  readonly isChecked: boolean;
  readonly caret: Caret;
}

const isControl = (element: Element | null): element is Control =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement;

const isCheckable = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type);

function isChanged(control: Control): boolean {
  if (isCheckable(control)) return control.checked !== control.defaultChecked;
  if (control instanceof HTMLSelectElement) return control.value !== '';
  return control.value !== control.defaultValue;
}

function caretIn(control: Control): Caret {
  if (control instanceof HTMLSelectElement || control !== document.activeElement) return undefined;
  const { selectionStart, selectionEnd } = control;
  return selectionStart === null || selectionEnd === null ? undefined : [selectionStart, selectionEnd];
}

/** The attribute of a part that hydrates by itself, and restores its own input. */
export const lazyPart = 'data-lazy';

/**
 * All input so far, except that of parts inside which hydrate by themselves. Read in one pass, because
 * restoring one answer may render the others again.
 */
export const readTypedInput = (container: HTMLElement): readonly TypedInput[] =>
  [...container.querySelectorAll<Control>('input:not([type=file]),textarea,select')]
    .filter((control) => [null, container].includes(control.closest(`[${lazyPart}]`)) && isChanged(control))
    .map((control) => ({
      control,
      value: control.value,
      isChecked: isCheckable(control) && control.checked,
      caret: caretIn(control),
    }));

export const dispatch = (control: Control, type: string) =>
  control.dispatchEvent(new Event(type, { bubbles: true }));

function restoreChecked(control: HTMLInputElement, isChecked: boolean): void {
  if (!isChecked) return;
  control.checked = false;
  control.click();
}

/**
 * React ignores a change event if its tracked value is the same. The element's own setter updates the tracked
 * value, so this calls the prototype's setter.
 */
function restoreText(control: HTMLInputElement | HTMLTextAreaElement, { value, caret }: TypedInput): void {
  control.value = control.defaultValue;
  const prototype = Object.getPrototypeOf(control);
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value);
  dispatch(control, 'input');
  if (caret !== undefined) control.setSelectionRange(...caret);
}

/** Enters the value again, with the events of user input. */
function restoreControl(typed: TypedInput): void {
  const { control, value, isChecked } = typed;
  // A page that was rendered again has another element with the same id.
  const target = control.isConnected ? control : document.getElementById(control.id);
  if (!isControl(target)) return;
  if (isCheckable(target)) restoreChecked(target, isChecked);
  else if (target instanceof HTMLSelectElement) {
    target.value = value;
    dispatch(target, 'change');
  } else restoreText(target, typed);
}

/** Restores the input and the focus, and tells the focused field that it has the focus. */
export function restoreTypedInput(typed: readonly TypedInput[], focused: Element | null): void {
  const target = focused?.isConnected ? focused : document.getElementById(focused?.id ?? '');
  if (target instanceof HTMLElement && target !== document.activeElement)
    target.focus({ preventScroll: true });
  for (const input of typed) restoreControl(input);
  document.activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
}
