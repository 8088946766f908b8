import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { removeFromTab, tabStorage } from '../session/tab-storage.ts';

// Data of a person that stays in the tab through reloads and a new sign-in of the same person: typed text,
// the way through the list. Each of its keys has this prefix.

const prefix = 'staff-';
const personKey = `${prefix}person`;
type Key = `${typeof prefix}${string}`;

/** Deletes the person's data in this tab. */
export function clearTab(): void {
  removeFromTab(prefix);
}

/** Keeps the tab's data for the person who is signed in, and deletes another person's. */
export function keepTabFor(person: string): void {
  if (tabStorage.read(personKey, v.string()) === person) return;
  clearTab();
  tabStorage.write(personKey, person);
}

/** A value that a person types: undefined deletes it. */
export function useTabDraft<T>(key: Key, schema: v.GenericSchema<unknown, T>) {
  const [draft, setDraft] = useState(() => tabStorage.read(key, schema));
  useEffect(() => {
    if (draft === undefined) tabStorage.remove(key);
    else tabStorage.write(key, draft);
  }, [key, draft]);
  return [draft, setDraft] as const;
}

/** A text that a person types. */
export function useTypedText(key: Key) {
  const [text = '', setText] = useTabDraft(key, v.string());
  return [text, (typed: string) => setText(typed === '' ? undefined : typed)] as const;
}
