import { allUsers } from '../aws/cognito.ts';
import { writeUserExport } from '../aws/s3.ts';
import { today } from '../runtime/clock.ts';
import { log } from '../runtime/log.ts';

/**
 * Writes the list of all users into the file of the day, one JSON object a line. EventBridge calls it once a
 * day. The file is written at the end, so that a run that fails leaves no half of a list.
 */
export async function handler(): Promise<{ readonly users: number }> {
  const lines: string[] = [];
  for await (const user of allUsers()) lines.push(`${JSON.stringify(user)}\n`);
  await writeUserExport(today(), lines.join(''));
  log({ level: 'info', event: 'users.exported', users: lines.length });
  return { users: lines.length };
}
