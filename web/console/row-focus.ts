const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];

/** Moves the focus to the next or previous row of the list; first to the first or last one. */
export function moveToRow(step: 1 | -1): void {
  const all = rows();
  const focused = document.activeElement;
  const current = focused instanceof HTMLElement ? all.indexOf(focused) : -1;
  const target = current === -1 ? (step === 1 ? 0 : all.length - 1) : current + step;
  const row = all[target];
  row?.focus({ preventScroll: true });
  row?.closest('tr')?.scrollIntoView({ block: 'nearest' });
}

/** Returns the focus to the application that was opened from the list. */
export function returnToRow(applicant: string): void {
  const row = rows().find(({ dataset }) => dataset.row === applicant);
  row?.focus({ preventScroll: true });
  row?.closest('tr')?.scrollIntoView({ block: 'center' });
}
