import { useEffect, useState } from 'react';

const minuteMs = 60_000;

/** The time, read again each minute and when the page is looked at again. */
export function useMinute(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const read = () => setNow(Date.now());
    const timer = setInterval(read, minuteMs);
    document.addEventListener('visibilitychange', read);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', read);
    };
  }, []);
  return now;
}
