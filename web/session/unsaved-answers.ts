import * as v from 'valibot';
import { answer, answers } from '../../shared/api/replies.ts';
import { ownedTabStorage } from './tab-storage.ts';

const draft = v.object({
  answers,
  /** The revision that the answers are based on. */
  revision: v.optional(v.number()),
  /** Every value that this tab sent for these answers. */
  sent: v.optional(v.record(v.string(), v.array(answer))),
});
/** Answers that the server has not acknowledged. */
export type Draft = Readonly<v.InferOutput<typeof draft>>;

const lifetimeMs = 30 * 60 * 1000;
const storage = ownedTabStorage('unsaved-answers', draft, lifetimeMs);

let owner = '';

/** Sets the owner of the answers typed from now on. Only a hash of the username is stored. */
export async function setDraftOwner(username: string): Promise<void> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(username.toLowerCase()));
  owner = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Hash of the last logged-in user. Other data in this tab belongs to the same owner. */
export const getDraftOwner = (): string => owner;

export const deleteDraft = storage.remove;

let expiry: ReturnType<typeof setTimeout> | undefined;

function expireIn(milliseconds: number): void {
  clearTimeout(expiry);
  expiry = setTimeout(expireDraft, milliseconds);
}

/** Deletes the stored draft after half an hour, because the applicant may never return to this tab. */
export function expireDraft(): void {
  const left = storage.timeLeft();
  if (left > 0) expireIn(left);
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
  else {
    storage.write(owner, unsaved);
    expireIn(lifetimeMs);
  }
}

/** The stored draft of the current user, or an empty one. */
export const readDraft = (): Draft => storage.read(owner) ?? { answers: {} };
