import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeEach, vi } from 'vitest';
import { applicantId } from '../../lambdas/runtime/ids.ts';
import { startSmallCloud } from './small-cloud.ts';

type Send = (this: unknown, command: unknown) => Promise<unknown>;
const sent = DynamoDBDocumentClient.prototype.send as Send;

/**
 * Passes every table command of the store to `answer`, which may forward it. Call the returned function to
 * stop.
 */
export function interceptTable(
  answer: (command: unknown, send: () => Promise<unknown>) => Promise<unknown>,
): () => void {
  const spy = vi.spyOn(DynamoDBDocumentClient.prototype, 'send');
  const intercept: Send = function (command) {
    return answer(command, () => sent.call(this, command));
  };
  spy.mockImplementation(intercept as DynamoDBDocumentClient['send']);
  return () => spy.mockRestore();
}

/** The table for tests of what is stored, and a clock that they set. Import the code after starting it. */
export async function startSmallStore() {
  const small = await startSmallCloud();
  Object.assign(process.env, { PEPPER_SECRET_ARN: 'pepper' });
  vi.spyOn(SecretsManagerClient.prototype, 'send').mockImplementation(async () => ({
    SecretString: 'pepper of the tests',
  }));
  let time = Date.parse('2026-11-22T12:00:00Z');
  vi.spyOn(Date, 'now').mockImplementation(() => time);
  let applicants = 0;
  let sub = applicantId.parse('0');
  beforeEach(() => {
    applicants += 1;
    sub = applicantId.parse(`${applicants}-applicant`);
  });
  afterAll(small.close);
  return {
    engine: small.store,
    /** Another applicant in each test. */
    sub: () => sub,
    username: () => `${sub}@example.edu`,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    now: () => time,
    /** Runs another call between the store's reads and its next transaction. */
    beforeNextTransaction: (work: () => Promise<unknown>) => {
      const end = interceptTable(async (command, send) => {
        if (!(command instanceof TransactWriteCommand)) return send();
        end();
        await work();
        return send();
      });
    },
    /** Changes the state of the applicant's application as a submission does. */
    submit: async () => {
      const { change } = await import('../../lambdas/table/change.ts');
      return change(sub, () => ({
        ...{ event: 'submit', keys: [], writes: [], result: undefined },
        submittedAt: new Date(time).toISOString(),
      }));
    },
  };
}

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;
