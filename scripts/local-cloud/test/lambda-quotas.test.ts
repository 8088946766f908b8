/**
 * Lambda immediately rejects a call over its limits. Each service that calls functions reports it
 * differently:
 * https://docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import {
  executionEnded,
  invoke,
  type Resources,
  resourcesOf,
  startExecution,
  withFixture,
} from './fixture.ts';

const reserve = (concurrency: number) => (resources: Resources) => {
  for (const { Properties } of resourcesOf(resources, 'AWS::Lambda::Function'))
    if (Properties.MemorySize === 128) Properties.ReservedConcurrentExecutions = concurrency;
};

/** Runs one call at a time. Only the limits stop it, even on a busy machine. */
const reserveOnePatiently = (resources: Resources) => {
  reserve(1)(resources);
  for (const { Properties } of resourcesOf(resources, 'AWS::Lambda::Function')) Properties.Timeout = 60;
};

describe('a function with a reserved concurrency of 0', () => {
  const fixture = withFixture({ change: reserve(0) });

  it('answers 429 to a caller of the Lambda API, with the reason', async () => {
    await expect(invoke(fixture(), { action: 'echo' })).rejects.toMatchObject({
      name: 'TooManyRequestsException',
      Reason: 'ReservedFunctionConcurrentInvocationLimitExceeded',
      $metadata: { httpStatusCode: 429 },
    });
  });

  it('makes the HTTP API answer 503', async () => {
    const response = await fetch(`${fixture().cloud.url}/api/do/echo`);
    expect([response.status, await response.json()]).toEqual([503, { message: 'Service Unavailable' }]);
  });

  it('fails a state machine with Lambda.TooManyRequestsException after its retries', async () => {
    const { executionArn } = await startExecution(fixture(), { action: 'echo' });
    expect(await executionEnded(fixture(), executionArn)).toMatchObject({
      status: 'FAILED',
      error: 'Lambda.TooManyRequestsException',
    });
  });
});

describe('a function with a reserved concurrency of 1', () => {
  const fixture = withFixture({ change: reserve(1) });

  it('serves one of two simultaneous calls', async () => {
    const url = `${fixture().cloud.url}/api/do/slow`;
    const statuses = await Promise.all([fetch(url), fetch(url)].map(async (each) => (await each).status));
    expect(statuses.sort()).toEqual([500, 503]);
  });
});

describe('a function with a timeout of a minute', () => {
  const fixture = withFixture({ change: reserveOnePatiently });

  it('serves two simultaneous executions of a machine that retries', async () => {
    await eventually(async () => expect((await invoke(fixture(), { action: 'echo' })).error).toBeUndefined());
    const both = await Promise.all([1, 2].map(() => startExecution(fixture(), { action: 'nap' })));
    for (const { executionArn } of both)
      expect(await executionEnded(fixture(), executionArn)).toMatchObject({ status: 'SUCCEEDED' });
  });

  it('fails when its response is larger than 6 MB', async () => {
    expect(await invoke(fixture(), { action: 'large', bytes: 7_000_000 })).toMatchObject({
      error: 'Unhandled',
      payload: { errorType: 'Function.ResponseSizeTooLarge' },
    });
    expect((await invoke(fixture(), { action: 'large', bytes: 6_000_000 })).error).toBeUndefined();
  });

  it('is not called when the event is larger than 6 MB', async () => {
    const call = invoke(fixture(), { action: 'echo', text: 'x'.repeat(6_291_456) });
    await expect(call).rejects.toMatchObject({ name: 'RequestTooLargeException' });
  });

  it('is killed when its buffers need more memory than it has, and starts afresh', async () => {
    expect((await invoke(fixture(), { action: 'hoard', megabytes: 20 })).error).toBeUndefined();
    expect(await invoke(fixture(), { action: 'hoard', megabytes: 150 })).toMatchObject({
      error: 'Unhandled',
      payload: { errorType: 'Runtime.ExitError', errorMessage: expect.stringContaining('signal: killed') },
    });
    expect(await invoke(fixture(), { action: 'hoard', megabytes: 1 })).toMatchObject({
      payload: { calls: 1 },
    });
  });
});

describe('the concurrent executions of an account', () => {
  const fixture = withFixture({ quotas: { concurrentExecutions: 0 } });

  it('are shared by functions that reserve none', async () => {
    await expect(invoke(fixture(), { action: 'echo' })).rejects.toMatchObject({
      name: 'TooManyRequestsException',
      Reason: 'ConcurrentInvocationLimitExceeded',
    });
  });
});
