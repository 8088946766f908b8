/** Opens every folded part around an element, so that it can be scrolled to and focused. */
export function openFolds(element: Element | null | undefined): void {
  const fold = element?.closest('details');
  if (!fold) return;
  fold.open = true;
  openFolds(fold.parentElement);
}
