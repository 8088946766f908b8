import { useCallback, useSyncExternalStore } from 'react';
import { createMemberListeners } from '../value.ts';
import { type UndoOffer, undoOffer } from './edit-answer.ts';
import { errorState } from './errors.ts';
import { saveStatus } from './save-status.ts';

/** Everything that a field shows about its answer, next to the answer. */
interface FieldStatus {
  /** Errors, and the reason why the answer cannot be stored. */
  readonly messages: readonly string[];
  /** True if the errors are known, or appeared together with others. */
  readonly isQuiet: boolean;
  /** The expected format, if the answer has another; '' otherwise. */
  readonly formatHint: string;
  readonly offer: UndoOffer | undefined;
}
const noMessages: readonly string[] = [];
const noStatus: FieldStatus = { messages: noMessages, isQuiet: true, formatHint: '', offer: undefined };

/** By the key of a question, or that of its errors. */
const fields = createMemberListeners();
/** The number of changes: 0 while nothing has a status, as in a prerendered page. */
let version = 0;

function changed(...changes: Parameters<typeof fields.call>[0]): void {
  version += 1;
  fields.call(changes);
}

errorState.subscribe((now, before) =>
  changed([now.errors, before.errors], [now.formatHints, before.formatHints]),
);
saveStatus.subscribe((now, before) => changed([now.refused, before.refused]));
const byPlace = (offer: UndoOffer | undefined) => (offer === undefined ? {} : { [offer.place]: offer });
undoOffer.subscribe((now, before) => changed([byPlace(now), byPlace(before)]));

function statusOf(name: string, errorKey: string): FieldStatus {
  const { errors, announcedKey, formatHints } = errorState.get();
  const refusal = saveStatus.get().refused[errorKey];
  const found = errors[errorKey] ?? noMessages;
  const messages = refusal === undefined ? found : [...found, refusal];
  const offer = undoOffer.get();
  return {
    messages,
    isQuiet: refusal === undefined && announcedKey !== errorKey,
    formatHint: formatHints[name] ?? '',
    offer: offer?.place === name ? offer : undefined,
  };
}

/** One subscription for all that a field shows: a page has a hundred fields. */
export function useFieldStatus(name: string, errorKey: string): FieldStatus {
  const subscribe = useCallback(
    (listener: () => void) => fields.subscribe([name, errorKey], listener),
    [name, errorKey],
  );
  const now = useSyncExternalStore(
    subscribe,
    () => version,
    () => 0,
  );
  return now === 0 ? noStatus : statusOf(name, errorKey);
}
