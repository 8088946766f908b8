import { storedKeys, walk } from '../../shared/form/index.ts';
import { ApiError } from '../runtime/errors.ts';
import { storeDeviceLink } from '../store/device-links.ts';
import { partnerForm } from './form.ts';
import { type ParsedAnswers, parseAnswers } from './parse-answers.ts';

/** Bytes of JSON. */
const maxBytes = 65_536;

/** Answers that links omit, by kind of question and by key: everyone with the link can read the others. */
const privateKinds = ['document', 'ssn'];
const privateKeys = [
  'alien_registration_number',
  ...['felony', 'conviction'].flatMap((key) => [key, `${key}_desc`, `${key}_comment`]),
];

/** All keys that the form stores for questions of a private kind, and the private keys. */
function privateAnswers(): ReadonlySet<string> {
  const questions = walk(partnerForm()).questions.filter(({ question }) =>
    privateKinds.includes(question.kind),
  );
  return new Set([...questions.flatMap(({ key, question }) => storedKeys(key, question)), ...privateKeys]);
}

function withoutPrivate({ patch, ignored }: ParsedAnswers): ParsedAnswers {
  const left = privateAnswers();
  const entries = Object.entries(patch);
  return {
    patch: Object.fromEntries(entries.filter(([key]) => !left.has(key))),
    ignored: [...ignored, ...entries.map(([key]) => key).filter((key) => left.has(key))],
  };
}

/** Stores the answers of an anonymous visitor under a new token, and lists the omitted keys. */
export async function createDeviceLink(
  answer: Readonly<Record<string, unknown>>,
): Promise<{ token: string; ignored: string[] }> {
  const sent = parseAnswers(answer);
  if (Buffer.byteLength(JSON.stringify(sent.patch)) > maxBytes)
    throw new ApiError('tooLarge', 'Your answers are too long to continue on another device.');
  const { patch, ignored } = withoutPrivate(sent);
  return { token: await storeDeviceLink(patch), ignored: [...ignored] };
}
