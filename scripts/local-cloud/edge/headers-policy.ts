import type { ServerResponse } from 'node:http';
import * as z from 'zod/mini';
import { type Assembly, flag, inertResource, number } from '../assembly/assembly.ts';

const override = z.optional(flag);

const security = z.strictObject({
  ContentSecurityPolicy: z.optional(
    z.strictObject({ ContentSecurityPolicy: z.string(), Override: override }),
  ),
  ContentTypeOptions: z.optional(z.strictObject({ Override: override })),
  FrameOptions: z.optional(z.strictObject({ FrameOption: z.string(), Override: override })),
  ReferrerPolicy: z.optional(z.strictObject({ ReferrerPolicy: z.string(), Override: override })),
  StrictTransportSecurity: z.optional(
    z.strictObject({
      AccessControlMaxAgeSec: number,
      IncludeSubdomains: z.optional(flag),
      Preload: z.optional(flag),
      Override: override,
    }),
  ),
  XSSProtection: inertResource, // no current browser reads it
});

const custom = z.strictObject({ Header: z.string(), Value: z.string(), Override: override });

const schema = z.strictObject({
  ResponseHeadersPolicyConfig: z.strictObject({
    Name: inertResource,
    Comment: inertResource,
    SecurityHeadersConfig: z.optional(security),
    CustomHeadersConfig: z.optional(z.strictObject({ Items: z.array(custom) })),
    RemoveHeadersConfig: z.optional(
      z.strictObject({ Items: z.array(z.strictObject({ Header: z.string() })) }),
    ),
    ServerTimingHeadersConfig: inertResource,
  }),
});

/** Headers that a behavior adds to every response, and names of those that it removes. */
export interface HeadersPolicy {
  readonly set: readonly (readonly [name: string, value: string, override: boolean])[];
  readonly remove: readonly string[];
}

/** Adds the headers of the behavior's policy to a response. */
export function applyPolicy(policy: HeadersPolicy | undefined, response: ServerResponse) {
  for (const name of policy?.remove ?? []) response.removeHeader(name);
  for (const [name, value, override] of policy?.set ?? [])
    if (override || !response.hasHeader(name)) response.setHeader(name, value);
}

type Security = z.infer<typeof security>;

function securityHeaders({
  ContentSecurityPolicy: csp,
  ContentTypeOptions,
  FrameOptions,
  ReferrerPolicy,
  StrictTransportSecurity: hsts,
}: Security) {
  const headers: HeadersPolicy['set'][number][] = [];
  if (csp) headers.push(['content-security-policy', csp.ContentSecurityPolicy, csp.Override ?? false]);
  if (ContentTypeOptions)
    headers.push(['x-content-type-options', 'nosniff', ContentTypeOptions.Override ?? false]);
  if (FrameOptions)
    headers.push(['x-frame-options', FrameOptions.FrameOption, FrameOptions.Override ?? false]);
  if (ReferrerPolicy)
    headers.push(['referrer-policy', ReferrerPolicy.ReferrerPolicy, ReferrerPolicy.Override ?? false]);
  if (hsts) {
    const extra = `${hsts.IncludeSubdomains ? '; includeSubDomains' : ''}${hsts.Preload ? '; preload' : ''}`;
    headers.push([
      'strict-transport-security',
      `max-age=${hsts.AccessControlMaxAgeSec}${extra}`,
      hsts.Override ?? false,
    ]);
  }
  return headers;
}

export function readHeadersPolicies(assembly: Assembly): ReadonlyMap<string, HeadersPolicy> {
  const all = assembly.of('AWS::CloudFront::ResponseHeadersPolicy', schema);
  return new Map(
    all.map(({ ref, given }) => {
      const {
        SecurityHeadersConfig = {},
        CustomHeadersConfig,
        RemoveHeadersConfig,
      } = given.ResponseHeadersPolicyConfig;
      const own = (CustomHeadersConfig?.Items ?? []).map(
        ({ Header, Value, Override }) => [Header.toLowerCase(), Value, Override ?? false] as const,
      );
      const remove = (RemoveHeadersConfig?.Items ?? []).map(({ Header }) => Header.toLowerCase());
      return [ref, { set: [...securityHeaders(SecurityHeadersConfig), ...own], remove }];
    }),
  );
}
