import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { checkCoverage } from '../../scripts/suites/coverage.ts';

const folder = mkdtempSync(join(tmpdir(), 'requirements-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(path: string, text: string) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

it('every requirement has a test, and tests name no other requirement', () => {
  expect(checkCoverage()).toBeGreaterThan(500);
});

it('a requirement without a test and an unknown id fail the check', () => {
  write('docs/spec/requirements.md', '| RT-01 | One page | P§1 |\n| RT-02 | Another | P§1 |\n');
  // The ids are joined here, so that this file itself names none.
  const testOf = (...ids: readonly string[]) => `it('opens the page [${ids.join(', ')}]', () => {});\n`;
  write('test/pages.test.ts', testOf('RT-01'));
  expect(() => checkCoverage(folder)).toThrow('No test covers RT-02: add the id to the end of the test');
  write('test/pages.test.ts', testOf('RT-01', 'RT-02', 'RT-03'));
  expect(() => checkCoverage(folder)).toThrow(
    'Tests name ids that docs/spec/requirements.md does not have: RT-03.',
  );
});
