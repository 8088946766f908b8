import { nightlyExportTime } from '../../shared/api/export-time.ts';
import type { RehearsalReply } from '../../shared/api/nightly.ts';
import { addDays } from '../../shared/rules/days.ts';
import { now } from '../runtime/clock.ts';
import { environment } from '../runtime/environment.ts';
import { ApiError } from '../runtime/errors.ts';
import { type Operator, recordForOperators } from '../store/audit-log.ts';
import { firstDay } from '../store/nightly-export.ts';
import { exportableUntil } from './export-page.ts';
import { writeNight } from './nightly-export.ts';

/** The schedule's time on a day (yyyy-mm-dd), in milliseconds since 1970. */
const startOf = (day: string): number =>
  Date.parse(day) + (nightlyExportTime.hour * 60 + nightlyExportTime.minute) * 60_000;

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The period of the night of a day, or since the last night. */
function periodOf(date: string | undefined) {
  if (date !== undefined && date < firstDay)
    throw new ApiError(
      'invalid',
      `No application is listed before ${firstDay}: name that day or a later one.`,
    );
  if (date !== undefined && startOf(date) > now()) {
    const begin = new Date(startOf(date)).toISOString().slice(0, 16).replace('T', ' at ');
    const fix = 'Name an earlier day, or omit --date to export until now.';
    throw new ApiError('invalid', `The night of ${date} begins on ${begin} UTC. ${fix}`);
  }
  const until = date === undefined ? now() : startOf(date);
  const today = dayOf(until);
  const last = date === undefined && startOf(today) < until ? today : addDays(today, -1);
  return { from: exportableUntil(startOf(last)), until: exportableUntil(until) };
}

interface Asked {
  readonly date?: string | undefined;
  readonly isDryRun: boolean;
  readonly operator: Operator;
}

/**
 * Writes the files that the nightly export of a day writes on schedule, as often as it is asked for. Never
 * changes where the next night begins. In production, it only counts: the university's systems would read the
 * files a second time.
 */
export async function rehearseNight({ date, isDryRun: isAsked, operator }: Asked): Promise<RehearsalReply> {
  const { from, until } = periodOf(date);
  const isDryRun = isAsked || environment('ENVIRONMENT') === 'production';
  await recordForOperators('night-rehearsed', operator, [until, ...(isDryRun ? ['dry-run'] : [])]);
  const night = await writeNight({ submitted: from, changed: from, erased: from }, until, { isDryRun });
  return { isDryRun, bucket: environment('PACKAGES_BUCKET'), ...night };
}
