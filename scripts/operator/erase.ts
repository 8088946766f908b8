import { parseArgs } from 'node:util';
import type * as z from 'zod/mini';
import {
  eraseReply,
  type RetentionCommand,
  retentionFunction,
  retentionReply,
} from '../../shared/api/retention.ts';
import { readOptions } from '../command-line/options.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { invokeFunction } from './ask.ts';
import { targetOf, targetOptions } from './target.ts';

const optionsIn = (args: readonly string[]) =>
  readOptions('erase', () => {
    const { values } = parseArgs({
      args: [...args],
      options: {
        user: { type: 'string' },
        over: { type: 'string' },
        yes: { type: 'boolean', default: false },
        'no-mail': { type: 'boolean', default: false },
        ...targetOptions,
      },
    });
    const { user, over, yes } = values;
    if ((user === undefined) === (over === undefined))
      throw new Error("Give either --user, the applicant's email address, or --over, today's date.");
    const what = user === undefined ? 'every account' : `the account of ${user}`;
    const which = user === undefined ? ' past its retention period, however many' : '';
    if (!yes)
      throw new Error(
        `--yes is required: this erases ${what}${which} and everything in it, also a submitted application, and cannot be undone.`,
      );
    return values;
  });

/**
 * Lets retention erase more than it does without an operator's approval
 * (docs/decisions/081-deletion-and-retention-use-one-inventory.md).
 */
async function eraseWhatIsOver(day: string, choice: Parameters<typeof targetOf>[0]): Promise<void> {
  const target = await targetOf(choice);
  const command: RetentionCommand = { command: 'allow-retention', day };
  await invokeFunction(target, retentionFunction(target.stage), command, retentionReply);
  console.log(
    'Everything past its retention period will be erased. This starts within five minutes; the log line "retention done" says when it has finished.',
  );
}

const again = 'Run the same command again; every five minutes the product tries by itself, too.';

/** `npm run erase`: erases everything that is held about one applicant (docs/data-retention.md). */
export async function erase(args: readonly string[]): Promise<void> {
  const { user = '', over, 'no-mail': no_mail, ...choice } = optionsIn(args);
  if (over !== undefined) return eraseWhatIsOver(over, choice);
  const target = await targetOf(choice);
  const command: RetentionCommand = { command: 'erase', user, no_mail };
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
          `Files of nightly exports that were written before keep this application: the last of them is gone on ${exportsGoneOn}. What your systems fetched, and what npm run export wrote, is yours to delete.`,
        ]),
  ];
}
