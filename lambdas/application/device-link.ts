import { storedKeys, walk } from '../../shared/form/index.ts';
import { ApiError } from '../runtime/errors.ts';
import { storeDeviceLink } from '../store/device-links.ts';
import { application } from './form.ts';
import { type ParsedAnswers, parseAnswers } from './parse-answers.ts';

/** Bytes of JSON, and the kinds of questions whose answers no link may carry. */
const maxBytes = 65_536;
const privateKinds = ['document', 'ssn'];

function withoutPrivate({ patch, ignored }: ParsedAnswers): ParsedAnswers {
  const left = new Set(
    walk(application())
      .questions.filter(({ question }) => privateKinds.includes(question.kind))
      .flatMap(({ key, question }) => storedKeys(key, question)),
  );
  const entries = Object.entries(patch);
  return {
    patch: Object.fromEntries(entries.filter(([key]) => !left.has(key))),
    ignored: [...ignored, ...entries.map(([key]) => key).filter((key) => left.has(key))],
  };
}

/** Stores the answers of an anonymous visitor under a new token, and lists the keys that it left out. */
export async function createDeviceLink(
  answer: Readonly<Record<string, unknown>>,
): Promise<{ token: string; ignored: string[] }> {
  const { patch, ignored } = withoutPrivate(parseAnswers(answer));
  if (Buffer.byteLength(JSON.stringify(patch)) > maxBytes)
    throw new ApiError('tooLarge', 'These answers are too long to continue on another device.');
  return { token: await storeDeviceLink(patch), ignored: [...ignored] };
}
