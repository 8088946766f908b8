import * as v from 'valibot';
import { answers } from '../../shared/api/replies.ts';
import { tabStorage } from './tab-storage.ts';

const storageKey = 'unsaved-answers';
const keptFor = 30 * 60 * 1000;

const dateParts = v.object({ month: v.string(), day: v.string(), year: v.string() });

/** Dates that are typed in part, by key: not answers yet, so the server does not store them. */
export const partialDates = v.record(v.string(), dateParts);
export type PartialDates = Readonly<v.InferOutput<typeof partialDates>>;

const draft = v.object({
  answers,
  /** The revision that the answers are based on. */
  revision: v.optional(v.number()),
  partialDates: v.optional(partialDates),
});
/** What was typed and the server has not acknowledged. */
export type Draft = Readonly<v.InferOutput<typeof draft>>;

const storedDraft = v.object({ ...draft.entries, owner: v.string(), at: v.number() });

let owner = '';

/** Sets whose answers are typed from now on. Only a hash of the name is stored. */
export async function setDraftOwner(username: string): Promise<void> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(username.toLowerCase()));
  owner = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The user who was logged in last, for what else is stored in this tab. */
export const getDraftOwner = (): string => owner;

export const deleteDraft = (): void => tabStorage.remove(storageKey);

/**
 * Keeps unsaved answers in this tab for half an hour, for the same user only: loading the page again, or the end of the
 * session, loses none of them.
 */
export function saveDraft(unsaved: Draft): void {
  if (owner === '') return;
  if (Object.keys({ ...unsaved.answers, ...unsaved.partialDates }).length === 0) deleteDraft();
  else tabStorage.write(storageKey, { ...unsaved, owner, at: Date.now() });
}

/** The draft of the current user. */
export function readDraft(): Draft {
  const stored = tabStorage.read(storageKey, storedDraft);
  const isCurrent = stored?.owner === owner && Date.now() - stored.at < keptFor;
  return isCurrent ? v.parse(draft, stored) : { answers: {} };
}
