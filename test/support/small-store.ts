import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeEach, vi } from 'vitest';
import { applicantId } from '../../lambdas/runtime/ids.ts';
import { startSmallCloud } from './small-cloud.ts';

const sent = DynamoDBDocumentClient.prototype.send;

/** The table for tests of `lambdas/store`, and a clock that they set. Import the store after starting it. */
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
    /** Another applicant in each test. */
    sub: () => sub,
    username: () => `${sub}@example.edu`,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    now: () => time,
    /** Lets another call come between what the store reads and its next transaction. */
    beforeNextTransaction: (work: () => Promise<unknown>) => {
      const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send');
      send.mockImplementation(async function (this: DynamoDBDocumentClient, command: unknown) {
        const isIt = command instanceof TransactWriteCommand;
        if (isIt) send.mockRestore();
        if (isIt) await work();
        return sent.call(this, command as TransactWriteCommand);
      } as never);
    },
    /** What submitting does to the state of the applicant's application. */
    submit: async () => {
      const { change } = await import('../../lambdas/store/change.ts');
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
