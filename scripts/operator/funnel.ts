import * as v from 'valibot';
import { type Funnel, funnel } from '../../shared/api/console-replies.ts';
import { addDays } from '../../shared/rules/days.ts';
import { type Column, fitTable, terminalWidth } from '../command-line/fit-table.ts';
import { invokeOperator } from './ask.ts';
import { type TargetOptions, targetOf } from './target.ts';

/** A day in the first of twelve weeks. */
const usualDays = 77;

interface FunnelOptions extends TargetOptions {
  readonly since?: string;
  readonly json: boolean;
}

const counted = (count: number | undefined): string => (count === undefined ? 'under 10' : String(count));

interface Row {
  readonly name: string;
  readonly counts: readonly string[];
}

interface Table {
  readonly title: string;
  readonly counts: readonly string[];
  readonly rows: readonly Row[];
}

const cellRows = ({ cells, others }: Funnel['hours']): readonly Row[] => [
  ...cells.map(({ name, count }) => ({ name, counts: [String(count)] })),
  ...(others === undefined ? [] : [{ name: 'Others', counts: [String(others)] }]),
];

const tablesOf = ({ begun, submitted, ...found }: Funnel): readonly Table[] => [
  {
    ...{ title: 'Begun in the week', counts: ['Begun', 'Submitted since'] },
    rows: [
      ...found.weeks.map((week) => ({
        name: `${week.since} to ${week.until}`,
        counts: [String(week.begun), counted(week.submitted)],
      })),
      { name: 'Total', counts: [counted(begun), counted(submitted)] },
    ],
  },
  { title: 'Last page of drafts', counts: ['Drafts'], rows: cellRows(found.pages) },
  { title: 'Last section of drafts', counts: ['Drafts'], rows: cellRows(found.sections) },
  { title: 'Time to submit', counts: ['Submitted'], rows: cellRows(found.hours) },
  {
    ...{ title: 'Frequent messages', counts: ['Applicants'] },
    rows: found.rejected.map(({ section, question, message, count }) => ({
      name: [section, question, message].filter((part) => part !== '').join(': '),
      counts: [String(count)],
    })),
  },
];

function linesOf({ title, counts, rows }: Table): readonly string[] {
  const columns: readonly Column<Row>[] = [
    { title, cell: ({ name }) => name, mayShrink: true },
    ...counts.map((name, index) => ({ title: name, cell: (row: Row) => row.counts[index] ?? '' })),
  ];
  return rows.length === 0 ? [] : ['', ...fitTable(columns, rows, terminalWidth())];
}

/** Prints the counts of applications by week, page and question. */
export async function showFunnel({ since, json, ...target }: FunnelOptions): Promise<void> {
  const day = since ?? addDays(new Date().toISOString().slice(0, 10), -usualDays);
  const command = { command: 'show-funnel', since: day } as const;
  const found = await invokeOperator(await targetOf(target), command, {
    parse: (reply) => v.parse(funnel, reply),
  });
  if (json) return console.log(JSON.stringify(found, null, 2));
  if (found.counted_at === undefined)
    return console.log('Nothing has been counted yet. The first count is made tonight.');
  console.log(`Counted at ${found.counted_at.slice(0, 16).replace('T', ' ')} UTC.`);
  for (const line of tablesOf(found).flatMap(linesOf)) console.log(line);
}
