import * as v from 'valibot';
import { answer, answers } from '../../shared/api/replies.ts';
import { tabStorage } from './tab-storage.ts';

const storageKey = 'unsaved-answers';
const maxAgeMs = 30 * 60 * 1000;

const draft = v.object({
  answers,
  /** The revision that the answers are based on. */
  revision: v.optional(v.number()),
  /** Every value that this tab sent for these answers. */
  sent: v.optional(v.record(v.string(), v.array(answer))),
});
/** Answers that the server has not acknowledged. */
export type Draft = Readonly<v.InferOutput<typeof draft>>;

const storedDraft = v.object({ ...draft.entries, owner: v.string(), at: v.number() });

let owner = '';

/** Sets the owner of the answers typed from now on. Only a hash of the username is stored. */
export async function setDraftOwner(username: string): Promise<void> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(username.toLowerCase()));
  owner = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Hash of the last logged-in user. Other data in this tab belongs to the same owner. */
export const getDraftOwner = (): string => owner;

export const deleteDraft = (): void => tabStorage.remove(storageKey);

let expiry: ReturnType<typeof setTimeout> | undefined;

/** Deletes the stored draft after half an hour, because the applicant may never return to this tab. */
export function expireDraft(): void {
  clearTimeout(expiry);
  const stored = tabStorage.read(storageKey, storedDraft);
  if (stored === undefined) return;
  const left = stored.at + maxAgeMs - Date.now();
  if (left > 0) expiry = setTimeout(expireDraft, left);
  else deleteDraft();
}

expireDraft();

/**
 * Stores unsaved answers in this tab for half an hour, for the same user only. They survive page loads and
 * the end of the session.
 */
export function saveDraft(unsaved: Draft): void {
  if (owner === '') return;
  if (Object.keys(unsaved.answers).length === 0) deleteDraft();
  else tabStorage.write(storageKey, { ...unsaved, owner, at: Date.now() });
  expireDraft();
}

/** The stored draft of the current user, or an empty one. */
export function readDraft(): Draft {
  const stored = tabStorage.read(storageKey, storedDraft);
  const isCurrent = stored?.owner === owner && Date.now() - stored.at < maxAgeMs;
  return isCurrent ? v.parse(draft, stored) : { answers: {} };
}
