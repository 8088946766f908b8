import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { coverage, readCoverage } from '../../scripts/suites/coverage.ts';

let folder: string;

function write(path: string, text: string) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** A test whose name ends with ids. They are joined here, so that this file itself names none. */
const testOf = (...ids: readonly string[]) => `it('opens the page [${ids.join(', ')}]', () => {});\n`;

describe('npx matricula generate coverage', () => {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'requirements-'));
    write(
      'docs/spec/requirements.md',
      '| RT-01 | One page | P§1 | See it. |\n| RT-02 | Another | P§1 | See it. |\n',
    );
  });
  afterEach(() => {
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  it('fails if a requirement has no test, and names the requirement', () => {
    write('test/pages.test.ts', testOf('RT-01'));
    expect(() => readCoverage(folder)).toThrow('No test covers RT-02: add the id to the end of the test');
  });

  it('fails if a test names an unknown id, and names the id', () => {
    write('test/pages.test.ts', testOf('RT-01', 'RT-02', 'RT-03'));
    expect(() => readCoverage(folder)).toThrow(
      'Tests name ids that docs/spec/requirements.md does not have: RT-03.',
    );
  });

  it('prints counts, and with --out writes each requirement with its tests', () => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    write('test/pages.test.ts', testOf('RT-01', 'RT-02'));
    write('test/browser/other.spec.ts', testOf('RT-02'));
    const out = join(folder, 'dist/requirements.md');
    coverage(out, folder);
    expect(log.mock.calls.flat()).toEqual([
      '2 of 2 requirements have a test. 2 test files name them.',
      `Wrote ${out}.`,
    ]);
    expect(readFileSync(out, 'utf8')).toContain(
      '| RT-02 | Another | `test/browser/other.spec.ts`, `test/pages.test.ts` |',
    );
  });
});
