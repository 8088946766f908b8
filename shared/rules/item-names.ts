import { formatDay } from './format-time.ts';

/** Names that are written in capitals. */
const acronyms = new Set(['act', 'css', 'fafsa', 'ged', 'gpa', 'ielts', 'sat', 'toefl']);

/** The name of a checklist item within a sentence, from its id: 'test-scores' is 'test scores'. */
export const itemName = (id: string): string =>
  id
    .split('-')
    .map((word) => (acronyms.has(word) ? word.toUpperCase() : word))
    .join(' ');

/** The same at the start of a sentence. */
export const itemTitle = (id: string): string => {
  const name = itemName(id);
  return name.slice(0, 1).toUpperCase() + name.slice(1);
};

/** The status of a checklist item for staff. `day` is the day on which it arrived. */
export const itemStatus = (day: string | undefined, isOptional: boolean): string => {
  if (day !== undefined) return `Received ${formatDay(day)}`;
  return isOptional ? 'Optional, not received' : 'Missing';
};

interface Status {
  readonly missing: readonly string[];
  /** '' if the application is not withdrawn. */
  readonly withdrawn_at: string;
}

export function statusText({ missing, withdrawn_at }: Status): string {
  if (withdrawn_at !== '') return 'Withdrawn';
  return missing.length === 0 ? 'Complete' : 'Awaiting documents';
}
