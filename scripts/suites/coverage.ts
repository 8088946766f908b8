import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { root } from '../build/root.ts';
import { UsageError } from '../command-line/usage-error.ts';

interface Requirement {
  readonly id: string;
  readonly area: string;
  readonly text: string;
}

/** Test files by the id of a requirement. */
type Tests = ReadonlyMap<string, readonly string[]>;

export const requirementsFile = 'docs/spec/requirements.md';

function readRequirements(folder: string): readonly Requirement[] {
  const page = readFileSync(join(folder, requirementsFile), 'utf8');
  return [...page.matchAll(/^\| ([A-Z]{2})-(\d+) \| (.+?) \| /gm)].map(
    ([, area = '', number, text = '']) => ({ id: `${area}-${number}`, area, text }),
  );
}

/**
 * Test names end with the ids of the requirements that they cover: `it('keeps five results [AC-04, AC-05]')`.
 */
const tag = /\[([A-Z]{2}-\d+(?:, [A-Z]{2}-\d+)*)\]/g;

function readTests(folder: string): Tests {
  const found = new Map<string, string[]>();
  const files = readdirSync(join(folder, 'test'), { recursive: true, encoding: 'utf8' }).sort();
  for (const file of files.filter((each) => /\.(test|spec|test-d)\.tsx?$/.test(each))) {
    const path = `test/${file.replaceAll('\\', '/')}`;
    for (const [, ids = ''] of readFileSync(join(folder, path), 'utf8').matchAll(tag))
      for (const id of ids.split(', ')) found.set(id, [...new Set([...(found.get(id) ?? []), path])]);
  }
  return found;
}

/** Requirements with their tests. Throws if a requirement has no test, or if a test names an unknown id. */
export function readCoverage(folder: string = root): { requirements: readonly Requirement[]; tests: Tests } {
  const [requirements, tests] = [readRequirements(folder), readTests(folder)];
  if (requirements.length === 0) throw new Error(`${requirementsFile} lists no requirement.`);
  const untested = requirements.filter(({ id }) => !tests.has(id));
  const unknown = [...tests.keys()].filter((id) => !requirements.some((each) => each.id === id));
  if (untested.length > 0)
    throw new UsageError(
      `No test covers ${untested.map(({ id }) => id).join(', ')}: add the id to the end of the test's name, for example [TM-04].`,
    );
  if (unknown.length > 0)
    throw new UsageError(`Tests name ids that ${requirementsFile} does not have: ${unknown.join(', ')}.`);
  return { requirements, tests };
}

type Coverage = ReturnType<typeof readCoverage>;

const countsOf = ({ requirements, tests }: Coverage) => {
  const files = new Set([...tests.values()].flat());
  return `${requirements.length} of ${requirements.length} requirements have a test. ${files.size} test files name them.`;
};

function pageOf(coverage: Coverage): string {
  const { requirements, tests } = coverage;
  const areas = [...new Set(requirements.map(({ area }) => area))].map((area) => {
    const rows = requirements
      .filter((each) => each.area === area)
      .map(
        ({ id, text }) =>
          `| ${id} | ${text} | ${tests
            .get(id)
            ?.map((file) => `\`${file}\``)
            .join(', ')} |`,
      );
    return [`## ${area}`, '', '| Id | Requirement | Tests |', '|---|---|---|', ...rows].join('\n');
  });
  return `${['# Requirements and their tests', countsOf(coverage), ...areas].join('\n\n')}\n`;
}

/** Checks that each requirement has a test. `out` is the page to write that lists them. */
export function coverage(out: string | undefined, folder: string = root): void {
  const current = readCoverage(folder);
  console.log(countsOf(current));
  if (out === undefined) return;
  mkdirSync(dirname(resolve(out)), { recursive: true });
  writeFileSync(out, pageOf(current));
  console.log(`Wrote ${out}.`);
}
