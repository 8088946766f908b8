import { Duration } from 'aws-cdk-lib';
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';

/** Hashes of the inline script and style sheet of the site, and of the style sheet of functions' pages. */
export interface InlineHashes {
  readonly script: string;
  readonly style: string;
  readonly functionStyle: string;
}

interface Props {
  /** Hosts that scripts call in addition to the site's. */
  readonly hosts: readonly string[];
  readonly inline: InlineHashes;
}

/** Only our own files, the inline blocks, and the buckets of uploads and of documents. */
const contentSecurityPolicy = ({ hosts, inline }: Props) =>
  Object.entries({
    'default-src': "'none'",
    'script-src': `'self' '${inline.script}'`,
    'style-src': `'self' '${inline.style}' '${inline.functionStyle}'`,
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'connect-src': ["'self'", ...hosts.map((host) => `https://${host}`)].join(' '),
    'manifest-src': "'self'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
    'object-src': "'none'",
  })
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

/** The security headers of every response, from the site and from the API. */
export const securityHeaders = (scope: Construct, id: string, props: Props) =>
  new ResponseHeadersPolicy(scope, id, {
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: contentSecurityPolicy(props), override: true },
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
