import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import {
  type ValidationErrors,
  validate,
  validateQuestion,
  visibleBlockingNotices,
} from '../../shared/form/index.ts';
import { getSession } from '../session/session.ts';
import { announcementOf } from './error-announcement.ts';
import { formStore } from './form-store.ts';
import { partnerForm, validationContext } from './partner-form.ts';

interface ErrorState {
  readonly found: ValidationErrors;
  /** Many at once are not read out one by one (decision D-98). */
  readonly isQuiet: boolean;
  /** What several of them that came at once say in one message; '' when a field says its own. */
  readonly together: string;
  /** The keys of what stops the form from being sent. */
  readonly stops: readonly string[];
  /** Grows with each check, so that whoever counts answers counts again. */
  readonly checks: number;
}
const store = createStore<ErrorState>(() => ({
  found: {},
  isQuiet: true,
  together: '',
  stops: [],
  checks: 0,
}));
const nothing: Readonly<Record<'quiet' | 'aloud', readonly string[]>> = { quiet: [], aloud: [] };

export const validateForm = (): ValidationErrors =>
  validate(partnerForm(), formStore.getState(), validationContext());

/** Looks again at what is wrong; it shows only while the status is validating. One message is spoken at most. */
export function revalidate({ isQuiet = false } = {}): void {
  const before = store.getState();
  const found = getSession().web_status === 'validating' ? validateForm() : {};
  const stops = visibleBlockingNotices(partnerForm(), formStore.getState());
  const newStops = stops.filter(({ key }) => !before.stops.includes(key));
  const together = isQuiet ? '' : announcementOf(before.found, found, newStops);
  store.setState(({ checks }) => ({
    found,
    isQuiet: isQuiet || together !== '',
    together,
    stops: stops.map(({ key }) => key),
    checks: checks + 1,
  }));
}

/** A message goes with what it is about, while somebody types; a new one waits until the answer is finished. */
export function clearFixedErrors(key: string): void {
  const { found } = store.getState();
  const messages = found[key];
  if (messages === undefined) return;
  const still = validateQuestion(partnerForm(), formStore.getState(), validationContext(), key);
  const left = messages.filter((message) => still.includes(message));
  if (left.length === messages.length) return;
  const { [key]: _, ...others } = found;
  store.setState({ found: left.length === 0 ? others : { ...others, [key]: left } });
}

/** Shows what the server found, until the next check. */
export const showErrors = (found: ValidationErrors): void => store.setState({ found, isQuiet: true });

export const useErrors = (): ValidationErrors => useStore(store, ({ found }) => found);
export const useValidationCount = (): number => useStore(store, ({ checks }) => checks);
export const useErrorAnnouncement = (): string => useStore(store, ({ together }) => together);

/** One subscription for each field: what is wrong with it, and whether to say so aloud, which changes either list. */
export function useFieldErrors(key: string): {
  readonly messages: readonly string[];
  readonly isQuiet: boolean;
} {
  const messages = useStore(
    store,
    ({ found, isQuiet }) => found[key] ?? nothing[isQuiet ? 'quiet' : 'aloud'],
  );
  return { messages, isQuiet: store.getState().isQuiet };
}
