import type { visitor } from '../../shared/api/visitor.ts';
import { dataModel, type Patch, walk, withoutQuestions } from '../../shared/form/index.ts';
import { privateQuestions } from '../../shared/questions/private-questions.ts';
import { settingsCacheSeconds } from '../../shared/rules/limits.ts';
import type { Handlers } from '../http/request.ts';
import { siteUrl } from '../http/viewer.ts';
import { now } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import { partnerForm } from '../runtime/form.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { log, withoutPersonalDataIn } from '../runtime/log.ts';
import { exists, expression } from '../table/expression.ts';
import * as items from '../table/items.ts';
import { keys } from '../table/keys.ts';
import { readSettings } from '../table/settings.ts';
import { update } from '../table/table.ts';
import { countRequest, isFromTwoNetworks, rateLimits } from '../table/throttles.ts';
import { hashOf, openToken } from '../table/tokens.ts';
import { applicantOfLink, turnRemindersOff } from './deadline-mails.ts';
import { type ParsedAnswers, parseAnswers } from './parse-answers.ts';

const messages = {
  unknown: "We couldn't find answers for this link. It may have expired.",
  kept: 'This link works for 24 hours.',
  logged: 'The issue has been logged.',
  ask: 'Do you want to turn off deadline emails?',
  off: 'Deadline emails are off.',
  wrongLink: 'This link doesn\'t work. Log in and turn off the emails under "Account and Security".',
} as const;

async function applicantOf(token: string): Promise<ApplicantId> {
  const sub = await applicantOfLink(token);
  if (sub === undefined) throw new ApiError('invalid', messages.wrongLink);
  return sub;
}

export const visitorCalls: Handlers<typeof visitor> = {
  /** Unknown, expired and used-up tokens get the same response. */
  async getAnswers({ query: { token = '' }, viewer }) {
    await countRequest(rateLimits.calls, viewer.address);
    const answers = await readDeviceLink(token);
    if (answers === undefined) throw new ApiError('notFound', messages.unknown);
    return { body: { ...answers } };
  },

  async saveAnswers({ body, viewer }) {
    await countRequest(rateLimits.deviceLinks, viewer.address);
    const { token, ignored } = await createDeviceLink(body.answer);
    const url = siteUrl(viewer.site, `/about?token=${token}`);
    return { body: { message: messages.kept, token, url, ignored } };
  },

  /** Follows a publication within 20 seconds, because CloudFront caches the reply as long. */
  async getSettings() {
    const body = await readSettings();
    return { body, headers: { 'cache-control': `public, max-age=${settingsCacheSeconds}` } };
  },

  /** Anybody can send reports, so operators hear of them only when two networks do. */
  async reportError({ body, viewer }) {
    await countRequest(rateLimits.calls, viewer.address);
    const { page, ...error } = withoutPersonalDataIn(body);
    const isCommon = await isFromTwoNetworks('page-reports', viewer.network);
    log({ level: 'warn', event: isCommon ? 'page.crashed' : 'page.crashed-in-one-network', page, error });
    return { body: { message: messages.logged } };
  },

  /** Mail programs open links, so this only asks. */
  async askToUnsubscribe({ query }) {
    await applicantOf(query.token);
    return { body: { message: messages.ask } };
  },

  async unsubscribe({ query }) {
    await turnRemindersOff(await applicantOf(query.token));
    return { body: { message: messages.off } };
  },
};

/** Lifetime of a link, and its maximum number of reads. */
const lifetimeMs = 24 * 3_600_000;
const maxReads = 20;

/** Stores answers under a new token, which it returns. */
export const storeDeviceLink = (answers: Patch): Promise<string> =>
  openToken(keys.deviceLink, { a: answers, reads: 0 }, lifetimeMs);

/**
 * The answers of a token, counting this read; undefined when the token is unknown, expired or read too many
 * times.
 */
export async function readDeviceLink(token: string): Promise<Patch | undefined> {
  const link = await update(keys.deviceLink(hashOf(token)), expression`ADD reads ${1}`, {
    if: expression`${exists} AND ends > ${now()} AND reads < ${maxReads}`,
  });
  return link && items.deviceLink.parse(link).a;
}

/** Bytes of JSON. */
const maxBytes = 65_536;

/** The keys of answers that a link may have: without private questions and without documents. */
function keysForLinks(): ReadonlySet<string> {
  const form = partnerForm();
  const documents = walk(form).questions.filter(({ question }) => question.kind === 'document');
  const hidden = [...privateQuestions(form), ...documents.map(({ key }) => key)];
  return new Set(dataModel(withoutQuestions(form, hidden).form).keys());
}

function withoutPrivate({ patch, ignored }: ParsedAnswers): Omit<ParsedAnswers, 'refused'> {
  const allowed = keysForLinks();
  const entries = Object.entries(patch);
  return {
    patch: Object.fromEntries(entries.filter(([key]) => allowed.has(key))),
    ignored: [...ignored, ...entries.map(([key]) => key).filter((key) => !allowed.has(key))],
  };
}

/** Stores the answers of an anonymous visitor under a new token, and lists the omitted keys. */
async function createDeviceLink(
  answer: Readonly<Record<string, unknown>>,
): Promise<{ token: string; ignored: string[] }> {
  const sent = parseAnswers(answer);
  const [refused] = Object.entries(sent.refused);
  if (refused !== undefined) throw new ApiError('invalid', `${refused.join(' ')}.`);
  if (Buffer.byteLength(JSON.stringify(sent.patch)) > maxBytes)
    throw new ApiError('tooLarge', 'Your answers are too long to continue on another device.');
  const { patch, ignored } = withoutPrivate(sent);
  return { token: await storeDeviceLink(patch), ignored: [...ignored] };
}
