import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type MutationReport, tryMutants } from '../../../scripts/lab/mutation/run.ts';

const source = mkdtempSync(join(tmpdir(), 'mutation-source-'));
afterAll(() => rmSync(source, { recursive: true }));
mkdirSync(join(source, 'limits'));
const write = (file: string, text: string) => writeFileSync(join(source, 'limits', file), text);
const product = `const units = ['bytes', 'files'];
let last = 0;
export const unit = units.length;
export const accept = (count: number): boolean => count <= 10;
export const remember = (count: number) => { last = count; };
export const recall = () => last;
export const unused = () => !last;
`;
write('limit.ts', product);
write(
  'limit.test.ts',
  `import { expect, it } from 'vitest';
import { accept, recall, remember, unit } from './limit.ts';
it('accepts ten', () => expect(accept(10)).toBe(true));
it('knows its units', () => expect(unit).toBe(2));
it('remembers', () => { remember(recall() + 1); expect(recall()).toBeGreaterThan(0); });
`,
);

const suite = {
  tests: ['limits'],
  needsCloud: false,
  turns: [50, 10_000],
  alone: 10_000,
  remembers: false,
  workers: 1,
};
const run = (signal = new AbortController().signal) =>
  tryMutants(
    source,
    { folders: ['limits'], suite },
    { files: ['limits/limit.ts'], sample: 100, seed: 1, say: () => undefined, signal },
  );

describe('npx matricula lab mutation', () => {
  let report: MutationReport | undefined;
  beforeAll(async () => {
    [report] = await run();
  });

  const resultOf = (from: string, becomes: string | undefined) =>
    report?.results.find((each) => each.from === from && each.becomes === becomes);

  it('names the test that notices a change', () => {
    expect(resultOf('count <= 10', 'count < 10')).toMatchObject({
      is: 'killed',
      by: 'limits/limit.test.ts: accepts ten',
    });
  });

  it('finds a change that no test notices', () => {
    expect(resultOf("'bytes'", "''")).toMatchObject({ is: 'survived', line: 1 });
  });

  it('finds code that no test reaches', () => {
    expect(resultOf('!last', 'last')).toMatchObject({ is: 'not reached' });
  });

  it('tries code that runs only while modules load in a separate process', () => {
    expect(resultOf("['bytes', 'files']", '[]')).toMatchObject({
      is: 'killed',
      by: 'limits/limit.test.ts: knows its units',
    });
  });

  it('counts a change as killed though it left something behind', () => {
    expect(resultOf('last = count;', undefined)).toMatchObject({
      is: 'killed',
      by: 'limits/limit.test.ts: remembers',
    });
  });

  it('leaves the source as it is', () => {
    expect(readFileSync(join(source, 'limits/limit.ts'), 'utf8')).toBe(product);
  });

  it('stops on a signal, and leaves no copy behind', async () => {
    const copies = mkdtempSync(join(tmpdir(), 'mutation-copies-'));
    vi.stubEnv('TMPDIR', copies).stubEnv('TEMP', copies);
    const stopping = new AbortController();
    stopping.abort();
    await expect(run(stopping.signal)).rejects.toThrow('Stopped.');
    expect(readdirSync(copies)).toEqual([]);
    vi.unstubAllEnvs();
    rmSync(copies, { recursive: true });
  });
});
