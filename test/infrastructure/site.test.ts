import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { routes } from '../../shared/api/routes.ts';
import { production } from './cloud.ts';
import { nameOf } from './permissions.ts';

const { all, only } = production();

describe('site and API', () => {
  test('the API has exactly the routes of shared/api', () => {
    const written = Object.values(routes).flatMap((calls) =>
      Object.values(calls).map(({ method, path }) => `${method} ${path}`),
    );
    const routed = all('AWS::ApiGatewayV2::Route').map(({ properties }) => properties.RouteKey);
    expect(routed.toSorted()).toEqual(written.toSorted());
  });

  test('exactly these calls work without a session', () => {
    const open = Object.values(routes).flatMap((calls) =>
      Object.values<{ method: string; path: string; access: string }>(calls)
        .filter(({ access }) => access !== 'applicant' && access !== 'staff')
        .map(({ method, path, access }) => `${access}: ${method} ${path}`),
    );
    expect(open).toEqual([
      'public: POST /public/signup',
      'public: POST /public/confirm',
      'public: POST /public/login',
      'public: POST /public/resend-confirm',
      'public: POST /public/forgot-password',
      'public: POST /public/reset-password',
      'ending: GET /api/logout',
      'public: GET /lookup/find',
      'public: GET /public/tmp',
      'public: POST /public/tmp',
      'public: GET /public/settings',
      'public: POST /public/trouble',
      'public: GET /public/unsubscribe',
      'public: POST /public/unsubscribe',
      'service: GET /service/tmp-pdf',
      'service: GET /service/pdf',
      'service: GET /service/document-answer/{answer_key}',
      'public: GET /api/staff/sign-in',
      'public: GET /api/staff/callback',
    ]);
  });

  test('the access log has no URLs or query strings, and floods are throttled', () => {
    const { AccessLogSettings, DefaultRouteSettings } = only('AWS::ApiGatewayV2::Stage');
    expect(AccessLogSettings.Format).not.toMatch(/\$context\.(path|identity)|query/i);
    expect(DefaultRouteSettings).toMatchObject({ ThrottlingRateLimit: 2000, ThrottlingBurstLimit: 4000 });
  });

  const dist = join(import.meta.dirname, '../../dist');

  /** The hashes of the inline blocks of a page, as a browser computes them. */
  const hashesIn = (page: string, tag: string) =>
    [...page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(
      ([, text = '']) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    );

  test('every page allows its own inline blocks and no others', () => {
    const drawn = globSync(['pages/*.html', 'web/*.html'], { cwd: dist });
    expect(drawn.length).toBeGreaterThan(6);
    for (const file of drawn) {
      const page = readFileSync(join(dist, file), 'utf8');
      const policy = `script-src 'self'${hashesIn(page, 'script')}; style-src 'self'${hashesIn(page, 'style')}`;
      expect(page).toContain(`<head><meta http-equiv="Content-Security-Policy" content="${policy}">`);
      expect(page).not.toMatch(/ (on\w+|style)=|javascript:/);
    }
  });

  const headersOf = (id: string) =>
    all('AWS::CloudFront::ResponseHeadersPolicy').find(({ path }) => path === `Web/${id}/Resource`)
      ?.properties.ResponseHeadersPolicyConfig;

  test('the content security policy allows two buckets and no other host, and fits the pages of every release', () => {
    const policyOf = (id: string) =>
      nameOf(headersOf(id).SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy);
    const everywhere =
      "default-src 'none'; img-src 'self' data: blob:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'";
    expect(policyOf('PageHeaders')).toBe(
      `${everywhere}; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; font-src 'self'; connect-src 'self' https://Uploads https://Documents; manifest-src 'self'`,
    );
    expect(policyOf('CallHeaders')).toBe(`${everywhere}; style-src 'unsafe-inline'`);
  });

  test.each(['PageHeaders', 'CallHeaders'])('%s has the other security headers', (id) => {
    const { SecurityHeadersConfig, CustomHeadersConfig } = headersOf(id);
    const names = CustomHeadersConfig.Items.map(({ Header }: { Header: string }) => Header);
    expect(names).not.toContain('retry-after');
    expect(SecurityHeadersConfig).toMatchObject({
      StrictTransportSecurity: { AccessControlMaxAgeSec: 63_072_000, IncludeSubdomains: true },
      ContentTypeOptions: { Override: true },
      ReferrerPolicy: { ReferrerPolicy: 'no-referrer' },
    });
  });

  test('site and API share one host, and no call is cached except the settings', () => {
    const { CacheBehaviors, DefaultCacheBehavior, Origins } = only(
      'AWS::CloudFront::Distribution',
    ).DistributionConfig;
    expect(CacheBehaviors.map(({ PathPattern }: { PathPattern: string }) => PathPattern)).toEqual([
      '/public/settings',
      '/api/*',
      '/public/*',
      '/service/*',
      '/lookup/*',
    ]);
    const [settings, ...calls] = CacheBehaviors;
    expect(settings.OriginRequestPolicyId).toBeUndefined();
    expect(only('AWS::CloudFront::CachePolicy').CachePolicyConfig).toMatchObject({
      ...{ MinTTL: 0, DefaultTTL: 0, MaxTTL: 20 },
      ParametersInCacheKeyAndForwardedToOrigin: {
        CookiesConfig: { CookieBehavior: 'none' },
        HeadersConfig: { HeaderBehavior: 'none' },
        QueryStringsConfig: { QueryStringBehavior: 'none' },
      },
    });
    for (const behavior of calls) {
      expect(behavior.CachePolicyId).toBe('4135ea2d-6df8-44a3-9df3-4b5a84be39ad'); // CachingDisabled
      expect(behavior.OriginRequestPolicyId).toBe('b689b0a8-53d0-40ab-baf2-68738e2966ac'); // AllViewerExceptHostHeader
    }
    for (const behavior of [DefaultCacheBehavior, ...CacheBehaviors])
      expect(behavior.ResponseHeadersPolicyId).toBeDefined();
    const [secret] = Origins.flatMap(({ OriginCustomHeaders = [] }) => OriginCustomHeaders);
    expect(secret.HeaderName).toBe('x-origin-secret');
    expect(nameOf(secret.HeaderValue)).toBe('{{resolve:secretsmanager:OriginSecret:SecretString:::}}');
  });
});
