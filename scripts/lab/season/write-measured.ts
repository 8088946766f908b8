import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../build/root.ts';
import type { MeasuredApplicant } from '../../operator/season/applicant.ts';
import { measureApplicant } from '../cost/index.ts';
import type { Usage } from '../cost/prices.ts';

const file = 'scripts/operator/season/measured-applicant.json';

const rounded = (_: string, value: unknown) =>
  typeof value === 'number' ? Number(value.toPrecision(4)) : value;

/** Measures one applicant on the local cloud, and writes the file that the model of a season reads. */
export async function writeMeasured(): Promise<void> {
  const measured: MeasuredApplicant & { readonly usage: Usage } = {
    measuredOn: new Date().toISOString().slice(0, 10),
    ...(await measureApplicant()),
  };
  writeFileSync(join(root, file), `${JSON.stringify(measured, rounded, 2)}\n`);
  console.error(`${file} is written.`);
}
