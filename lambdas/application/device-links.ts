import { dataModel, type Patch, walk, withoutQuestions } from '../../shared/form/index.ts';
import { privateQuestions } from '../../shared/questions/private-questions.ts';
import { now } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import { partnerForm } from '../runtime/form.ts';
import { exists, expression } from '../table/expression.ts';
import * as items from '../table/items.ts';
import { keys } from '../table/keys.ts';
import { update } from '../table/table.ts';
import { hashOf, openToken } from '../table/tokens.ts';
import { type ParsedAnswers, parseAnswers } from './parse-answers.ts';

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
export async function createDeviceLink(
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
