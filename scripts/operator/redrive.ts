import type * as z from 'zod/mini';
import { listWorkReply, type PendingWorkReply, redriveWorkReply } from '../../shared/api/operator.ts';
import { OptionError } from '../command-line/usage-error.ts';
import { invokeOperator } from './ask.ts';
import { type MissedUpload, missedUploadsOf } from './missed-uploads.ts';
import { type Target, type TargetOptions, targetOf } from './target.ts';

const stateOf = ({
  next_at,
  tries,
  reason = 'not tried yet',
}: Pick<PendingWorkReply, 'next_at' | 'tries' | 'reason'>) =>
  next_at === undefined
    ? `failed after ${tries} ${tries === 1 ? 'try' : 'tries'}: ${reason}`
    : `next try ${next_at}: ${reason}`;

const lineOf = ({ added_at, kind, confirmation, user, ...rest }: PendingWorkReply) =>
  [added_at, kind, confirmation, user, stateOf(rest)].filter(Boolean).join('  ');

function print({ work, total }: z.output<typeof listWorkReply>) {
  for (const each of work) console.log(lineOf(each));
  if (total > work.length) console.log(`and ${total - work.length} more`);
  if (total === 0) console.log('Every mail, package and event was sent.');
}

function printPutBack(redriven: number, total: number) {
  if (total > 0) console.log(`Put back ${redriven} of ${total}: the next minute sends what it can.`);
}

/** Repeats the call until nothing is left, because one call has a time limit. */
async function putBack(target: Target, user: string | undefined): Promise<number> {
  let all = 0;
  for (;;) {
    const command = { command: 'redrive-work', user } as const;
    const { redriven, left } = await invokeOperator(target, command, redriveWorkReply);
    all += redriven;
    if (left === 0 || redriven === 0) return all;
  }
}

interface Uploads {
  readonly total: number;
  readonly uploads: readonly MissedUpload[];
  readonly started: number;
}

function printUploads({ total, uploads, started }: Uploads, isListed: boolean): void {
  if (total === 0) return;
  console.log(`${total} uploaded ${total === 1 ? 'file' : 'files'} started no conversion:`);
  for (const { file, reason } of uploads) console.log(`${file}  ${reason}`);
  if (!isListed) console.log(`Started ${started} ${started === 1 ? 'conversion' : 'conversions'}.`);
}

/**
 * Retries uploads whose event did not start a conversion. Their messages contain no address, so `--user`
 * skips them.
 */
async function redriveUploads(options: TargetOptions, isListed: boolean): Promise<Uploads> {
  const queue = await missedUploadsOf(options);
  const found = await queue.list();
  return { ...found, started: isListed ? 0 : await queue.startAll() };
}

interface Options extends TargetOptions {
  readonly list: boolean;
  readonly user?: string;
  readonly json: boolean;
}

/** Retries mails, packages and events that failed, after the cause was fixed. `--list` only lists them. */
export async function redrive({ list, user, json, ...choice }: Options): Promise<void> {
  if (list && user !== undefined)
    throw new OptionError('--list shows everything that is pending: omit --user.');
  const target = await targetOf(choice);
  const found = await invokeOperator(target, { command: 'list-work' }, listWorkReply);
  const redriven = list ? 0 : await putBack(target, user);
  const uploads = user === undefined ? await redriveUploads(choice, list) : undefined;
  if (json) return console.log(JSON.stringify({ ...found, redriven, uploads }, null, 2));
  print(found);
  if (!list) printPutBack(redriven, found.total);
  if (uploads !== undefined) printUploads(uploads, list);
}
