import type { Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { retentionCommand } from '../../shared/api/retention.ts';
import { normalizeUsername } from '../../shared/rules/account.ts';
import { settleLate } from '../account/address-moves.ts';
import { operatorCommands } from '../http/operator-commands.ts';
import { continueErasures, eraseFor } from '../retention/erase.ts';
import { allowRetention, continueRetention, expireOverdueApplications } from '../retention/retention-pass.ts';
import { now, settleAll } from '../runtime/clock.ts';
import { runOutbox } from '../table/outbox.ts';

/** The next run starts five minutes after this one. */
const maxRunMs = 4 * 60_000;

/** The same for the nightly run. The function's timeout is 15 minutes. */
const maxNightMs = 12 * 60_000;

/** EventBridge's nightly event. */
const nightly = z.object({ command: z.literal('delete-expired') });

/** EventBridge's scheduled event. */
const scheduled = z.object({ 'detail-type': z.literal('Scheduled Event') });

const runCommand = operatorCommands(retentionCommand, {
  'allow-retention': (operator, { day }) => allowRetention(day, operator),

  async erase(operator, { user, no_mail }) {
    const username = normalizeUsername(user);
    const progress = await eraseFor({ username, operator, isMailed: no_mail !== true });
    return progress.state === 'settling'
      ? { ...progress, until: new Date(progress.until).toISOString() }
      : progress;
  },
});

/**
 * Deletes applicants' data when an operator requests it, and continues unfinished deletions on a schedule.
 * Each night it deletes expired data. No route leads here.
 */
export async function handler(event: unknown, context: Context): Promise<object> {
  if (scheduled.safeParse(event).success) {
    const end = now() + maxRunMs;
    // Retention continues whatever failed before it, and the run fails afterwards.
    const settled = settleAll([
      runOutbox('moves', { 'address-move': settleLate }, end),
      continueErasures(end),
    ]);
    await settleAll([settled, settled.catch(() => undefined).then(() => continueRetention(end))]);
    return {};
  }
  if (nightly.safeParse(event).success) {
    await expireOverdueApplications(now() + maxNightMs);
    return {};
  }
  return runCommand(event, context);
}
