import type { Patch } from '../../shared/form/index.ts';

const place = 'unsaved-answers';
const keptFor = 30 * 60 * 1000;

interface Kept {
  readonly owner: string;
  readonly answers: Patch;
  readonly at: number;
}

/** Whose answers they are, without writing the name down. */
async function ownerOf(username: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(username.toLowerCase()));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Answers that a session's end left unsaved stay in this tab for half an hour, for the same user only (D-07). */
export async function keepUnsaved(username: string, answers: Patch): Promise<void> {
  if (username === '' || Object.keys(answers).length === 0) return;
  const kept: Kept = { owner: await ownerOf(username), answers, at: Date.now() };
  sessionStorage.setItem(place, JSON.stringify(kept));
}

export const forgetKept = (): void => sessionStorage.removeItem(place);

/** What was kept for this user; it is given out once. */
export async function takeKept(username: string): Promise<Patch> {
  try {
    const { owner, answers, at } = JSON.parse(sessionStorage.getItem(place) ?? '') as Kept;
    const isTheirs = owner === (await ownerOf(username)) && Date.now() - at < keptFor;
    return isTheirs ? answers : {};
  } catch {
    return {};
  } finally {
    forgetKept();
  }
}
