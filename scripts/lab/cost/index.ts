import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assemble } from '../../build/assemble.ts';
import { step } from '../../command-line/progress.ts';
import { ensurePrograms } from '../../dev/programs.ts';
import { startLocalCloud } from '../../local-cloud/index.ts';
import { measure } from './measure.ts';
import { costLines, shares, shown } from './shares.ts';

/** On AWS the event of an upload usually comes after the page's request to convert it. */
const delivery = { delay: 1_000 };

/** Measures one applicant's season on a separate local cloud. */
export async function measureApplicant() {
  await ensurePrograms(['soffice']); // a Word document is part of the model
  const { SOFFICE = '' } = process.env;
  const data = mkdtempSync(join(tmpdir(), 'matricula-cost-'));
  const assembly = await assemble();
  const cloud = await startLocalCloud({ assembly, data, port: 0, programs: { SOFFICE }, delivery });
  try {
    return await step('Counting what one applicant uses', () => measure(cloud, assembly));
  } finally {
    await cloud.close();
    rmSync(data, { recursive: true, force: true });
  }
}

/** Estimates a season from the calls of one applicant on the local cloud, at public prices. */
export async function cost(applicants: number): Promise<void> {
  const { usage } = await measureApplicant();
  const all = shares(usage, applicants);
  console.table(
    Object.fromEntries(
      all.map(({ what, each, cents }) => [what, { 'an applicant': shown(each), cents: shown(cents) }]),
    ),
  );
  for (const line of costLines(all, applicants)) console.log(line);
}
