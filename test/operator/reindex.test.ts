import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  AdminCreateUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { DeleteCommand, GetCommand, PutCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, newAddress, newApplicant } from '../support/applicant.ts';
import { clientSettings } from '../support/aws-clients.ts';
import { withCloud } from '../support/cloud.ts';
import { completeAnswers } from '../support/form.ts';
import { auditLogOf, runOperatorCommand } from '../support/operator.ts';
import { runRetention } from '../support/retention.ts';
import { runHere } from '../support/run-here.ts';
import { lookSubmittedAgo } from '../support/submitted-ago.ts';
import { tableOf } from '../support/table.ts';

const cloud = withCloud();
const run = (...args: string[]) => runHere(cloud(), ...args);
const json = async (...args: string[]) => JSON.parse((await runHere(cloud(), ...args, '--json')).out);
const reindexed = (...args: string[]) => json('ops', 'reindex', ...args);
const listed = async (status: string): Promise<readonly string[]> =>
  (await json('staff', 'list', '--status', status)).applications.map(({ email }: { email: string }) => email);

type Item = Readonly<Record<string, unknown>>;

async function allItems(): Promise<readonly Item[]> {
  const { documents, TableName } = tableOf(cloud());
  const { Items = [] } = await documents.send(new ScanCommand({ TableName }));
  return Items;
}

async function idOf(email: string): Promise<string> {
  const shown = await runOperatorCommand(cloud(), { command: 'show-application', user: email });
  return shown.applicant ?? '';
}

/** Makes an application look as an earlier version left it: without list entries and packages. */
async function makeOld(email: string): Promise<string> {
  await cloud().quiet();
  const { documents, TableName } = tableOf(cloud());
  const sub = await idOf(email);
  const isLater = ({ pk, sk, ...rest }: Item) =>
    /^(LIST|NAME|CONFIRMATION|PACKAGE|ARRIVAL)#/.test(String(pk)) &&
    [pk, sk, rest.sub].some((text) => String(text).endsWith(sub));
  for (const { pk, sk } of (await allItems()).filter(isLater))
    await documents.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
  const remove = (sk: string, name: string) =>
    documents.send(
      new UpdateCommand({
        TableName,
        Key: { pk: `APP#${sub}`, sk },
        UpdateExpression: `REMOVE ${name}`,
        ConditionExpression: 'attribute_exists(pk)',
      }),
    );
  await remove('META', 'started_at');
  return sub;
}

async function drafted() {
  const email = newAddress();
  const client = await newApplicant(cloud(), email);
  await client.call('PUT', '/api/answer', { answer: completeAnswers });
  return { email, client };
}

async function submitted() {
  const { email, client } = await drafted();
  const { body } = await client.call('POST', '/api/submit');
  return { email, client, confirmation: String(body.confirmation) };
}

const deliveredTo = async (sub: string): Promise<Item | undefined> => {
  const { documents, TableName } = tableOf(cloud());
  const Key = { pk: `PACKAGE#${sub}`, sk: 'PACKAGE' };
  return (await documents.send(new GetCommand({ TableName, Key }))).Item;
};

/** Delay of each package in minutes, from the log lines that the alarm uses. */
const minutesOfDeliveries = () =>
  readFileSync(join(cloud().data, 'logs', 'functions.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"package.delivered"'))
    .map((line) => Number(/"minutes":(\d+)/.exec(line)?.[1]));

/** Blocks the next transaction that adds an entry for an applicant, until `goOn` is called. */
function holdEntryOf(sub: string) {
  const isHeld = Promise.withResolvers<void>();
  const goOn = cloud().injectFault({
    matches: ({ headers, body }) => {
      const isIt =
        headers['x-amz-target']?.endsWith('TransactWriteItems') === true &&
        body.includes('LIST#') &&
        body.includes(sub) &&
        !body.includes('AUDIT#');
      if (isIt) isHeld.resolve();
      return isIt;
    },
    effect: 'held',
  });
  return { isHeld: isHeld.promise, goOn };
}

const writing = { command: 'reindex-applications', isWriting: true, withPackages: true } as const;

let [one, other, draft]: { email: string; client: ApiClient; confirmation?: string }[] = [];
const known = <T>(value: T | undefined): T => value ?? expect.unreachable();

