import { LocalCloudError } from '../error.ts';

const minute = 60_000;
const minutesOf: Readonly<Record<string, number>> = { minute: 1, hour: 60, day: 1440 };

type IsDue = (at: Date) => boolean;

function everyNth(expression: string): IsDue | undefined {
  const [, number, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const every = Number(number) * (minutesOf[unit] ?? Number.NaN);
  if (!(every > 0)) return undefined;
  return (at) => Math.floor(at.getTime() / minute) % every === 0;
}

function atATime(expression: string): IsDue | undefined {
  const fields = /^cron\((\d+|\*) (\d+|\*) [*?] \* [*?] \*\)$/.exec(expression);
  if (fields === null) return undefined;
  const fits = (field = '*', value: number) => field === '*' || Number(field) === value;
  return (at) => fits(fields[1], at.getUTCMinutes()) && fits(fields[2], at.getUTCHours());
}

/**
 * Reads a schedule. Returns a function that tests if it is due in a minute, in UTC. A cron expression must
 * name a minute and an hour.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-scheduled-rule-pattern.html
 */
export function readSchedule(expression: string): IsDue {
  const isDue = everyNth(expression) ?? atATime(expression);
  if (isDue === undefined)
    throw new LocalCloudError(`A rule has the schedule ${expression}, which the local cloud does not serve.`);
  return isDue;
}
