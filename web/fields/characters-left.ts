import { useEffect, useRef } from 'react';
import { speak } from '../ui/speak.ts';

const announcementDelayMs = 1_000;
/** Announcements start in the last tenth. */
const announceFrom = 0.9;

/** Announces the number of characters left when the user pauses near the limit (WCAG 4.1.3). */
export function useCharactersLeft(length: number, limit: number): void {
  const previousLength = useRef(length);
  useEffect(() => {
    if (previousLength.current === length) return;
    previousLength.current = length;
    const remaining = limit - length;
    const text = remaining === 1 ? '1 character left' : `${remaining} characters left`;
    if (length < announceFrom * limit) return;
    const timer = setTimeout(() => speak(text), announcementDelayMs);
    return () => clearTimeout(timer);
  }, [length, limit]);
}
