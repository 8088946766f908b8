import {
  type ApplicationRow,
  type ApplicationSummary,
  applicationSummary,
  applicationsReply,
} from '../../shared/api/applications.ts';
import { latenessOf } from '../../shared/questions/facts.ts';
import { addDays } from '../../shared/rules/days.ts';
import { formatDay } from '../../shared/rules/format-time.ts';
import { printTable } from '../command-line/table.ts';
import { OptionError } from '../command-line/usage-error.ts';
import { invokeOperator } from './ask.ts';
import { type Target, type TargetOptions, targetOf } from './target.ts';

/** Maximum of rows in one response. */
const pageSize = 100;
/** Days that are listed without `--since`. */
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

/** The ids that `--missing` accepts. A draft has no checklist. */
function missingCell({ checklist }: ApplicationRow): string {
  if (checklist === undefined) return '';
  return checklist.missing.length === 0 ? 'nothing' : checklist.missing.join(', ');
}

const columns: readonly (readonly [title: string, cell: (row: ApplicationRow) => string])[] = [
  ['Time (UTC)', ({ submitted_at, started_at }) => minute(submitted_at ?? started_at)],
  ['Confirmation', ({ confirmation = '' }) => confirmation],
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Missing', missingCell],
  ['Late', ({ late }) => (late === undefined ? '' : latenessOf(late))],
  ['Withdrawn', ({ withdrawn_at }) => minute(withdrawn_at)],
];

/** Omits empty columns: drafts have no number, and most submissions are not late. */
function printRows(rows: readonly ApplicationRow[]): void {
  const filled = columns.filter(([, cell]) => rows.some((row) => cell(row) !== ''));
  printTable([filled.map(([title]) => title), ...rows.map((row) => filled.map(([, cell]) => cell(row)))]);
}

interface ListOptions extends DayOptions, TargetOptions {
  readonly status: 'submitted' | 'draft';
  readonly name?: string;
  readonly missing?: string;
  readonly limit: number;
  readonly after?: string;
  readonly json: boolean;
}

function askForPage(place: Target, given: ListOptions, after: string | undefined, limit: number) {
  const { name, status, missing } = given;
  const command =
    name === undefined
      ? ({ command: 'list-applications', status, ...rangeOf(given), after, missing, limit } as const)
      : ({ command: 'find-by-name', name, after, missing, limit } as const);
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
  if (given.missing !== undefined && given.status === 'draft')
    throw new OptionError('--missing cannot be combined with --status draft: drafts have no checklist yet.');
  const { applications, next } = await readRows(await targetOf(given), given);
  if (given.json) return console.log(JSON.stringify({ applications, next }, null, 2));
  if (applications.length === 0) console.log('There are no applications.');
  else printRows(applications);
  if (next !== undefined) console.log(`There may be more: repeat the command with --after '${next}'`);
}

function itemText({ id, received, is_optional }: NonNullable<ApplicationSummary['items']>[number]): string {
  if (received !== undefined) return `${id}: received on ${formatDay(received)}`;
  return `${id}: ${is_optional ? 'optional' : 'still needed'}`;
}

const factsOf = (found: ApplicationSummary): readonly (readonly [string, string])[] => [
  ['Name', found.name],
  ['Email', found.email],
  ['Status', found.status],
  ['Confirmation', found.confirmation ?? ''],
  ['Late', found.late === undefined ? '' : latenessOf(found.late)],
  ['Begun', minute(found.started_at)],
  ...found.statuses.map(({ status, at }) => [`Status ${status}`, minute(at)] as const),
  ['Withdrawn', minute(found.withdrawn_at)],
  ['Receipt mailed', minute(found.receipt_mailed_at)],
  ['Last log-in', minute(found.last_log_in)],
  ...(found.items ?? []).map((item) => ['Checklist', itemText(item)] as const),
  ...found.documents.map(
    ({ question, file_name = '', status }) => [`Document`, `${question}: ${file_name} (${status})`] as const,
  ),
];

interface ShowOptions extends TargetOptions {
  readonly user?: string;
  readonly confirmation?: string;
  readonly json: boolean;
}

/** Prints the status, times, checklist and documents of one application. */
export async function show({ user, confirmation, json, ...choice }: ShowOptions): Promise<void> {
  if ((user === undefined) === (confirmation === undefined))
    throw new OptionError('Give either --user or --confirmation.');
  const command = { command: 'show-application', user, confirmation } as const;
  const found = await invokeOperator(await targetOf(choice), command, applicationSummary);
  if (json) return console.log(JSON.stringify(found, null, 2));
  const facts = factsOf(found).filter(([, value]) => value !== '');
  printTable([['Times are in UTC', ''], ...facts]);
}
