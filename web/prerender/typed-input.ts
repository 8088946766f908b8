type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

type Caret = readonly [start: number, end: number] | undefined;

/** What somebody entered into a page before its script listened. */
interface Typed {
  readonly control: Control;
  readonly value: string;
  readonly isTicked: boolean;
  readonly caret: Caret;
}

const isControl = (element: Element | null): element is Control =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement;

const isBox = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type);

function isTouched(control: Control): boolean {
  if (isBox(control)) return control.checked !== control.defaultChecked;
  if (control instanceof HTMLSelectElement) return control.value !== '';
  return control.value !== control.defaultValue;
}

function caretIn(control: Control): Caret {
  if (control instanceof HTMLSelectElement || control !== document.activeElement) return undefined;
  const { selectionStart, selectionEnd } = control;
  return selectionStart === null || selectionEnd === null ? undefined : [selectionStart, selectionEnd];
}

/** Everything entered so far, read at once: giving back one answer may redraw the others. */
export const readTypedInput = (place: HTMLElement): readonly Typed[] =>
  [...place.querySelectorAll<Control>('input:not([type=file]),textarea,select')]
    .filter(isTouched)
    .map((control) => ({
      control,
      value: control.value,
      isTicked: isBox(control) && control.checked,
      caret: caretIn(control),
    }));

const fire = (control: Control, type: string) => control.dispatchEvent(new Event(type, { bubbles: true }));

function giveBox(box: HTMLInputElement, isTicked: boolean): void {
  if (!isTicked) return;
  box.checked = false;
  box.click();
}

/** React takes a change for one only when its own note of the value differs: that note is kept by the element's setter. */
function giveText(control: HTMLInputElement | HTMLTextAreaElement, { value, caret }: Typed): void {
  control.value = control.defaultValue;
  const own = Object.getPrototypeOf(control);
  Object.getOwnPropertyDescriptor(own, 'value')?.set?.call(control, value);
  fire(control, 'input');
  if (caret !== undefined) control.setSelectionRange(...caret);
}

/** Gives each answer to the page as if it were entered now. */
function give(typed: Typed): void {
  const { control, value, isTicked } = typed;
  // A page that was drawn anew has another element of the same name.
  const here = control.isConnected ? control : document.getElementById(control.id);
  if (!isControl(here)) return;
  if (isBox(here)) giveBox(here, isTicked);
  else if (here instanceof HTMLSelectElement) {
    here.value = value;
    fire(here, 'change');
  } else giveText(here, typed);
}

/** Takes over what was entered before, and tells the field that has the focus that it has. */
export function restoreTypedInput(typed: readonly Typed[], focused: Element | null): void {
  const here = focused?.isConnected ? focused : document.getElementById(focused?.id ?? '');
  if (here instanceof HTMLElement && here !== document.activeElement) here.focus({ preventScroll: true });
  for (const each of typed) give(each);
  document.activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
}
