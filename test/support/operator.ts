import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { LocalCloud } from '../../scripts/local-cloud/index.ts';
import {
  dutyOf,
  type JournalEntry,
  journalReply,
  type OperatorCommand,
  type OperatorRequest,
  operatorFunction,
} from '../../shared/api/operator.ts';
import type { ApiClient } from './applicant.ts';
import { clientSettings } from './aws-clients.ts';

export const tokenPurpose = 'decision committee';
export const operatorArn = 'arn:aws:sts::123456789012:assumed-role/Admissions/grace';

type Reply = Readonly<Record<string, string>>;

/** Invokes the function of a command's duty as `npm run service-token` does. */
export async function runOperatorCommand(
  cloud: Pick<LocalCloud, 'url' | 'credentials'>,
  command: OperatorCommand,
): Promise<Reply> {
  const request: OperatorRequest = { by: operatorArn, command };
  const client = new LambdaClient(clientSettings(cloud));
  const { FunctionError, Payload } = await client.send(
    new InvokeCommand({
      FunctionName: operatorFunction('dev', dutyOf(command)),
      Payload: JSON.stringify(request),
    }),
  );
  const text = new TextDecoder().decode(Payload);
  if (FunctionError !== undefined) throw new Error(text);
  return JSON.parse(text);
}

export const functionName = async (client: ApiClient): Promise<string> =>
  String((await client.call('GET', '/api/profile')).body.username);

/** A service token that opens an applicant's application. */
export async function serviceTokenFor(cloud: LocalCloud, client: ApiClient, seconds = 900) {
  const { token = '', jti = '' } = await runOperatorCommand(cloud, {
    command: 'issue-token',
    user: await functionName(client),
    seconds,
    purpose: tokenPurpose,
  });
  return { token, jti };
}

/** All entries of an applicant's journal, or those of operators, as `npm run journal` reads them. */
export async function journalOf(
  cloud: Pick<LocalCloud, 'url' | 'credentials'>,
  user?: string,
): Promise<readonly JournalEntry[]> {
  const entries: JournalEntry[] = [];
  let after: string | undefined;
  do {
    const page = journalReply.parse(
      await runOperatorCommand(cloud, { command: 'read-journal', user, after }),
    );
    entries.push(...page.entries);
    after = page.next;
  } while (after !== undefined);
  return entries;
}
