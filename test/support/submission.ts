import type { Submission } from '../../lambdas/table/items.ts';
import type { FormState } from '../../shared/form/index.ts';

const defined = <T>(values: Readonly<Partial<Record<string, T>>>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );

/** An application as the table has it once it is submitted. */
export const submissionOf = (
  { answers, counts = {}, tabs = {} }: FormState,
  documents: Submission['documents'] = {},
): Submission => ({
  ...{ confirmation: 'NLU-7K4Q29XW', submitted_at: '2026-11-22T12:00:00.000Z' },
  username: 'ada.lindgren@mail.example',
  ...{ answers: defined(answers), counts: defined(counts), tabs: defined(tabs), documents },
});
