import { deploymentNamed } from '../../../lib/config/index.ts';
import { type Column, fitTable } from '../../command-line/fit-table.ts';
import { kinds } from '../../operator/season/applicant.ts';
import measured from '../../operator/season/measured-applicant.json' with { type: 'json' };
import { amounts, headroom, needsOf, requestsOf } from '../../operator/season/needs.ts';
import { type Amount, peak, peakMinute, perSecond } from '../../operator/season/peak-load.ts';
import { costLines, dollarsOfMonth, shares, shown } from '../cost/shares.ts';
import { type Line, quotaLines, settingLines, verdictOf } from './lines.ts';

const minutesShown = [240, 120, 90, 75, 60, 45, 30, 15, 1];

const rows: Readonly<Record<string, Amount>> = {
  ...Object.fromEntries(kinds.map((kind) => [kind, requestsOf(kind)])),
  'all requests': amounts.requests,
  'table write units': amounts.writeUnits,
  'table read units': amounts.readUnits,
  'conversions and PDFs': amounts.executions,
  'concurrent converters': amounts.converters,
  'other concurrent functions': amounts.functions,
};

const columnsOf = (current: string): readonly Column<Line>[] => [
  { title: '', cell: ({ name }) => name },
  { title: 'needed', cell: ({ needed }) => `${needed}` },
  { title: current, cell: ({ has }) => `${has ?? '-'}` },
  { title: '', cell: verdictOf },
];

function printLines(title: string, current: string, lines: readonly Line[]): void {
  console.log(`\n${title}\n`);
  for (const line of fitTable(columnsOf(current), lines)) console.log(line);
}

function printMinutes(applicants: number): void {
  console.log('Each second, by minutes before the deadline:');
  const valuesOf = (amount: Amount) =>
    minutesShown.map((minute) => [`-${minute}`, shown(perSecond(applicants, minute, amount))] as const);
  console.table(
    Object.fromEntries(
      Object.entries(rows).map(([name, amount]) => [name, Object.fromEntries(valuesOf(amount))]),
    ),
  );
  const at = (amount: Amount) => shown(peak(applicants, amount));
  console.log(
    `Peak, ${peakMinute(amounts.requests)} minutes before: ${at(amounts.requests)} requests, ${at(requestsOf('submissions'))} submissions, ${at(requestsOf('log-ins'))} log-ins, ${at(amounts.executions)} conversions and PDFs a second.`,
  );
}

/** Prints the load by minute, and compares its needs with the settings of a stage and with AWS's quotas. */
export function print(applicants: number, stage: string): void {
  const deployment = deploymentNamed(stage);
  const needs = needsOf(applicants);
  const costs = shares(measured.usage, applicants);
  printMinutes(applicants);
  console.log(
    `Calls, units and durations of one applicant are from a local cloud on ${measured.measuredOn}, not from AWS.`,
  );
  console.log(`Needs are ${headroom} times the peak, and three standard deviations of random arrivals.`);
  printLines(
    `Settings of ${stage} in lib/config/index.ts:`,
    'current',
    settingLines(needs, deployment, dollarsOfMonth(costs, applicants)),
  );
  printLines('Quotas of AWS (rates per second):', 'default', quotaLines(needs, deployment));
  console.log('');
  for (const line of costLines(costs, applicants)) console.log(line);
}
