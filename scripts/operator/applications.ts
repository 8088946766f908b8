import {
  type ApplicationRow,
  type ApplicationSummary,
  applicationSummary,
  applicationsReply,
  countReply,
} from '../../shared/api/applications.ts';
import { latenessOf } from '../../shared/questions/facts.ts';
import { addDays } from '../../shared/rules/days.ts';
import { type Column, fitTable, terminalWidth } from '../command-line/fit-table.ts';
import { OptionError } from '../command-line/usage-error.ts';
import { invokeOperator } from './ask.ts';
import { type Target, type TargetOptions, targetOf } from './target.ts';

/** Maximum of rows in one response. */
const pageSize = 100;
/** Days that are listed and counted without `--since`. */
const usualDays = 30;

interface DayOptions {
  readonly since?: string;
  readonly until?: string;
}

const rangeOf = ({ since, until }: DayOptions) => {
  const last = until ?? new Date().toISOString().slice(0, 10);
  return { since: since ?? addDays(last, 1 - usualDays), until: last };
};

const minute = (time: string | undefined) => time?.slice(0, 16).replace('T', ' ') ?? '';

const rowColumns: readonly Column<ApplicationRow>[] = [
  { title: 'Time (UTC)', cell: ({ submitted_at, started_at }) => minute(submitted_at ?? started_at) },
  { title: 'Status', cell: ({ status }) => status },
  { title: 'Confirmation', cell: ({ confirmation = '' }) => confirmation },
  { title: 'Name', cell: ({ name }) => name, mayShrink: true },
  { title: 'Email', cell: ({ email }) => email, mayShrink: true },
];

interface ListOptions extends DayOptions, TargetOptions {
  readonly status: 'submitted' | 'draft';
  readonly name?: string;
  readonly limit: number;
  readonly after?: string;
  readonly json: boolean;
}

function askForPage(place: Target, given: ListOptions, after: string | undefined, limit: number) {
  const { name, status } = given;
  const command =
    name === undefined
      ? ({ command: 'list-applications', status, ...rangeOf(given), after, limit } as const)
      : ({ command: 'find-by-name', name, after, limit } as const);
  return invokeOperator(place, command, applicationsReply);
}

/** Reads pages until `limit` rows are found. */
async function readRows(place: Target, given: ListOptions) {
  const applications: ApplicationRow[] = [];
  let next = given.after;
  do {
    const wanted = Math.min(pageSize, given.limit - applications.length);
    const page = await askForPage(place, given, next, wanted);
    applications.push(...page.applications);
    next = page.next;
  } while (next !== undefined && applications.length < given.limit);
  return { applications, next };
}

/** Prints applications by day or by family name. */
export async function list(given: ListOptions): Promise<void> {
  const { applications, next } = await readRows(await targetOf(given), given);
  if (given.json) return console.log(JSON.stringify({ applications, next }, null, 2));
  if (applications.length === 0) console.log('There are no applications.');
  else for (const line of fitTable(rowColumns, applications, terminalWidth())) console.log(line);
  if (next !== undefined) console.log(`There may be more: repeat the command with --after '${next}'`);
}

const factsOf = (found: ApplicationSummary): readonly (readonly [string, string])[] => [
  ['Name', found.name],
  ['Email', found.email],
  ['Status', found.status],
  ['Confirmation', found.confirmation ?? ''],
  ['Late', found.late === undefined ? '' : latenessOf(found.late)],
  ['Begun', minute(found.started_at)],
  ...found.statuses.map(({ status, at }) => [`Status ${status}`, minute(at)] as const),
  ['Receipt mailed', minute(found.receipt_mailed_at)],
  ['Last log-in', minute(found.last_log_in)],
  ...found.documents.map(
    ({ question, file_name = '', status }) => [`Document`, `${question}: ${file_name} (${status})`] as const,
  ),
];

interface ShowOptions extends TargetOptions {
  readonly user?: string;
  readonly confirmation?: string;
  readonly json: boolean;
}

/** Prints the status, times and documents of one application. */
export async function show({ user, confirmation, json, ...choice }: ShowOptions): Promise<void> {
  if ((user === undefined) === (confirmation === undefined))
    throw new OptionError('Give either --user or --confirmation.');
  const command = { command: 'show-application', user, confirmation } as const;
  const found = await invokeOperator(await targetOf(choice), command, applicationSummary);
  if (json) return console.log(JSON.stringify(found, null, 2));
  const facts = factsOf(found).filter(([, value]) => value !== '');
  const columns = [
    { title: 'Times are in UTC', cell: ([name]: readonly [string, string]) => name },
    { title: '', cell: ([, value]: readonly [string, string]) => value, mayShrink: true },
  ];
  for (const line of fitTable(columns, facts, terminalWidth())) console.log(line);
}

async function countedDays(place: Target, given: DayOptions) {
  const range = rangeOf(given);
  const days = [];
  let since: string | undefined = range.since;
  while (since !== undefined) {
    const command = { command: 'count-applications', since, until: range.until } as const;
    const page: Awaited<ReturnType<typeof countReply.parse>> = await invokeOperator(
      place,
      command,
      countReply,
    );
    days.push(...page.days);
    since = page.next;
  }
  return days;
}

interface CountOptions extends DayOptions, TargetOptions {
  readonly json: boolean;
}

/** Prints the numbers of drafts and submitted applications by day. */
export async function count(given: CountOptions): Promise<void> {
  const days = await countedDays(await targetOf(given), given);
  const total = days.reduce(
    (sum, { draft, submitted }) => ({ draft: sum.draft + draft, submitted: sum.submitted + submitted }),
    { draft: 0, submitted: 0 },
  );
  if (given.json) return console.log(JSON.stringify({ days, total }, null, 2));
  const rows = [...days.filter(({ draft, submitted }) => draft + submitted > 0), { day: 'Total', ...total }];
  const columns: readonly Column<(typeof rows)[number]>[] = [
    { title: 'Day (UTC)', cell: ({ day }) => day },
    { title: 'Begun, not submitted', cell: ({ draft }) => String(draft) },
    { title: 'Submitted', cell: ({ submitted }) => String(submitted) },
  ];
  for (const line of fitTable(columns, rows)) console.log(line);
}