describe('npx matricula ops reindex', () => {
  beforeAll(async () => {
    [one, other, draft] = [await submitted(), await submitted(), await drafted()];
    for (const { email } of [known(one), known(draft)]) await makeOld(email);
  });

  it('without --yes says how many are missing, and writes nothing', async () => {
    const before = await allItems();
    const { code, out } = await run('ops', 'reindex');
    expect(code).toBe(0);
    expect(out).toBe(
      'Looked at 3 accounts.\nWould list 2 applications; would be delivered: 1 package.\nNothing was written. To write, repeat the command with --yes.\n',
    );
    expect(await allItems()).toEqual(before);
  });

  it('with --no-packages lists what earlier versions did not, by day, name and number, and delivers nothing', async () => {
    expect(await listed('submitted')).toEqual([known(other).email]);
    const sum = await reindexed('--yes', '--no-packages');
    expect(sum).toEqual({ accounts: 3, applications: 2, packages: 0, twins: [], written: true });
    expect(await listed('submitted')).toEqual([known(one).email, known(other).email]);
    expect(await listed('draft')).toEqual([known(draft).email]);
    const { confirmation = '', email } = known(one);
    expect(await json('staff', 'show', '--confirmation', confirmation)).toMatchObject({ email });
    const named = await json('staff', 'list', '--name', String(completeAnswers.last_name));
    expect(named.applications).toHaveLength(2);
    expect(await deliveredTo(await idOf(email))).toBeUndefined();
    const [entry] = (await auditLogOf(cloud())).filter(({ event }) => event === 'applications-reindexed');
    expect(entry).toMatchObject({ names: ['2', '0'], by: expect.stringContaining('arn:') });
  });

  it('delivers a package that was never delivered, once, without an alarm about a late one', async () => {
    const sub = await idOf(known(one).email);
    const { submitted_at = '', confirmation = '' } = await json('staff', 'show', '--user', known(one).email);
    await lookSubmittedAgo(cloud(), { confirmation, submitted_at }, 7_200);
    expect(await reindexed('--yes')).toMatchObject({ applications: 0, packages: 1 });
    expect(await reindexed('--yes')).toMatchObject({ applications: 0, packages: 0 });
    await cloud().runSchedules(new Date('2026-11-22T10:01:00Z'));
    await cloud().quiet();
    expect(await deliveredTo(sub)).toMatchObject({ confirmation: known(one).confirmation });
    expect(Math.max(...minutesOfDeliveries())).toBeLessThan(30); // and not 120
    const before = await allItems();
    expect(await reindexed('--yes')).toEqual({
      ...{ accounts: 3, applications: 0, packages: 0, twins: [], written: true },
    });
    expect(await allItems()).toEqual(before);
  });

  it('a draft that it listed is submitted as any other, and then is in one list only', async () => {
    const { client, email } = known(draft);
    expect((await client.call('POST', '/api/submit')).status).toBe(200);
    expect(await listed('draft')).toEqual([]);
    expect(await listed('submitted')).toContain(email);
  });

  it('a draft that is submitted at the same moment is in the list of submitted ones only', async () => {
    const { client, email } = await drafted();
    const sub = await makeOld(email);
    const { isHeld, goOn } = holdEntryOf(sub);
    // On a busy machine the blocked write uses up its retries. The operator then repeats the command.
    const reindexing = runOperatorCommand(cloud(), writing).catch(() => runOperatorCommand(cloud(), writing));
    await isHeld;
    expect((await client.call('POST', '/api/submit')).status).toBe(200);
    goOn();
    await reindexing;
    expect(await listed('draft')).toEqual([]);
    expect(await listed('submitted')).toContain(email);
  });

  it('adds nothing about an applicant who is erased at the same moment', async () => {
    const { email } = await submitted();
    const sub = await makeOld(email);
    const { isHeld, goOn } = holdEntryOf(sub);
    // On a busy machine the blocked write uses up its retries. The operator then repeats the command.
    const reindexing = runOperatorCommand(cloud(), writing).catch(() => runOperatorCommand(cloud(), writing));
    await isHeld;
    await runRetention(cloud(), { command: 'erase', user: email });
    goOn();
    await reindexing;
    const left = (await allItems()).filter((item) => JSON.stringify(item).includes(sub));
    expect(left.map(({ pk }) => String(pk).split('#')[0]).sort()).not.toContain('LIST');
    expect(left.filter(({ pk }) => /^(LIST|NAME|CONFIRMATION|ARRIVAL)#/.test(String(pk)))).toEqual([]);
  });

  it('names a confirmation number that an earlier version gave twice, and delivers no package over another', async () => {
    const { email, confirmation } = await submitted();
    const sub = await makeOld(email);
    const { documents, TableName } = tableOf(cloud());
    const Item = {
      pk: `CONFIRMATION#${confirmation}`,
      sk: 'APPLICATION',
      sub: await idOf(known(other).email),
    };
    await documents.send(new PutCommand({ TableName, Item }));
    const { out } = await runHere(cloud(), 'ops', 'reindex', '--yes');
    expect(out).toMatch(/^Listed 1 application; the next minutes deliver 0 packages\.$/m);
    expect(out).toContain(`${confirmation} is the confirmation number of several applications`);
    expect(await listed('submitted')).toContain(email);
    expect(await deliveredTo(sub)).toBeUndefined();
  });

  it('goes through every account page by page, and goes on where it was interrupted', async () => {
    const cognito = new CognitoIdentityProviderClient(clientSettings(cloud()));
    const UserPoolId = cloud().outputs['Matricula-dev/Data/Applicants/Pool/Resource'];
    await Promise.all(
      Array.from({ length: 60 }, () => {
        const Username = newAddress();
        const UserAttributes = [{ Name: 'email', Value: Username }];
        const settings = { UserPoolId, Username, UserAttributes, MessageAction: 'SUPPRESS' } as const;
        return cognito.send(new AdminCreateUserCommand(settings));
      }),
    );
    const late = await submitted(); // the last of the pool
    await makeOld(late.email);
    let pages = 0;
    const restore = cloud().injectFault({
      matches: ({ headers }) => {
        if (headers['x-amz-target']?.endsWith('.ListUsers')) pages += 1;
        return pages > 1;
      },
      effect: { errorName: 'AccessDeniedException' },
    });
    const stopped = await run('ops', 'reindex', '--yes');
    restore();
    expect(stopped.code).toBe(1);
    const [, place = ''] = /Stopped after 60 accounts: .*--after '([^']+)'/s.exec(stopped.error) ?? [];
    expect(await listed('submitted')).not.toContain(late.email);
    const rest = await reindexed('--yes', '--after', place);
    expect(rest).toMatchObject({ applications: 1, packages: 1 });
    expect(await listed('submitted')).toContain(late.email);
    const { code, error } = await run('ops', 'reindex', '--after', 'nowhere');
    expect([code, error]).toEqual([
      1,
      expect.stringMatching(/^after: the user pool does not know this place/),
    ]);
  });
});
