import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../build/root.ts';
import { UsageError } from '../command-line/usage-error.ts';

interface Requirement {
  readonly id: string;
  readonly area: string;
  readonly text: string;
}

const target = join(root, 'docs/coverage.md');

function readRequirements(): readonly Requirement[] {
  const text = readFileSync(join(root, 'docs/requirements.md'), 'utf8');
  return [...text.matchAll(/^\| ([A-Z]{2})-(\d+) \| (.+?) \| /gm)].map(
    ([, area = '', number, words = '']) => ({
      id: `${area}-${number}`,
      area,
      text: words,
    }),
  );
}

/** The names of tests end with the ids of the requirements they show: `it('keeps five results [AC-04, AC-05]')`. */
const tag = /\[([A-Z]{2}-\d+(?:, [A-Z]{2}-\d+)*)\]/g;

function readTests(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' }).sort();
  for (const file of files.filter((each) => /\.(test|spec|test-d)\.tsx?$/.test(each)))
    for (const [, ids = ''] of readFileSync(join(root, 'test', file), 'utf8').matchAll(tag))
      for (const id of ids.split(', ')) found.set(id, [...new Set([...(found.get(id) ?? []), file])]);
  return found;
}

const row = ({ id, text }: Requirement, files: readonly string[] | undefined) =>
  `| ${id} | ${text} | ${files?.map((file) => `\`${file.replaceAll('\\', '/')}\``).join(', ') ?? '**none**'} |`;

function page(requirements: readonly Requirement[], tests: ReadonlyMap<string, readonly string[]>): string {
  const covered = requirements.filter(({ id }) => tests.has(id)).length;
  const areas = [...new Set(requirements.map(({ area }) => area))].map((area) => {
    const rows = requirements
      .filter((each) => each.area === area)
      .map((each) => row(each, tests.get(each.id)));
    return [`## ${area}`, '', '| Id | Requirement | Tests |', '|---|---|---|', ...rows].join('\n');
  });
  const head = `${covered} of ${requirements.length} requirements carry a test. Written by \`npx matricula generate coverage\` from the ids in the names of tests.`;
  return `${['# Requirements and their tests', head, ...areas].join('\n\n')}\n`;
}

/** The coverage page for the current tests. Throws when a requirement has no test, or a test names an unknown id. */
function currentPage(): string {
  const [requirements, tests] = [readRequirements(), readTests()];
  if (requirements.length === 0) throw new Error('docs/requirements.md lists no requirement.');
  const untested = requirements.filter(({ id }) => !tests.has(id));
  const unknown = [...tests.keys()].filter((id) => !requirements.some((each) => each.id === id));
  if (untested.length > 0)
    throw new UsageError(`No test names the requirement ${untested.map(({ id }) => id).join(', ')}.`);
  if (unknown.length > 0)
    throw new UsageError(
      `Tests name requirements that docs/requirements.md does not have: ${unknown.join(', ')}.`,
    );
  return page(requirements, tests);
}

/** npx matricula generate coverage: writes docs/coverage.md. */
export function writeCoverage(): void {
  writeFileSync(target, currentPage());
  console.log(`${relative(root, target)} is written.`);
}

/** Throws when docs/coverage.md is out of date. */
export function checkCoverage(): void {
  if (readFileSync(target, 'utf8') !== currentPage())
    throw new UsageError(
      'docs/coverage.md is out of date. Run npx matricula generate coverage and commit the result.',
    );
}
