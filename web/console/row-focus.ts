import { speak } from '../ui/speak.ts';

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];

/** The row with the focus, on its link or its checkbox. */
const focusedRow = () => document.activeElement?.closest('tr');

/** Chooses the application of the row with the focus, or no longer chooses it. */
export function toggleRow(): void {
  const box = focusedRow()?.querySelector<HTMLInputElement>('input[type=checkbox]');
  if (box) box.click();
  else if (document.querySelector('.choose') !== null) speak('Go to an application first, with j or k.');
}

/** Moves the focus to the next or previous row of the list; first to the first or last one. */
export function moveToRow(step: 1 | -1): void {
  const all = rows();
  const focused = focusedRow()?.querySelector<HTMLElement>('[data-row]');
  const current = focused ? all.indexOf(focused) : -1;
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
