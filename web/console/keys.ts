import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

// Single keys can be turned off, because speech input may trigger them (WCAG 2.1.4).

const storageKey = 'staff-keys';

function readSetting(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}

const store = createStore(() => ({ isOn: readSetting() }));
export const useKeySetting = (): boolean => useStore(store, ({ isOn }) => isOn);

export function setKeys(isOn: boolean): void {
  store.setState({ isOn });
  try {
    localStorage.setItem(storageKey, isOn ? 'on' : 'off');
  } catch {
    // The browser blocks storage: the setting lasts until the page is reloaded.
  }
}

const typingFields = 'input:not([type=checkbox]), textarea, select, [contenteditable]';

/** True for a key that is a command: not typed into a field, without modifiers, and with no dialog open. */
export const isCommand = (event: KeyboardEvent): boolean =>
  !(event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) &&
  !(event.target instanceof Element && event.target.closest(typingFields)) &&
  document.querySelector('dialog[open]') === null;

/** Runs the action of a pressed key, unless a person types or has turned the keys off. */
export function useKeys(actions: Readonly<Record<string, () => void>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = actions[event.key];
    if (action === undefined || !store.getState().isOn || !isCommand(event)) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
