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
 * In which minutes a rule is due, in UTC: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-scheduled-rule-pattern.html
 * Of cron expressions those that name a minute and an hour are served.
 */
export function readSchedule(expression: string): IsDue {
  const isDue = everyNth(expression) ?? atATime(expression);
  if (isDue === undefined)
    throw new LocalCloudError(`A rule has the schedule ${expression}, which the local cloud does not serve.`);
  return isDue;
}
