import { useEffect, useRef } from 'react';
import { createValue } from '../value.ts';

/** Milliseconds in which several texts become one announcement. */
const pause = 150;
/** Time between two announcements: some screen readers drop a text that is replaced sooner. */
const gapMs = 1_000;
/**
 * Time that an announcement stays in the page, where users who read on could mistake it for the
 * present.
 */
const stayMs = 3_000;

/** The content of the form's only live region for status. */
const spoken = createValue('');
export const spokenText = spoken.get;
export const useSpokenText = (): string => spoken.use((text) => text);

let waiting: readonly string[] = [];
let isScheduled = false;
let lastAt = -gapMs;

const joined = (texts: readonly string[]): string =>
  texts.map((text, index) => (index < texts.length - 1 ? text.replace(/[^.?!:]$/, '$&.') : text)).join(' ');

function say(): void {
  const text = joined(waiting);
  waiting = [];
  isScheduled = false;
  if (text === '') return;
  lastAt = performance.now();
  spoken.set(text);
  setTimeout(() => {
    if (spokenText() === text) spoken.set('');
  }, stayMs);
}

/** Empty in between, so that a repeated text is announced again. */
function clearThenSay(): void {
  spoken.set('');
  setTimeout(say, pause);
}

/** Tells screen readers something that sighted users see on the page. Never interrupts. */
export function speak(text: string): void {
  if (text === '' || waiting.includes(text)) return;
  waiting = [...waiting, text];
  if (isScheduled) return;
  isScheduled = true;
  setTimeout(clearThenSay, Math.max(0, lastAt + gapMs - performance.now()));
}

/** No longer true before it was spoken. */
const withdraw = (text: string): void => {
  waiting = waiting.filter((other) => other !== text);
};

/** Speaks a visible text each time it changes, but not what is there when it first shows. */
export function useSpoken(text: string): void {
  const previous = useRef(text);
  useEffect(() => {
    if (previous.current === text) return;
    withdraw(previous.current);
    previous.current = text;
    speak(text);
  }, [text]);
}
