import { Duration } from 'aws-cdk-lib';
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';

/** Sources of a content security policy, by directive. */
type Sources = Readonly<Record<string, string>>;

const everywhere: Sources = {
  'default-src': "'none'",
  'img-src': "'self' data: blob:",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
  'object-src': "'none'",
};

/**
 * Only our own files, and the buckets of uploads and of documents. Each page narrows inline blocks to its own
 * by hash: hashes here would fit only the pages of one release.
 */
export const policyOfPages = (hosts: readonly string[]): Sources => ({
  ...everywhere,
  'script-src': "'self' 'unsafe-inline'",
  'style-src': "'self' 'unsafe-inline'",
  'font-src': "'self'",
  'connect-src': ["'self'", ...hosts.map((host) => `https://${host}`)].join(' '),
  'manifest-src': "'self'",
});

/** The functions' own pages have a style sheet, and no script. */
export const policyOfCalls: Sources = { ...everywhere, 'style-src': "'unsafe-inline'" };

const textOf = (policy: Sources) =>
  Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');

const otherHeaders = {
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

const customHeaders = Object.entries(otherHeaders).map(([header, value]) => ({
  ...{ header, value, override: true },
}));

/** The security headers of every response of the site, or of the API. */
export const securityHeaders = (scope: Construct, id: string, policy: Sources) =>
  new ResponseHeadersPolicy(scope, id, {
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: textOf(policy), override: true },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.days(730),
        includeSubdomains: true,
        override: true,
      },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
    },
    customHeadersBehavior: { customHeaders },
  });
