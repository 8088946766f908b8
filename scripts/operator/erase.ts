import type * as z from 'zod/mini';
import {
  eraseReply,
  type RetentionCommand,
  retentionFunction,
  retentionReply,
} from '../../shared/api/retention.ts';
import { OptionError, UsageError } from '../command-line/usage-error.ts';
import { invokeFunction } from './ask.ts';
import { type TargetOptions, targetOf } from './target.ts';

interface Options extends TargetOptions {
  readonly user?: string;
  readonly over?: string;
  readonly yes: boolean;
  readonly mail: boolean;
}

function checkOptions({ user, over, yes }: Options): void {
  if ((user === undefined) === (over === undefined))
    throw new OptionError("Give either --user, the applicant's email address, or --over, today's date.");
  if (yes) return;
  const accounts =
    user === undefined
      ? 'all accounts past their retention period, in any number,'
      : `the account of ${user}`;
  throw new OptionError(
    `--yes is required: this deletes ${accounts} and all data in it, including a submitted application. It cannot be undone.`,
  );
}

/** Allows retention to delete more than its limit. */
async function allowRetention(day: string, choice: TargetOptions): Promise<void> {
  const target = await targetOf(choice);
  const command: RetentionCommand = { command: 'allow-retention', day };
  await invokeFunction(target, retentionFunction(target.stage), command, retentionReply);
  console.log(
    'Everything past its retention period will be erased. This starts within five minutes; the log line "retention.finished" says when it has finished.',
  );
}

const again = 'Run the same command again; every five minutes the product tries by itself, too.';

/** Deletes all stored data about one applicant (docs/data-retention.md). */
export async function erase(options: Options): Promise<void> {
  checkOptions(options);
  const { user = '', over, mail, ...choice } = options;
  if (over !== undefined) return allowRetention(over, choice);
  const target = await targetOf(choice);
  const command: RetentionCommand = { command: 'erase', user, no_mail: !mail };
  const reply = await invokeFunction(target, retentionFunction(target.stage), command, eraseReply);
  const name = user.toLowerCase();
  if (reply.state === 'failed')
    throw new UsageError(`NOT finished: the erasure of ${name} failed at: ${reply.at}. ${again}`);
  if (reply.state === 'refused')
    throw new UsageError(`Nothing was erased: ${name} had asked for it and submitted the application since.`);
  for (const line of linesOf(name, reply)) console.log(line);
}

type Done = Extract<z.output<typeof eraseReply>, { readonly state: 'erased' | 'settling' }>;

function linesOf(name: string, reply: Done): readonly string[] {
  if (reply.state === 'erased')
    return [`Erased: only the audit log of ${name} is left. It has no answers and no address.`];
  const { until, isMailed, exportsGoneOn } = reply;
  return [
    `Erased all stored data about ${name}. A file may still have been on its way, so after ${until} the product looks again, erases what it finds and records the end.`,
    isMailed ? `Then ${name} gets an email that says so.` : `${name} gets no email about it.`,
    ...(exportsGoneOn === undefined
      ? []
      : [
          `Files of nightly exports that were written before keep this application: the last of them is gone on ${exportsGoneOn}. What your systems fetched, and what npx matricula staff export wrote, is yours to delete.`,
        ]),
  ];
}
