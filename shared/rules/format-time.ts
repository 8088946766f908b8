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

/** 'March 3, 2026': a day that is written 2026-03-03. */
export const formatDay = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  });
