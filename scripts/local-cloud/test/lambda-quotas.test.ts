/**
 * Lambda immediately rejects a call over its limits. Each service that calls functions reports it
 * differently:
 * https://docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
import { describe, expect, it } from 'vitest';
import { invoke, type Resources, resourcesOf, withFixture } from './fixture.ts';

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
});

describe('a function with a timeout of a minute', () => {
  const fixture = withFixture({ change: reserveOnePatiently });

  it('fails when its response is larger than 6 MB', async () => {
    expect(await invoke(fixture(), { action: 'large', bytes: 7_000_000 })).toMatchObject({
      error: 'Unhandled',
      payload: { errorType: 'Function.ResponseSizeTooLarge' },
    });
    expect((await invoke(fixture(), { action: 'large', bytes: 6_000_000 })).error).toBeUndefined();
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
