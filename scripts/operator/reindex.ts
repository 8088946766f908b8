import { type ReindexReply, reindexReply } from '../../shared/api/applications.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { invokeOperator } from './ask.ts';
import { type Target, type TargetOptions, targetOf } from './target.ts';

type Sum = Omit<ReindexReply, 'next'>;

interface Options extends TargetOptions {
  readonly yes: boolean;
  readonly json: boolean;
  readonly after?: string;
  readonly packages: boolean;
}

const plus = (sum: Sum, page: Sum): Sum => ({
  accounts: sum.accounts + page.accounts,
  applications: sum.applications + page.applications,
  packages: sum.packages + page.packages,
  twins: [...sum.twins, ...page.twins],
});

const many = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/**
 * Prints progress at most once a second. It uses standard error, because a program may read standard output.
 */
function progress() {
  let said = performance.now();
  return ({ accounts, applications, packages }: Sum) => {
    if (performance.now() - said < 1_000) return;
    said = performance.now();
    console.error(`${many(accounts, 'account')}: ${applications} to list, ${many(packages, 'package')}`);
  };
}

async function pagesOf(target: Target, { yes, after, packages }: Options): Promise<Sum> {
  const asked = { command: 'reindex-applications', isWriting: yes, withPackages: packages } as const;
  const say = progress();
  let sum: Sum = { accounts: 0, applications: 0, packages: 0, twins: [] };
  let next = after;
  do {
    const page: ReindexReply = await invokeOperator(target, { ...asked, after: next }, reindexReply).catch(
      (error: unknown) => {
        if (next === undefined || next === after) throw error;
        const reason = error instanceof Error ? error.message : String(error);
        throw new UsageError(
          `Stopped after ${many(sum.accounts, 'account')}: ${reason}\nGo on within an hour with --after '${next}', or begin again: nothing is written twice.`,
        );
      },
    );
    sum = plus(sum, page);
    next = page.next;
    say(sum);
  } while (next !== undefined);
  return sum;
}

function print({ accounts, applications, packages, twins }: Sum, isWriting: boolean): void {
  const [listed, pending] = isWriting
    ? ['Listed', 'the next minutes deliver']
    : ['Would list', 'would be delivered:'];
  console.log(`Looked at ${many(accounts, 'account')}.`);
  console.log(`${listed} ${many(applications, 'application')}; ${pending} ${many(packages, 'package')}.`);
  for (const twin of twins)
    console.log(
      `${twin} is the confirmation number of several applications: only one of them is found by it, and only that one has a package.`,
    );
  if (!isWriting && applications + packages > 0)
    console.log('Nothing was written. To write, repeat the command with --yes.');
}

/** Adds applications to the list, and delivers packages, that an earlier version omitted. */
export async function reindex(options: Options): Promise<void> {
  const sum = await pagesOf(await targetOf(options), options);
  if (options.json) console.log(JSON.stringify({ ...sum, written: options.yes }, null, 2));
  else print(sum, options.yes);
}
