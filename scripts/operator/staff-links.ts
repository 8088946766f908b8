import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { issueTokenReply } from '../../shared/api/operator.ts';
import type { StaffAudience } from '../../shared/api/staff-roles.ts';
import { tokenSeconds } from '../../shared/rules/limits.ts';
import { sayMoment } from '../command-line/moment.ts';
import { OptionError, UsageError } from '../command-line/usage-error.ts';
import { invokeOperator } from './ask.ts';
import { linksPage } from './links-page.ts';
import { optionsOf, type Target, type TargetOptions, targetOf } from './target.ts';

interface Options extends TargetOptions {
  readonly user?: string;
  readonly users?: string;
  readonly ttl: string;
  readonly purpose: string;
  readonly audience: StaffAudience;
  readonly html?: string;
  readonly json: boolean;
}

/** `90s`, `15m`, `1h`. */
function secondsIn(ttl: string): number {
  const [, number, unit = ''] = /^(\d{1,5})(s|m|h)$/.exec(ttl) ?? [];
  const seconds = Number(number) * ({ s: 1, m: 60, h: 3600 }[unit] ?? Number.NaN);
  if (seconds >= 1 && seconds <= tokenSeconds.max) return seconds;
  throw new UsageError(
    `--ttl ${ttl}: a time such as 90s or 15m is expected, at most ${tokenSeconds.max / 60}m.`,
  );
}

/** The addresses in a file, one per line. */
function addressesIn(file: string): readonly string[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`--users ${file}: this file cannot be read.`);
  }
  const addresses = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (addresses.length === 0) throw new UsageError(`--users ${file}: no line has an address.`);
  return [...new Set(addresses)];
}

interface Links {
  readonly user: string;
  readonly audience: StaffAudience;
  readonly view: string;
  readonly pdf: string;
  readonly token: string;
  /** The id that `npx matricula staff revoke-link` takes. */
  readonly id: string;
  readonly ends: string;
}

interface Refused {
  readonly user: string;
  readonly refused: string;
}

interface Request {
  readonly audience: StaffAudience;
  readonly seconds: number;
  readonly purpose: string;
}

async function issue(place: Target, user: string, request: Request): Promise<Links> {
  const command = { command: 'issue-token', user, ...request } as const;
  const { token, jti: id, ends } = await invokeOperator(place, command, issueTokenReply);
  const linkTo = (path: string) => `${place.site}${path}?service_token=${token}`;
  return {
    user,
    audience: request.audience,
    view: linkTo('/about'),
    pdf: linkTo('/service/pdf'),
    token,
    id,
    ends,
  };
}

/** Issues links one by one. An unknown address does not stop the others. */
async function issueEach(place: Target, users: readonly string[], request: Request) {
  const outcomes: (Links | Refused)[] = [];
  for (const user of users)
    outcomes.push(
      await issue(place, user, request).catch((error: unknown) => {
        if (error instanceof UsageError) return { user, refused: error.message };
        throw error;
      }),
    );
  return outcomes;
}

const shownTo = {
  reader: 'reader (without the questions that readers do not see)',
  office: 'office',
} as const satisfies Readonly<Record<StaffAudience, string>>;

function say({ audience, view, pdf, token, id, ends }: Links, place: TargetOptions): void {
  console.log(`For:   ${shownTo[audience]}`);
  console.log(`View:  ${view}`);
  console.log(`PDF:   ${pdf}`);
  console.log(`Token: ${token}`);
  console.log(
    `Works until ${sayMoment(new Date(ends), new Date())}. To end it now: npx matricula staff revoke-link ${id}${optionsOf(place)}`,
  );
}

function sayEach(outcomes: readonly (Links | Refused)[], place: TargetOptions): void {
  for (const outcome of outcomes) {
    console.log(`\n${outcome.user}`);
    if ('refused' in outcome) console.log(outcome.refused);
    else say(outcome, place);
  }
}

const existing = (file: string, cause?: unknown) =>
  new UsageError(`--html ${file}: this file exists or cannot be written. Name a new one.`, { cause });

/** Writes the links into a page that only its owner can read. Never replaces another file. */
function writePage(file: string, outcomes: readonly (Links | Refused)[]): void {
  try {
    writeFileSync(file, linksPage(outcomes), { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    throw existing(file, cause);
  }
}

function sayPage(file: string, outcomes: readonly (Links | Refused)[]): void {
  const refused = outcomes.filter((outcome) => 'refused' in outcome);
  for (const { user, refused: reason } of refused) console.log(`${user}: ${reason}`);
  const links = outcomes.length - refused.length;
  console.log(`${file} has links to ${links} ${links === 1 ? 'application' : 'applications'}.`);
}

/** Revokes a staff link immediately. */
export async function revokeLink(jti: string, choice: TargetOptions): Promise<void> {
  await invokeOperator(await targetOf(choice), { command: 'revoke-token', jti }, z.object({}));
  console.log(`Revoked: ${jti}`);
}

/** Prints links that let staff read applications for a limited time. */
export async function createLinks(options: Options): Promise<void> {
  const { user, users, purpose, html, json } = options;
  if ((user === undefined) === (users === undefined)) throw new OptionError('Give either --user or --users.');
  const request = { audience: options.audience, seconds: secondsIn(options.ttl), purpose };
  const addresses = users === undefined ? [] : addressesIn(users);
  // Checked first: links that are never shown would still be in the audit log.
  if (html !== undefined && existsSync(html)) throw existing(html);
  const place = await targetOf(options);
  if (user !== undefined && html === undefined) {
    const links = await issue(place, user, request);
    return json ? console.log(JSON.stringify(links, null, 2)) : say(links, options);
  }
  const outcomes = await issueEach(place, user === undefined ? addresses : [user], request);
  if (html !== undefined) writePage(html, outcomes);
  if (outcomes.some((outcome) => 'refused' in outcome)) process.exitCode = 1;
  if (json) console.log(JSON.stringify(outcomes, null, 2));
  else if (html === undefined) sayEach(outcomes, options);
  else sayPage(html, outcomes);
}
