import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { currentPartner } from '../api-client/site-config.ts';
import { getSession } from '../session/session.ts';
import { speak } from '../ui/speak.ts';
import { formStore, hasAnswers } from './form-store.ts';
import { partnerForm, validationContext } from './partner-form.ts';

/**
 * Notes about answers that contradict each other or the calendar, by the key that holds the question's
 * errors.
 */
type Notes = Readonly<Record<string, string>>;
interface NoteState {
  readonly notes: Notes;
  /** Notes about pasted text that was cut off, until the field changes. */
  readonly leftOut: Notes;
}
const noNotes: NoteState = { notes: {}, leftOut: {} };
const store = createStore<NoteState>(() => noNotes);

/** The question to the applicant about a note. */
const noteQuestion = (note: string): string => `${note} Is this right?`;

const loadContradictions = () => import('../../shared/questions/contradictions.ts');

/** Returns true while the focus is in the card of a question. */
const isBeingFilled = (key: string): boolean =>
  document.getElementById(key)?.closest('.card')?.contains(document.activeElement) ?? false;

/** Resolves when the focus has moved from the field that was left. */
const focusMoved = () => new Promise((resolve) => setTimeout(resolve));

/**
 * Recomputes the notes after a commit. The rules load on demand: no page needs them before the first answer.
 */
export async function updateNotes({ isQuiet = false } = {}): Promise<void> {
  if (!hasAnswers()) return store.setState({ notes: noNotes.notes });
  const [{ findContradictions }] = await Promise.all([loadContradictions(), focusMoved()]);
  const previous = store.getState().notes;
  const notes = findContradictions(partnerForm(), formStore.getState(), {
    ...validationContext(),
    partner: currentPartner(),
    username: getSession().username,
    isBeingFilled,
  });
  const added = Object.keys(notes).filter((key) => notes[key] !== previous[key]);
  const isSame = added.length === 0 && Object.keys(notes).length === Object.keys(previous).length;
  if (isSame) return;
  store.setState({ notes });
  if (!isQuiet) for (const key of added) speak(noteQuestion(notes[key] ?? ''));
}

export const useNotes = (): Notes => useStore(store, ({ notes }) => notes);

export function noteLeftOut(key: string, text: string): void {
  store.setState(({ leftOut }) => ({ leftOut: { ...leftOut, [key]: text } }));
  speak(text);
}

/** Removes the note about cut-off text after the field has changed. */
export function forgetLeftOut(key: string): void {
  const { [key]: outdated, ...leftOut } = store.getState().leftOut;
  if (outdated !== undefined) store.setState({ leftOut });
}

/** The note next to a field, or undefined. */
export const useNote = (key: string): string | undefined =>
  useStore(store, ({ notes, leftOut }) => leftOut[key] ?? (notes[key] && noteQuestion(notes[key])));
