import { type OperatorCommand, operatorRequest } from '../../shared/api/operator.ts';
import { normalizeUsername } from '../../shared/rules/account.ts';
import { createDeviceLink } from '../application/device-link.ts';
import { exportColumns, exportPage } from '../application/export-page.ts';
import {
  applicantNamed,
  countApplications,
  findByName,
  listApplications,
  summaryOf,
} from '../application/find-applications.ts';
import { operatorCommands } from '../application/operator-commands.ts';
import { listPackages, redrivePackages } from '../application/owed-packages.ts';
import { reindexNext } from '../application/reindex.ts';
import { removeSecondFactor } from '../application/second-factor.ts';
import { signToken } from '../application/service-token.ts';
import { accountOf } from '../aws/cognito.ts';
import { now, seconds } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import type { JournalItem } from '../store/items.ts';
import {
  journalOf,
  type Operator,
  operatorJournal,
  recordEvent,
  recordForOperators,
} from '../store/journal.ts';
import { readJournal } from '../store/read-journal.ts';
import { revokeToken, storeToken } from '../store/service-tokens.ts';
import { endAllSessions } from '../store/session-changes.ts';

type CommandOf<Name extends OperatorCommand['command']> = Extract<
  OperatorCommand,
  { readonly command: Name }
>;

const noSuchApplicant = () => new ApiError('notFound', 'No applicant has this address.');

async function issueToken(
  operator: Operator,
  { user, seconds: lifetime, purpose }: CommandOf<'issue-token'>,
) {
  const account = await accountOf(normalizeUsername(user));
  if (account.state !== 'confirmed') throw noSuchApplicant();
  const { sub } = account;
  const iat = seconds(now());
  const ends = (iat + lifetime) * 1000;
  const jti = await storeToken(sub, { ends, purpose }, operator);
  const token = await signToken({ sub, jti, iat, exp: iat + lifetime });
  return { token, jti, ends: new Date(ends).toISOString() };
}

async function revoke(operator: Operator, { jti }: CommandOf<'revoke-token'>) {
  if (!(await revokeToken(jti, operator))) throw new ApiError('notFound', 'There is no token of this id.');
  return {};
}

async function endSessions(operator: Operator, { user }: CommandOf<'end-sessions'>) {
  const username = normalizeUsername(user);
  const account = await accountOf(username);
  if (account.state === 'none') throw noSuchApplicant();
  return { ended: await endAllSessions({ sub: account.sub, username }, 'operator', { operator }) };
}

async function endSecondFactor(operator: Operator, { user, purpose }: CommandOf<'remove-second-factor'>) {
  const username = normalizeUsername(user);
  const account = await accountOf(username);
  if (account.state === 'none') throw noSuchApplicant();
  if (!account.hasSecondFactor) throw new ApiError('conflict', 'This account has no second factor.');
  return { mailed: await removeSecondFactor({ sub: account.sub, username }, operator, purpose) };
}

async function keepAnswers(operator: Operator, { answer }: CommandOf<'keep-answers'>) {
  await recordForOperators('device-link', operator);
  return createDeviceLink(answer);
}

/** Where the entries are that somebody asks for. Reading them is itself recorded, with each page: the applicant's at the applicant. */
async function partitionsOf(operator: Operator, { user }: CommandOf<'read-journal'>) {
  const username = user === undefined ? undefined : normalizeUsername(user);
  const account = username === undefined ? undefined : await accountOf(username);
  const sub = account === undefined || account.state === 'none' ? undefined : account.sub;
  await (sub === undefined
    ? recordForOperators('journal-read', operator, [username === undefined ? 'operators' : 'former-address'])
    : recordEvent(sub, 'journal-read', operator));
  return username === undefined ? [operatorJournal] : journalOf(username, sub);
}

/** The form and the partner's steps load with the first list of papers. */
async function tickOff(operator: Operator, command: CommandOf<'receive-papers'>) {
  const { receivePapers } = await import('../application/receive-papers.ts');
  return { rows: await receivePapers(operator, command) };
}

const entryReply = ({ sk, keys: names, ...rest }: JournalItem) => ({
  at: /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(sk)?.[0] ?? '',
  names,
  ...rest,
});

async function showJournal(operator: Operator, command: CommandOf<'read-journal'>) {
  const { entries, next } = await readJournal(await partitionsOf(operator, command), command.after ?? '');
  return { entries: entries.map(entryReply), next };
}

/** Each page is recorded, with what was asked for: the names that were found are in no journal. */
async function list(operator: Operator, command: CommandOf<'list-applications'>) {
  const { status, since, until } = command;
  await recordForOperators('applications-listed', operator, [status, since, until]);
  return listApplications(command);
}

async function listByName(operator: Operator, command: CommandOf<'find-by-name'>) {
  await recordForOperators('applications-listed', operator, ['name']);
  return findByName(command);
}

async function show(operator: Operator, command: CommandOf<'show-application'>) {
  const sub = await applicantNamed(command);
  await recordEvent(sub, 'application-shown', operator);
  return summaryOf(sub);
}

/** Packages that are owed have the addresses of their applicants. */
async function showPackages(operator: Operator) {
  await recordForOperators('packages-listed', operator);
  return listPackages();
}

async function redrive(operator: Operator, { user }: CommandOf<'redrive-packages'>) {
  await recordForOperators('redrive-packages', operator);
  return redrivePackages(user && normalizeUsername(user));
}

/** Each page that wrote something is recorded, with for how many applications, and how many packages are owed. */
async function reindexPage(operator: Operator, command: CommandOf<'reindex-applications'>) {
  const page = await reindexNext(command);
  const counts = [page.applications, page.packages];
  if (command.isWriting && counts.some((count) => count > 0))
    await recordForOperators('applications-reindexed', operator, counts.map(String));
  return page;
}

/** Each page gives away whole applications, so each is recorded, with how many they were. */
async function exportNext(operator: Operator, { after, limit }: CommandOf<'export-page'>) {
  const page = await exportPage(after, limit);
  if (page.packages.length > 0)
    await recordForOperators('applications-exported', operator, [String(page.packages.length)]);
  return page;
}

function run(operator: Operator, command: OperatorCommand): Promise<object> {
  switch (command.command) {
    case 'issue-token':
      return issueToken(operator, command);
    case 'revoke-token':
      return revoke(operator, command);
    case 'keep-answers':
      return keepAnswers(operator, command);
    case 'end-sessions':
      return endSessions(operator, command);
    case 'remove-second-factor':
      return endSecondFactor(operator, command);
    case 'receive-papers':
      return tickOff(operator, command);
    case 'read-journal':
      return showJournal(operator, command);
    case 'list-applications':
      return list(operator, command);
    case 'find-by-name':
      return listByName(operator, command);
    case 'show-application':
      return show(operator, command);
    case 'count-applications':
      return countApplications(command.since, command.until);
    case 'reindex-applications':
      return reindexPage(operator, command);
    case 'list-packages':
      return showPackages(operator);
    case 'redrive-packages':
      return redrive(operator, command);
    case 'export-columns':
      return Promise.resolve({ keys: exportColumns() });
    case 'export-page':
      return exportNext(operator, command);
  }
}

export const handler = operatorCommands(operatorRequest, run);
