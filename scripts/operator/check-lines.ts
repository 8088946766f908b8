import { sayDuration } from '../command-line/progress.ts';

const width = 'skipped'.length;
const indent = ' '.repeat(width + 2);

export interface CheckLine {
  readonly title: string;
  readonly outcome: 'ok' | 'failed' | 'warning' | 'skipped';
  readonly milliseconds?: number;
  readonly detail?: string;
  readonly remedy?: string;
}

const words = { ok: 'ok', failed: 'FAILED', warning: 'warning', skipped: 'skipped' } as const;

/** A check as one line, with the fix below a failure. */
export function checkLine({ title, outcome, milliseconds, detail, remedy }: CheckLine): string {
  const isTimed = milliseconds !== undefined && outcome !== 'skipped';
  const time = isTimed ? ` (${sayDuration(milliseconds)})` : '';
  const found = detail === undefined ? '' : `: ${detail}`;
  const first = `${words[outcome].padEnd(width)}  ${title}${found}${time}`;
  return remedy === undefined ? first : `${first}\n${indent}What to do: ${remedy}`;
}
