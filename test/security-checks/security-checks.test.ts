import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { root } from '../../scripts/build/root.ts';
import { problemOf, proveSecurityChecks } from '../../scripts/lab/security-checks/prove.ts';
import type { SecurityCheck } from '../../scripts/lab/security-checks/security-check.ts';
import { checks } from '../../scripts/lab/security-checks/security-checks.ts';

const source = mkdtempSync(join(tmpdir(), 'security-checks-source-'));
afterAll(() => rmSync(source, { recursive: true }));

const write = (file: string, text: string) => writeFileSync(join(source, file), text);
const line = 'if (bytes > 10) throw new Error();';
write('limit.ts', `export const accept = (bytes: number): void => {\n  ${line}\n};\n`);
const testFile = (body: string) =>
  `import { beforeAll, expect, it } from 'vitest';\nimport { accept } from './limit.ts';\n${body}\n`;
write(
  'limit.test.ts',
  testFile(
    `it('accepts ten', () => accept(10));
     it('rejects eleven', () => expect(() => accept(11)).toThrow());`,
  ),
);
write(
  'hook.test.ts',
  testFile(
    `beforeAll(() => expect(() => accept(11)).toThrow());
     it('accepts ten', () => accept(10));`,
  ),
);
write('broken.test.ts', testFile(`it('is broken', () => expect(1).toBe(2));`));

const limit: SecurityCheck = {
  name: 'limit',
  protects: 'At most ten bytes are taken.',
  ...{ file: 'limit.ts', find: line, replace: '', tests: ['limit.test.ts'] },
};

/** The result of the command for one check. */
async function checked(changes: Partial<SecurityCheck>) {
  const { signal } = new AbortController();
  const [result] = await proveSecurityChecks(source, [{ ...limit, ...changes }], {
    print: () => undefined,
    signal,
  });
  return result;
}

describe('npx matricula lab security-checks', () => {
  it('names the test that fails without a check, and leaves the source as it is', async () => {
    const before = readFileSync(join(source, 'limit.ts'), 'utf8');
    const result = await checked({});
    expect(result).toMatchObject({ check: 'limit', provedBy: 'rejects eleven' });
    expect(result?.problem).toBeUndefined();
    expect(readFileSync(join(source, 'limit.ts'), 'utf8')).toBe(before);
  });

  it('names the file whose hook fails without a check', async () => {
    const result = await checked({ tests: ['hook.test.ts'] });
    expect(result).toMatchObject({ provedBy: 'a hook of hook.test.ts' });
  });

  it.each<[what: string, changes: Partial<SecurityCheck>, problem: string]>([
    ['whose tests all pass without it', { only: 'accepts ten' }, 'Every test passes without it.'],
    ['whose text is gone', { find: 'if (bytes > 11)' }, 'limit.ts has its text 0 times instead of once.'],
    ['whose text is there twice', { find: 'bytes' }, 'limit.ts has its text 2 times instead of once.'],
    ['whose file is gone', { file: 'gone.ts' }, 'gone.ts does not exist.'],
    ['whose tests are gone', { tests: ['gone.test.ts'] }, 'gone.test.ts does not exist.'],
    ['without tests', { tests: [] }, 'It names no tests.'],
    ['that stays on', { replace: line }, 'It replaces its text by the same text.'],
    ['whose test is gone', { only: 'rejects nobody' }, 'No test in limit.test.ts is named "rejects nobody".'],
    ['for which no test runs', { only: 'import' }, 'With it no test runs:'],
    [
      'whose test fails in any case',
      { tests: ['broken.test.ts'] },
      'With it a test already fails: is broken',
    ],
    ['whose file is no program without it', { replace: 'if (' }, 'Without it the tests cannot start:'],
  ])('fails for a check %s', async (_what, changes, problem) => {
    const result = await checked(changes);
    expect(result?.problem).toContain(problem);
    expect(result?.provedBy).toBeUndefined();
  });

  it('stops on a signal, and leaves no copy behind', async () => {
    const copies = mkdtempSync(join(tmpdir(), 'checks-copies-'));
    vi.stubEnv('TMPDIR', copies).stubEnv('TEMP', copies);
    const stopping = new AbortController();
    const check = proveSecurityChecks(source, [limit], { print: () => undefined, signal: stopping.signal });
    stopping.abort();
    await expect(check).rejects.toThrow('Stopped.');
    expect(readdirSync(copies)).toEqual([]);
    vi.unstubAllEnvs();
    rmSync(copies, { recursive: true });
  });
});

describe('the list of checks', () => {
  it.each(checks.map((check) => [check.name, check] as const))(
    '%s has its text exactly once, and tests that exist',
    (_name, check) => expect(problemOf(root, check)).toBeUndefined(),
  );

  it('names each check once', () => {
    expect(new Set(checks.map(({ name }) => name)).size).toBe(checks.length);
  });
});
