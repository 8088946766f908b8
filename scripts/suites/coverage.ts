import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/root.ts';
import { UsageError } from '../command-line/usage-error.ts';

const requirementsFile = 'docs/spec/requirements.md';

/** Names end with the ids of the requirements that they cover: `it('keeps five results [AC-04, AC-05]')`. */
const tag = /\[([A-Z]{2}-\d+(?:, [A-Z]{2}-\d+)*)\]/g;

function idsInTests(folder: string): ReadonlySet<string> {
  const files = readdirSync(join(folder, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(test|spec|test-d)\.tsx?$/.test(file))
    .map((file) => readFileSync(join(folder, 'test', file), 'utf8'));
  return new Set(files.flatMap((text) => [...text.matchAll(tag)].flatMap(([, ids = '']) => ids.split(', '))));
}

/** The number of requirements. Throws if one has no test, or if a test names an unknown id. */
export function checkCoverage(folder: string = root): number {
  const page = readFileSync(join(folder, requirementsFile), 'utf8');
  const requirements = [...page.matchAll(/^\| ([A-Z]{2}-\d+) \|/gm)].map(([, id = '']) => id);
  const tested = idsInTests(folder);
  const untested = requirements.filter((id) => !tested.has(id));
  if (untested.length > 0)
    throw new UsageError(
      `No test covers ${untested.join(', ')}: add the id to the end of the test's name, for example [TM-04].`,
    );
  const unknown = [...tested].filter((id) => !requirements.includes(id));
  if (unknown.length > 0)
    throw new UsageError(`Tests name ids that ${requirementsFile} does not have: ${unknown.join(', ')}.`);
  return requirements.length;
}
