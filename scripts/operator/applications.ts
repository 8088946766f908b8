import { parseArgs } from 'node:util';
import {
  type ApplicationRow,
  type ApplicationSummary,
  applicationStatus,
  applicationSummary,
  applicationsReply,
  countReply,
} from '../../shared/api/applications.ts';
import { latenessOf } from '../../shared/questions/facts.ts';
import { addDays, isDay } from '../../shared/rules/days.ts';
import { type Column, fitTable, terminalWidth } from '../command-line/fit-table.ts';
import { readOptions, wholeNumber } from '../command-line/options.ts';
import { invokeOperator } from './ask.ts';
import { reindex } from './reindex.ts';
import { type Target, targetOf, targetOptions } from './target.ts';

/** As many as one call may return. */
const pageSize = 100;
/** Days that are listed and counted without `--since`. */
const usualDays = 30;

const options = {
  status: { type: 'string', default: 'submitted' },
  since: { type: 'string' },
  until: { type: 'string' },
  name: { type: 'string' },
  user: { type: 'string' },
  confirmation: { type: 'string' },
  limit: { type: 'string', default: '50' },
  after: { type: 'string' },
  yes: { type: 'boolean', default: false },
  'no-packages': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  ...targetOptions,
} as const;

const read = (args: readonly string[]) => parseArgs({ args: [...args], options, allowPositionals: true });
type Values = ReturnType<typeof read>['values'];

const subcommands = ['list', 'show', 'count', 'reindex'] as const;
type Subcommand = (typeof subcommands)[number];

function checkDay(option: string, day: string | undefined): void {
  if (day !== undefined && !isDay(day))
    throw new Error(`${option} ${day}: a day such as 2026-11-30 is expected.`);
}

const optionsIn = (args: readonly string[]) =>
  readOptions('applications', () => {
    const { values, positionals } = read(args);
    const subcommand = subcommands.find((each) => each === positionals[0]);
    if (subcommand === undefined || positionals.length > 1)
      throw new Error(`Give one of ${subcommands.join(', ')}.`);
    if (subcommand === 'show' && (values.user === undefined) === (values.confirmation === undefined))
      throw new Error('Give either --user or --confirmation.');
    checkDay('--since', values.since);
    checkDay('--until', values.until);
    const { success, data: status } = applicationStatus.safeParse(values.status);
    if (!success) throw new Error(`--status ${values.status}: draft or submitted is expected.`);
    return { ...values, subcommand, status, limit: wholeNumber('--limit', values.limit) };
  });

const rangeOf = ({ since, until }: Pick<Values, 'since' | 'until'>) => {
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

type Options = ReturnType<typeof optionsIn>;

function askForPage(place: Target, given: Options, after: string | undefined, limit: number) {
  const { name, status } = given;
  const command =
    name === undefined
      ? ({ command: 'list-applications', status, ...rangeOf(given), after, limit } as const)
      : ({ command: 'find-by-name', name, after, limit } as const);
  return invokeOperator(place, command, applicationsReply);
}

/** Page after page, until there are as many as asked for. */
async function readRows(place: Target, given: Options) {
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

async function list(place: Target, given: Options): Promise<void> {
  const { applications, next } = await readRows(place, given);
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

async function show(place: Target, { user, confirmation, json }: Options): Promise<void> {
  const command = { command: 'show-application', user, confirmation } as const;
  const found = await invokeOperator(place, command, applicationSummary);
  if (json) return console.log(JSON.stringify(found, null, 2));
  const facts = factsOf(found).filter(([, value]) => value !== '');
  const columns = [
    { title: 'Times are in UTC', cell: ([name]: readonly [string, string]) => name },
    { title: '', cell: ([, value]: readonly [string, string]) => value, mayShrink: true },
  ];
  for (const line of fitTable(columns, facts, terminalWidth())) console.log(line);
}

async function countedDays(place: Target, given: Options) {
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

async function count(place: Target, given: Options): Promise<void> {
  const days = await countedDays(place, given);
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

const run: Readonly<Record<Subcommand, (place: Target, given: Options) => Promise<void>>> = {
  list,
  show,
  count,
  reindex,
};

/**
 * `npm run applications`: finds applications by day, name, address or confirmation number, and lists those that are in no list. Who
 * did that is recorded.
 */
export async function applications(args: readonly string[]): Promise<void> {
  const given = optionsIn(args);
  await run[given.subcommand](await targetOf(given), given);
}
