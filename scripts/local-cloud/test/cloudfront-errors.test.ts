/**
 * CloudFront caches an origin's errors, even with `no-store`, and serves them to other visitors:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/HTTPStatusCodes.html
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/custom-error-pages-expiration.html
 */
import { describe, expect, it } from 'vitest';
import { type Fixture, type Resources, resourcesOf, withFixture } from './fixture.ts';

let time = Date.now();
const now = () => time;
const pass = (seconds: number) => {
  time += seconds * 1000;
};

const ask = async (fixture: Fixture, query: string, init?: RequestInit) => {
  const response = await fetch(`${fixture.cloud.url}/api/do/status?${query}`, init);
  const text = await response.text();
  return {
    status: response.status,
    calls: text === '' ? 0 : JSON.parse(text).calls,
    headers: response.headers,
  };
};

describe('CloudFront, without error responses in the template,', () => {
  const fixture = withFixture({ now });

  it.each([404, 414, 500, 501, 502, 503, 504])(
    'answers every visitor of a path with its %i for ten seconds, whatever the query and cookies',
    async (status) => {
      const first = await ask(fixture(), `status=${status}&control=no-store`);
      pass(9);
      const headers = { cookie: 'session=another' };
      const other = await ask(fixture(), 'status=200', { headers });
      expect([other.status, other.calls]).toEqual([status, first.calls]);
      expect([other.headers.get('x-cache'), other.headers.get('age')]).toEqual([
        'Error from cloudfront',
        '9',
      ]);
      expect((await ask(fixture(), 'status=200', { method: 'HEAD' })).status).toBe(status);
      pass(2);
      expect((await ask(fixture(), 'status=200')).status).toBe(200);
    },
  );

  it.each([400, 401, 403, 409, 429])('asks the origin again after its %i', async (status) => {
    expect((await ask(fixture(), `status=${status}`)).status).toBe(status);
    expect((await ask(fixture(), 'status=200')).status).toBe(200);
  });

  it('keeps a 403 for as long as the origin says, and a 404 too when that is longer than ten seconds', async () => {
    for (const status of [403, 404]) {
      await ask(fixture(), `status=${status}&control=max-age%3D60`);
      pass(59);
      expect((await ask(fixture(), 'status=200')).status).toBe(status);
      pass(2);
      expect((await ask(fixture(), 'status=200')).status).toBe(200);
    }
  });

  it('keeps no error of a POST, and sends every POST to the origin', async () => {
    await ask(fixture(), 'status=500', { method: 'POST' });
    expect((await ask(fixture(), 'status=404')).status).toBe(404);
    expect((await ask(fixture(), 'status=200', { method: 'POST' })).status).toBe(200);
    pass(11);
  });
});

describe('CloudFront, with error responses and a cache policy in the template,', () => {
  const parameters = {
    EnableAcceptEncodingGzip: false,
    QueryStringsConfig: { QueryStringBehavior: 'whitelist', QueryStrings: ['part'] },
    CookiesConfig: { CookieBehavior: 'none' },
    HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['X-Part'] },
  };
  const change = (resources: Resources) => {
    const [distribution] = resourcesOf(resources, 'AWS::CloudFront::Distribution');
    const config = distribution?.Properties.DistributionConfig as
      | { CustomErrorResponses: object; CacheBehaviors: { CachePolicyId: object }[] }
      | undefined;
    if (config === undefined) return;
    config.CustomErrorResponses = [
      { ErrorCode: 404, ErrorCachingMinTTL: 0 },
      { ErrorCode: 503, ErrorCachingMinTTL: 30 },
    ];
    const CachePolicyConfig = { Name: 'parts', MinTTL: 0, MaxTTL: 1, DefaultTTL: 0 };
    resources.Parts = {
      Type: 'AWS::CloudFront::CachePolicy',
      Properties: {
        CachePolicyConfig: { ...CachePolicyConfig, ParametersInCacheKeyAndForwardedToOrigin: parameters },
      },
    };
    for (const each of config.CacheBehaviors) each.CachePolicyId = { Ref: 'Parts' };
  };
  const fixture = withFixture({ now, change });

  it('keeps each status for the seconds that the template gives it, and not at all for 0', async () => {
    await ask(fixture(), 'status=404');
    expect((await ask(fixture(), 'status=503')).status).toBe(503);
    pass(29);
    expect((await ask(fixture(), 'status=200')).status).toBe(503);
    pass(2);
    expect((await ask(fixture(), 'status=200')).status).toBe(200);
  });

  it('keeps errors apart by the query parameters and headers that the policy names', async () => {
    await ask(fixture(), 'status=503&part=1');
    expect((await ask(fixture(), 'status=200&part=1')).status).toBe(503);
    expect((await ask(fixture(), 'status=200&part=2')).status).toBe(200);
    expect((await ask(fixture(), 'status=200&part=1', { headers: { 'x-part': 'a' } })).status).toBe(200);
  });
});
