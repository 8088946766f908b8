import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assemble } from '../../build/assemble.ts';
import { step } from '../../command-line/progress.ts';
import { ensurePrograms } from '../../dev/programs.ts';
import { startLocalCloud } from '../../local-cloud/index.ts';
import { measure } from './measure.ts';
import { activeMonths, fixedMonthlyCost, type Meter, prices, type Usage } from './prices.ts';

/** On AWS the event of an upload usually comes after the page's request to convert it. */
const delivery = { delay: 1_000 };

export interface Share {
  readonly what: Meter;
  readonly each: number;
  /** US cents for each applicant. */
  readonly cents: number;
}

/** Cost of a season by meter, for a number of applicants, after each month's free tier. */
export const shares = (each: Usage, applicants: number): readonly Share[] =>
  (Object.keys(prices) as Meter[]).map((what) => {
    const { dollars, free = 0, isKept = false } = prices[what];
    const months = isKept ? 1 : activeMonths;
    const charged = Math.max(0, each[what] * applicants - free * months);
    return { what, each: each[what], cents: (charged * dollars * 100) / applicants };
  });

const sum = (all: readonly Share[]) => all.reduce((cents, share) => cents + share.cents, 0);
const shown = (number: number) => Number(number.toPrecision(3));

function print(all: readonly Share[], applicants: number): void {
  console.table(
    Object.fromEntries(
      all.map(({ what, each, cents }) => [what, { 'an applicant': shown(each), cents: shown(cents) }]),
    ),
  );
  const accounts = all.find(({ what }) => what === 'active accounts')?.cents ?? 0;
  console.log(
    `${applicants} applicants: ${shown(sum(all))} US cents each, ${shown(sum(all) - accounts)} without accounts.`,
  );
  console.log(
    `In all ${Math.round((sum(all) * applicants) / 100)} US dollars, and ${shown(fixedMonthlyCost)} for each month without any.`,
  );
}

/** Estimates a season from the calls of one applicant on the local cloud, at public prices. */
export async function cost(applicants: number): Promise<void> {
  await ensurePrograms(['soffice']); // a Word document is part of the model
  const { SOFFICE = '' } = process.env;
  const data = mkdtempSync(join(tmpdir(), 'matricula-cost-'));
  const assembly = await assemble();
  const cloud = await startLocalCloud({ assembly, data, port: 0, programs: { SOFFICE }, delivery });
  try {
    const usage = await step('Counting what one applicant uses', () => measure(cloud, assembly));
    print(shares(usage, applicants), applicants);
  } finally {
    await cloud.close();
    rmSync(data, { recursive: true, force: true });
  }
}
