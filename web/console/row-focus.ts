/** Returns the focus to the application that was opened from the list. */
export function returnToRow(applicant: string): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const row = rows.find(({ dataset }) => dataset.row === applicant);
  row?.focus({ preventScroll: true });
  row?.closest('tr')?.scrollIntoView({ block: 'center' });
}
