import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeAnswerKeys } from '../../shared/questions/answer-keys.ts';
import { applicationOf } from '../../shared/questions/index.ts';
import sample from '../../shared/universities/northern-lakes/university.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { root } from './root.ts';

const snapshotFile = 'shared/questions/answer-keys-snapshot.ts';

/** The sample's form with every copy of its repeated blocks: a university's limits only leave copies out. */
function largestForm() {
  const limits = { parents: 99, legacy: 99, colleges: 99, seniorCourses: 99, activities: 99, honors: 99 };
  return applicationOf({ ...sample, id: 'largest', limits }, new Date().toISOString());
}

const fileOf = (
  keys: string,
) => `// Written by \`npm run generate\`. Review its diff: it is what a partner's own systems must
// take.
/** Each line: a key, the kind of its question, the characters it takes, the copy of a repeated block. */
export const answerKeysSnapshot = \`${keys}\`;
`;

/** npm run generate: writes the keys of the form, after a question was added, renamed or removed. */
export function writeAnswerKeys(): void {
  writeFileSync(join(root, snapshotFile), fileOf(describeAnswerKeys(largestForm())));
  console.log(`${snapshotFile} is written. Review it with git diff.`);
}

/** Throws if the form's keys differ from the snapshot, with the first line that differs. */
export function checkAnswerKeys(): void {
  const expected = fileOf(describeAnswerKeys(largestForm())).split('\n');
  const found = readFileSync(join(root, snapshotFile), 'utf8').split('\n');
  const index = expected.findIndex((line, at) => line !== found[at]);
  if (index === -1 && expected.length === found.length) return;
  const at = index === -1 ? expected.length : index;
  throw new UsageError(
    `${snapshotFile}:${at + 1}: the form has '${expected[at] ?? ''}', the snapshot '${found[at] ?? ''}'. ` +
      'If that is meant, run npm run generate and review the diff.',
  );
}
