import type { DateParts, Patch } from '../../shared/form/index.ts';
import { tabStorage } from './tab-storage.ts';

const place = 'unsaved-answers';
const keptFor = 30 * 60 * 1000;

/** Dates that are typed in part, by key: no answers yet, and nothing that the server takes. */
export type PartialDates = Readonly<Record<string, DateParts>>;

/** What was typed but not acknowledged, and the revision that it was based on. */
export interface Draft {
  readonly answers: Patch;
  readonly revision?: number | undefined;
  readonly partialDates?: PartialDates | undefined;
}
interface Stored extends Draft {
  readonly owner: string;
  readonly at: number;
}

let owner = '';

/** Says who types from now on, without writing the name down. */
export async function setDraftOwner(username: string): Promise<void> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(username.toLowerCase()));
  owner = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Who was logged in last, for whatever else is kept in this tab. */
export const getDraftOwner = (): string => owner;

export const deleteDraft = (): void => tabStorage.remove(place);

/**
 * Answers that are not saved yet stay in this tab for half an hour, for the same user only (decision D-07): a page
 * that is loaded again, or a session that is over, loses none of them.
 */
export function saveDraft(kept: Draft): void {
  if (owner === '') return;
  const stored: Stored = { ...kept, owner, at: Date.now() };
  if (Object.keys({ ...kept.answers, ...kept.partialDates }).length === 0) deleteDraft();
  else tabStorage.write(place, JSON.stringify(stored));
}

/** What was kept for whoever types. */
export function readDraft(): Draft {
  try {
    const { answers, revision, partialDates, ...stored } = JSON.parse(tabStorage.read(place)) as Stored;
    const isTheirs = stored.owner === owner && Date.now() - stored.at < keptFor;
    return isTheirs ? { answers, revision, partialDates } : { answers: {} };
  } catch {
    return { answers: {} };
  }
}
