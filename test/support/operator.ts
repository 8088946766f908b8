import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { callerArn } from '../../scripts/local-cloud/iam/identity-reply.ts';
import { administrator } from '../../scripts/local-cloud/iam/keys.ts';
import type { LocalCloud } from '../../scripts/local-cloud/index.ts';
import { signedCommand } from '../../scripts/operator/ask.ts';
import {
  type AuditEntry,
  auditLogReply,
  dutyOf,
  type OperatorCommand,
  operatorFunction,
} from '../../shared/api/operator.ts';
import type { ApiClient } from './applicant.ts';
import { clientOf, clientSettings } from './aws-clients.ts';

export const tokenPurpose = 'decision committee';
/** The identity whose credentials the tests use, as STS names it. */
export const operatorArn = callerArn(administrator);

type Reply = Readonly<Record<string, string>>;

/** Invokes the function of a command's duty as `npx matricula staff link` does. */
export async function runOperatorCommand(
  cloud: Pick<LocalCloud, 'url' | 'credentials'>,
  command: OperatorCommand,
): Promise<Reply> {
  const { failed, text } = await sendCommand(cloud, operatorFunction('dev', dutyOf(command)), command);
  if (failed) throw new Error(text);
  return JSON.parse(text);
}

/**
 * Sends a command with a proof of who sends it. `text` is the response, or the error of a function that
 * failed.
 */
export async function sendCommand(
  cloud: Pick<LocalCloud, 'url' | 'credentials'>,
  FunctionName: string,
  command: object,
): Promise<{ readonly failed: boolean; readonly text: string }> {
  const Payload = await signedCommand(clientSettings(cloud), FunctionName, command);
  const sent = await clientOf(cloud, LambdaClient).send(new InvokeCommand({ FunctionName, Payload }));
  return { failed: sent.FunctionError !== undefined, text: new TextDecoder().decode(sent.Payload) };
}

export const functionName = async (client: ApiClient): Promise<string> =>
  String((await client.call('GET', '/api/profile')).body.username);

/** A service token that opens an applicant's application. */
export async function staffTokenFor(cloud: LocalCloud, client: ApiClient, seconds = 900) {
  const { token = '', jti = '' } = await runOperatorCommand(cloud, {
    command: 'issue-token',
    user: await functionName(client),
    seconds,
    purpose: tokenPurpose,
    audience: 'office',
  });
  return { token, jti };
}

/**
 * All entries of an applicant's audit log, or those of operators, as `npx matricula privacy audit-log` reads
 * them.
 */
export async function auditLogOf(
  cloud: Pick<LocalCloud, 'url' | 'credentials'>,
  user?: string,
): Promise<readonly AuditEntry[]> {
  const entries: AuditEntry[] = [];
  let after: string | undefined;
  do {
    const page = auditLogReply.parse(
      await runOperatorCommand(cloud, { command: 'read-audit-log', user, after }),
    );
    entries.push(...page.entries);
    after = page.next;
  } while (after !== undefined);
  return entries;
}
