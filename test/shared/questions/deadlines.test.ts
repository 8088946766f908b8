import { describe, expect, it } from 'vitest';
import {
  closedBy,
  closedMessage,
  deadlineAt,
  deadlinesOf,
  minutesLate,
  timeLeft,
} from '../../../shared/partners/deadlines.ts';
import { university as northernLakes } from '../../../shared/partners/index.ts';
import { maintenanceAt } from '../../../shared/partners/maintenance.ts';
import { momentOf } from '../../../shared/partners/time-zone.ts';
import { desertSky } from '../../support/second-partner.ts';

const at = (iso: string) => Date.parse(iso);

describe('a time on the clocks of a time zone', () => {
  it.each([
    ['2027-01-15T23:59', 'America/Denver', '2027-01-16T06:59:00Z'],
    ['2027-07-15T23:59', 'America/Denver', '2027-07-16T05:59:00Z'],
    ['2027-01-15T23:59', 'Pacific/Kiritimati', '2027-01-15T09:59:00Z'],
    ['2027-01-15T12:00', 'Asia/Kolkata', '2027-01-15T06:30:00Z'],
    ['2027-01-15T00:00', 'Etc/GMT', '2027-01-15T00:00:00Z'],
    // The hour that the clocks show twice, and the one that they skip.
    ['2027-11-07T01:30', 'America/Denver', '2027-11-07T08:30:00Z'],
    ['2027-03-14T02:30', 'America/Denver', '2027-03-14T09:30:00Z'],
    ['2027-03-14T03:00', 'America/Denver', '2027-03-14T09:00:00Z'],
  ])('%s in %s is %s', (local, timeZone, moment) => {
    expect(new Date(momentOf(local, timeZone)).toISOString()).toBe(moment.replace('Z', '.000Z'));
  });
});

describe('the deadlines of a partner', () => {
  const early = '2034-12-02T06:59:00Z';

  it('come in the order of their times, each with its last minute', () => {
    expect(deadlinesOf(desertSky)).toMatchObject([
      { id: 'early', at: at(early), ends: at('2034-12-02T07:00:00Z'), closes: at('2034-12-02T07:30:00Z') },
      { id: 'regular', closes: at('2035-01-16T07:00:00Z') },
    ]);
  });

  it.each([
    ['2034-12-02T06:59:59Z', 'early', 0],
    ['2034-12-02T07:00:00Z', 'early', 1],
    ['2034-12-02T07:29:59Z', 'early', 30],
    ['2034-12-02T07:30:00Z', 'regular', 0],
  ])('at %s a submission is for the %s one, and late by %i minutes', (now, id, late) => {
    const deadline = deadlineAt(desertSky, at(now)) ?? expect.unreachable();
    expect([deadline.id, minutesLate(deadline, at(now))]).toEqual([id, late]);
  });

  it('accept nothing when the last is over, and name a contact', () => {
    const end = at('2035-01-16T07:00:00Z');
    expect([deadlineAt(desertSky, end), closedBy(desertSky, end - 1)]).toEqual([undefined, undefined]);
    const closed = closedBy(desertSky, end) ?? expect.unreachable();
    expect(closedMessage(desertSky, closed)).toBe(
      'The deadline has passed: Regular decision, January 15, 2035 at 11:59 PM MST. You can no longer submit this application. Your answers are still saved. Questions? Write to help@desertsky.example or call (505) 555-0177.',
    );
  });

  it('never close an application where there are none', () => {
    const far = at('2099-01-01T00:00:00Z');
    expect([deadlineAt(northernLakes, far), closedBy(northernLakes, far)]).toEqual([undefined, undefined]);
  });

  it.each([
    ['2034-11-25T06:59:59Z', ''],
    ['2034-11-25T07:00:00Z', '7 days left.'],
    ['2034-11-30T07:00:00Z', '2 days left.'],
    ['2034-12-01T07:00:00Z', '1 day left.'],
    ['2034-12-01T07:00:01Z', '23 hours left.'],
    ['2034-12-02T06:00:00Z', '1 hour left.'],
    ['2034-12-02T06:00:01Z', 'Less than an hour left.'],
    ['2034-12-02T07:00:00Z', ''],
  ])('at %s say %j', (now, words) => {
    const [deadline] = deadlinesOf(desertSky);
    expect(timeLeft(deadline ?? expect.unreachable(), at(now))).toBe(words);
  });
});

describe('planned maintenance', () => {
  it.each([
    ['2034-11-13T08:59:59Z', 0],
    ['2034-11-13T09:00:00Z', 1],
    ['2034-11-20T12:59:59Z', 1],
    ['2034-11-20T13:00:00Z', 0],
  ])('at %s is said %i times', (now, count) => {
    expect(maintenanceAt(desertSky, at(now))).toHaveLength(count);
  });
});
