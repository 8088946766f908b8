import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/root.ts';

/** Answers with which an application can be submitted. */
export const completeAnswers: Readonly<Record<string, unknown>> = JSON.parse(
  readFileSync(join(root, 'test/support/complete-answers.json'), 'utf8'),
);
