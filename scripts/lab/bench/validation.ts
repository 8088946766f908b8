import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import {
  type AddAnother,
  allBlocks,
  type FormState,
  hiddenAnswersPatch,
  validate,
} from '../../../shared/form/index.ts';
import { partnerIds, partnerOf } from '../../../shared/partners/index.ts';
import { applicationOf } from '../../../shared/questions/index.ts';
import { root } from '../../build/root.ts';
import type { Row } from './row.ts';

const today = new Date().toISOString().slice(0, 10);
const rounded = (value: number) => Math.round(value * 10) / 10;

/** The fastest of many batches: the cost without other load on the machine. */
function microseconds(work: () => unknown): number {
  const batch = () => {
    const started = performance.now();
    for (let each = 0; each < 200; each += 1) work();
    return (performance.now() - started) * 5;
  };
  return rounded(Math.min(...Array.from({ length: 100 }, batch)));
}

/** Compressed size of the rules in the browser, in KB, without the questions. */
async function weight(): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'shared/form/validation.ts')],
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  });
  return rounded(brotliCompressSync(outputFiles[0]?.contents ?? '').length / 1024);
}

/** Checks a whole application, full and empty, as browser and server do. */
export async function benchValidation(): Promise<readonly Row[]> {
  const started = performance.now();
  const form = applicationOf(partnerOf(partnerIds[0] ?? ''), today);
  validate(form, { answers: {} }, { today });
  const setUp = rounded(performance.now() - started);

  const addAnothers = allBlocks(form).filter((block): block is AddAnother => block.type === 'addAnother');
  const full: FormState = {
    answers: JSON.parse(readFileSync(join(root, 'test/support/complete-answers.json'), 'utf8')),
    counts: Object.fromEntries(addAnothers.map(({ id, copies }) => [id, copies.length])),
  };
  return [
    { what: 'form set up, first check', measured: setUp, unit: 'ms', atMost: 10 },
    {
      what: 'check of a full application',
      measured: microseconds(() => validate(form, full, { today })),
      unit: 'us',
      atMost: 50,
    },
    {
      what: 'check of an empty application',
      measured: microseconds(() => validate(form, { answers: {} }, { today })),
      unit: 'us',
      atMost: 50,
    },
    {
      what: 'search for hidden answers',
      measured: microseconds(() => hiddenAnswersPatch(form, full)),
      unit: 'us',
    },
    { what: 'code of the rules after brotli', measured: await weight(), unit: 'KB', atMost: 3 },
  ];
}
