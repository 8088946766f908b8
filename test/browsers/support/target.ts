/**
 * A control for a test: by its role and accessible name, or by a CSS selector if an answer's key names the
 * control.
 */
export type Target =
  | { readonly role: 'button' | 'tab' | 'textbox'; readonly name: string }
  | { readonly css: string };

export const button = (name: string): Target => ({ role: 'button', name });
export const tab = (name: string): Target => ({ role: 'tab', name });
export const field = (label: string): Target => ({ role: 'textbox', name: label });
export const css = (selector: string): Target => ({ css: selector });

/**
 * Finds a target on the page, or null while it is hidden, disabled or missing. Runs in the browser, so it
 * uses nothing outside of it. Of several matches, returns the last one, which is in front.
 */
export function locate(target: Target): Element | null {
  const isShown = (element: Element) =>
    element.getClientRects().length > 0 &&
    // Not in a closed <details>, whose content has boxes in WebKit.
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.matches(':disabled');
  if ('css' in target) return [...document.querySelectorAll(target.css)].find(isShown) ?? null;
  const selectors = {
    button: 'button, [role=button], summary',
    tab: '[role=tab]',
    textbox: 'input, textarea, select',
  };
  const textOf = (element: Element | null) => element?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
  const namesOf = (element: Element) => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
    return [
      element.getAttribute('aria-label') ?? '',
      ids.map((id) => textOf(document.getElementById(id))).join(' '),
      ...labels.map(textOf),
      target.role === 'textbox' ? '' : textOf(element),
    ];
  };
  const matches = [...document.querySelectorAll(selectors[target.role])].filter(
    (element) =>
      isShown(element) &&
      namesOf(element).some(
        (name) => name === target.name || (target.role === 'textbox' && name.startsWith(target.name)),
      ),
  );
  return matches.at(-1) ?? null;
}

export const describeTarget = (target: Target): string =>
  'css' in target ? target.css : `the ${target.role} "${target.name}"`;

/** Selects the content of a field, so typing replaces it. Runs in the browser. */
export function selectText(element: Element): void {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    element.focus();
    element.select();
  }
}
