import { formatTime } from '../rules/format-time.ts';
import type { PartnerWithSettings } from './partner.ts';
import { momentOf } from './time-zone.ts';

type Schedule = Pick<PartnerWithSettings, 'deadlines' | 'timeZone'>;

/** A deadline, with its moments in milliseconds since 1970. */
export interface Deadline {
  readonly id: string;
  readonly label: string;
  /** The published deadline: its last minute is still in time. */
  readonly at: number;
  /** A submission is late from this moment on. */
  readonly ends: number;
  /** A submission is rejected from this moment on. */
  readonly closes: number;
  /** Days before the deadline on which applicants with drafts get an email. */
  readonly warnDays: readonly number[];
}

const minuteMs = 60_000;
const hour = 60 * minuteMs;
const day = 24 * hour;

/** The partner's deadlines, the first one first. */
export const deadlinesOf = ({ deadlines = [], timeZone }: Schedule): readonly Deadline[] =>
  deadlines
    .map(({ id, label, at, graceMinutes, warnDays }) => {
      const moment = momentOf(at, timeZone);
      const ends = moment + minuteMs;
      return { id, label, at: moment, ends, closes: ends + graceMinutes * minuteMs, warnDays };
    })
    .toSorted((one, other) => one.at - other.at);

/**
 * The deadline that applies to a submission now: the first one that still accepts it. Undefined after the
 * last deadline and if there are none.
 */
export const deadlineAt = (schedule: Schedule, now: number): Deadline | undefined =>
  deadlinesOf(schedule).find(({ closes }) => now < closes);

/** The last deadline if it no longer accepts submissions. */
export function closedBy(schedule: Schedule, now: number): Deadline | undefined {
  const last = deadlinesOf(schedule).at(-1);
  return last !== undefined && now >= last.closes ? last : undefined;
}

/** Minutes by which a submission is late; 0 if it is in time. */
export const minutesLate = ({ ends }: Deadline, now: number): number =>
  now < ends ? 0 : Math.floor((now - ends) / minuteMs) + 1;

/** Days before a deadline from which the page shows the time left. */
const countdownDays = 7;

/** The time left, in words that change once a day and, on the last day, once an hour; '' long before. */
export function timeLeft({ ends }: Deadline, now: number): string {
  const left = ends - now;
  if (left > countdownDays * day) return '';
  if (left >= day) return amount(Math.floor(left / day), 'day');
  if (left >= hour) return amount(Math.floor(left / hour), 'hour');
  return left > 0 ? 'Less than an hour left.' : '';
}

const amount = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'} left.`;

/** A moment in the partner's time zone, and also in the reader's if that differs. */
export function saidTime(moment: number, timeZone: string): string {
  const iso = new Date(moment).toISOString();
  const [there, here] = [formatTime(iso, timeZone), formatTime(iso)];
  return there === here ? there : `${there} (${here} your time)`;
}

interface DeadlineTexts {
  readonly deadline: string;
  /** Changes once a day and then once an hour. */
  readonly timeLeft: string;
}

/** The notice of the deadline that applies now, or that the last one has passed; undefined without any. */
export function deadlineTexts(
  partner: Schedule & Pick<PartnerWithSettings, 'helpEmail' | 'phone'>,
  now: number,
): DeadlineTexts | undefined {
  const closed = closedBy(partner, now);
  if (closed) return { deadline: closedMessage(partner, closed), timeLeft: '' };
  const deadline = deadlineAt(partner, now);
  if (deadline === undefined) return undefined;
  const { label, at, ends, closes } = deadline;
  return {
    deadline: `${label}: submit by ${saidTime(at, partner.timeZone)}.`,
    timeLeft:
      now < ends
        ? timeLeft(deadline, now)
        : `The deadline has passed. You can still submit until ${saidTime(closes, partner.timeZone)}, but your application will be marked late.`,
  };
}

/** Message to an applicant who submits too late, on the page and in the function's response. */
export function closedMessage(
  partner: Pick<PartnerWithSettings, 'timeZone' | 'helpEmail' | 'phone'>,
  { label, at }: Deadline,
): string {
  const { timeZone, helpEmail, phone } = partner;
  return `The deadline has passed: ${label}, ${formatTime(new Date(at).toISOString(), timeZone)}. You can no longer submit this application. Your answers are still saved. Questions? Write to ${helpEmail} or call ${phone}.`;
}
