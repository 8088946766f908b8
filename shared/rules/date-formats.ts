/**
 * Formatters of dates in American English, one for each time zone; without a zone, in the reader's own.
 * Making a formatter takes fifty times as long as using it, so each is made once.
 */
export function dateFormats(
  options: Omit<Intl.DateTimeFormatOptions, 'timeZone'>,
): (timeZone?: string) => Intl.DateTimeFormat {
  const formats = new Map<string | undefined, Intl.DateTimeFormat>();
  return (timeZone) => {
    const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone });
    formats.set(timeZone, format);
    return format;
  };
}
