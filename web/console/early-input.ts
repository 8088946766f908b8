import { useEffect, useLayoutEffect, useRef } from 'react';
import { earlyPressScript, replayEarlyPress } from '../ui/early-press.ts';
import { readTypedInput, restoreTypedInput } from '../ui/typed-input.ts';
import { isCommand } from './keys.ts';

// The list arrives rendered, and people may use it before its script runs.

declare global {
  interface Window {
    earlyKeys?: KeyboardEvent[];
  }
}

/** Runs with the first bytes of a rendered page, and records presses and keys. */
export const earlyInputScript = `${earlyPressScript};addEventListener('keydown',e=>window.earlyKeys?.push(e),true);window.earlyKeys=[]`;

const { dataset } = globalThis.document?.documentElement ?? { dataset: {} };

/** True until React has taken over a rendered page. */
const isRendered = (): boolean => 'rendered' in dataset;

function isChanged(control: Element): boolean {
  if (!(control instanceof HTMLSelectElement)) return true;
  return control.selectedOptions[0]?.defaultSelected === false;
}

function repeatKeys(): void {
  const keys = window.earlyKeys?.filter(isCommand) ?? [];
  delete window.earlyKeys;
  for (const { key } of keys) document.dispatchEvent(new KeyboardEvent('keydown', { key }));
}

/** Repeats, after the hydration of the page, what a person did before it. */
export function RepeatEarlyInput() {
  const typed = useRef<ReturnType<typeof readTypedInput>>([]);
  useLayoutEffect(() => {
    if (isRendered())
      typed.current = readTypedInput(document.body).filter(({ control }) => isChanged(control));
  }, []);
  useEffect(() => {
    if (!isRendered()) return;
    restoreTypedInput(typed.current, document.activeElement);
    delete dataset.rendered;
    replayEarlyPress();
    repeatKeys();
  }, []);
  return null;
}
