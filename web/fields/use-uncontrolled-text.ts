import { type RefObject, useEffect, useRef } from 'react';
import { formStore, getText } from '../form-state/form-store.ts';

/**
 * Shows an answer in an input that React does not control: typing then renders nothing. Effects that run
 * later than hydration's own read keep what was typed into a prerendered page.
 */
export function useUncontrolledText(key: string): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const show = () => {
      const text = getText(key);
      if (input.current !== null && input.current.value !== text) input.current.value = text;
    };
    show();
    return formStore.subscribe(show);
  }, [key]);
  return input;
}
