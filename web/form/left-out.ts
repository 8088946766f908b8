import type { ClipboardEvent } from 'react';
import { noteLeftOut } from '../form-state/answer-notes.ts';

const characters = (count: number): string => (count === 1 ? '1 character' : `${count} characters`);

/** Says how much of a pasted text did not fit into its field. The browser cuts it without a word. */
export function noteCutPaste({ target, clipboardData }: ClipboardEvent): void {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) || target.maxLength < 0)
    return;
  const { value, maxLength, selectionStart, selectionEnd } = target;
  const replaced = (selectionEnd ?? 0) - (selectionStart ?? 0);
  const pasted = clipboardData.getData('text').replaceAll('\r\n', '\n').length;
  const leftOut = pasted - (maxLength - value.length + replaced);
  const key = target.closest('.field')?.id;
  if (leftOut <= 0 || key === undefined) return;
  // After the input event of the paste, which removes older notes of the field.
  setTimeout(() =>
    noteLeftOut(
      key,
      `That was too long, so we left out the last ${characters(leftOut)}. The limit is ${maxLength}.`,
    ),
  );
}
