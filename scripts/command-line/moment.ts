const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' });
const dayAndTime = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
});
const relative = new Intl.RelativeTimeFormat('en-US');

/**
 * A readable moment in the time zone of the machine: '10:48 PM EST, in 15 minutes'. It includes the date
 * unless it is today.
 */
export function sayMoment(moment: Date, now: Date): string {
  const seconds = Math.round((moment.getTime() - now.getTime()) / 1000);
  const isToday = moment.toDateString() === now.toDateString();
  const distance =
    Math.abs(seconds) < 120
      ? relative.format(seconds, 'second')
      : relative.format(Math.round(seconds / 60), 'minute');
  return `${(isToday ? time : dayAndTime).format(moment)}, ${distance}`;
}
