import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { planVariable, readPlan } from './plan.ts';

const { files } = readPlan(readFileSync(process.env[planVariable] ?? '', 'utf8'));
const root = join(import.meta.dirname, '../..');

/** The files begin in the order of the plan. */
class AsPlanned extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => files.findIndex((file) => moduleId.endsWith(file));
    return specifications.toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  root,
  test: {
    include: files,
    runner: join(import.meta.dirname, 'test-runner.ts'),
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: 'forks',
    maxWorkers: Number(process.env.MUTATION_WORKERS),
    sequence: { sequencer: AsPlanned },
  },
});
