import type { Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { type NightlyCommand, nightlyCommand } from '../../shared/api/nightly.ts';
import { log } from '../runtime/log.ts';
import type { Operator } from '../store/audit-log.ts';
import { operatorCommands } from '../use-cases/operator-commands.ts';

/** An operator's command. EventBridge's event and that of `aws lambda invoke` have none. */
const asked = z.object({ command: z.unknown() });

async function rehearse(operator: Operator, { date, isDryRun }: NightlyCommand): Promise<object> {
  const { rehearseNight } = await import('../use-cases/rehearse-night.ts');
  return rehearseNight({ date, isDryRun, operator });
}

const runCommand = operatorCommands(nightlyCommand, rehearse);

/**
 * Exports what was submitted, changed and deleted since the last night into the bucket of packages.
 * EventBridge calls it once a day. Operators rehearse a night.
 */
export async function handler(event: unknown, context: Context): Promise<object> {
  const { data } = asked.safeParse(event);
  if (data?.command !== undefined) return runCommand(event, context);
  const { exportNight } = await import('../use-cases/nightly-export.ts');
  const applications = await exportNight();
  log({ level: 'info', event: 'applications.exported', applications });
  return { applications };
}
