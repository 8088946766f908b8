import { useEffect, useRef, useState } from 'react';

const announcementDelay = 1_000;
/** Announcements start in the last tenth. */
const announceFrom = 0.9;

/** Announces the number of characters left when the user pauses near the limit (WCAG 4.1.3). */
export function CharactersLeft({ length, limit }: { length: number; limit: number }) {
  const [announcement, setAnnouncement] = useState('');
  const previousLength = useRef(length);
  useEffect(() => {
    if (previousLength.current === length) return;
    previousLength.current = length;
    const remaining = limit - length;
    const text = remaining === 1 ? '1 character left' : `${remaining} characters left`;
    const timer = setTimeout(
      () => setAnnouncement(length >= announceFrom * limit ? text : ''),
      announcementDelay,
    );
    return () => clearTimeout(timer);
  }, [length, limit]);
  return (
    <p className="unseen" role="status">
      {announcement}
    </p>
  );
}
