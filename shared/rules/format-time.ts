/** 'November 21, 2026 at 2:35 AM EST': a moment with its time zone. Without `timeZone` it is the reader's own. */
export const formatTime = (moment: string, timeZone?: string): string =>
  new Date(moment).toLocaleString('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  });
