/** The value of an attribute that names elements, such as `aria-describedby`; undefined without any. */
export const idList = (...ids: readonly (string | false | undefined)[]): string | undefined =>
  ids.filter(Boolean).join(' ') || undefined;

const focusable = 'input:not([type=file]),select,textarea,button,a[href]';

/** The control that the Tab key would focus: the checked radio, otherwise the first control. */
export const firstControl = (container: HTMLElement) =>
  container.querySelector<HTMLElement>('[type=radio]:checked') ??
  container.querySelector<HTMLElement>(focusable);

/** Opens every folded part around an element, so that it can be scrolled to and focused. */
export function openFolds(element: Element | null | undefined): void {
  const fold = element?.closest('details');
  if (!fold) return;
  fold.open = true;
  openFolds(fold.parentElement);
}

/** The width from which nothing is folded; the style sheets have the same one. */
const wideScreen = '(min-width: 601px)';

export const isWideScreen = (): boolean => matchMedia(wideScreen).matches;
