import { dataModel, walk, withoutQuestions } from '../../shared/form/index.ts';
import { privateQuestions } from '../../shared/questions/private-questions.ts';
import { ApiError } from '../runtime/errors.ts';
import { storeDeviceLink } from '../store/device-links.ts';
import { partnerForm } from './form.ts';
import { type ParsedAnswers, parseAnswers } from './parse-answers.ts';

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
