/**
 * An HTTP API throttles a stage, and limits the time of a function:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { type Fixture, type Resources, resourcesOf, withFixture } from './fixture.ts';

let time = Date.now();

const withThrottles = (resources: Resources) => {
  for (const { Properties } of resourcesOf(resources, 'AWS::ApiGatewayV2::Stage')) {
    Properties.DefaultRouteSettings = { ThrottlingRateLimit: 1, ThrottlingBurstLimit: 3 };
  }
};

const withoutPatience = (resources: Resources) => {
  for (const { Properties } of resourcesOf(resources, 'AWS::ApiGatewayV2::Integration'))
    Properties.TimeoutInMillis = 50;
};

const post = async ({ cloud }: Fixture, action: string, body: BodyInit = '{}') => {
  const response = await fetch(`${cloud.url}/api/do/${action}`, { method: 'POST', body });
  return { status: response.status, text: await response.text() };
};

/** The function's response does not matter: on a busy machine it may be late. */
const isThrottled = ({ status }: { readonly status: number }) => status === 429;

describe('an HTTP API', () => {
  const fixture = withFixture({ change: withThrottles, now: () => time });

  beforeEach(async () => {
    await fetch(`${fixture().cloud.url}/api/do/count`); // the function is warm, also on a busy machine
    time += 60_000; // every bucket is full again
  });

  it('answers 429 to calls over the burst, and serves again as many as the rate refills', async () => {
    const count = () => post(fixture(), 'count');
    const burst = [await count(), await count(), await count(), await count()];
    expect(burst.map(isThrottled)).toEqual([false, false, false, true]);
    expect(burst[3]?.text).toBe('{"message":"Too Many Requests"}');
    time += 1000;
    expect([isThrottled(await count()), isThrottled(await count())]).toEqual([false, true]);
  });
});

describe('an integration', () => {
  const fixture = withFixture({ change: withoutPatience });

  it('answers 503 when its function takes longer than it waits', async () => {
    const late = await post(fixture(), 'slow');
    expect([late.status, late.text]).toEqual([503, '{"message":"Service Unavailable"}']);
  });
});
