import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** Milliseconds in which several texts become one announcement. */
const pause = 150;
/** Milliseconds between two announcements: some screen readers drop a text that is replaced sooner. */
const gap = 1_000;
/** Milliseconds that an announcement stays in the page, where users who read on could mistake it for the present. */
const stay = 3_000;

/** The content of the form's only live region for status. */
const spoken = createStore(() => ({ text: '' }));
export const useSpokenText = (): string => useStore(spoken, ({ text }) => text);

let waiting: readonly string[] = [];
let lastAt = -gap;

const joined = (texts: readonly string[]): string =>
  texts.map((text, index) => (index < texts.length - 1 ? text.replace(/[^.?!:]$/, '$&.') : text)).join(' ');

function say(): void {
  const text = joined(waiting);
  spoken.setState({ text });
  waiting = [];
  lastAt = performance.now();
  setTimeout(() => {
    if (spoken.getState().text === text) spoken.setState({ text: '' });
  }, stay);
}

/** Tells screen readers something that sighted users see on the page. Never interrupts. */
export function speak(text: string): void {
  if (text === '' || waiting.includes(text)) return;
  waiting = [...waiting, text];
  if (waiting.length > 1) return;
  setTimeout(
    () => {
      // Empty in between, so that a repeated text is announced again.
      spoken.setState({ text: '' });
      setTimeout(say, pause);
    },
    Math.max(0, lastAt + gap - performance.now()),
  );
}

/** Speaks a visible text each time it changes, but not what is there when it first shows. */
export function useSpoken(text: string): void {
  const previous = useRef(text);
  useEffect(() => {
    if (previous.current === text) return;
    previous.current = text;
    speak(text);
  }, [text]);
}
