import type { ServerResponse } from 'node:http';
import type { Request } from '../http.ts';
import type { CorsRule } from './buckets.ts';

const like = (pattern: string, text: string) => {
  const [before = '', after] = pattern.split('*');
  return after === undefined ? pattern === text : text.startsWith(before) && text.endsWith(after);
};

/** Adds the headers of the first matching rule. False if no rule matches. */
export function allowCors(
  rules: readonly CorsRule[],
  { headers, method }: Request,
  response: ServerResponse,
): boolean {
  const { origin } = headers;
  if (origin === undefined) return false;
  const wanted = headers['access-control-request-method'] ?? method;
  const asked = (headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter(Boolean);
  const fits = (rule: CorsRule) =>
    rule.AllowedOrigins.some((each) => like(each, origin)) &&
    rule.AllowedMethods.includes(wanted) &&
    asked.every((name) => rule.AllowedHeaders?.some((each) => like(each.toLowerCase(), name)));
  const rule = rules.find(fits);
  if (rule === undefined) return false;
  response.setHeader('access-control-allow-origin', rule.AllowedOrigins.includes('*') ? '*' : origin);
  response.setHeader('access-control-allow-methods', rule.AllowedMethods.join(', '));
  if (asked.length > 0) response.setHeader('access-control-allow-headers', asked.join(', '));
  if (rule.ExposedHeaders !== undefined)
    response.setHeader('access-control-expose-headers', rule.ExposedHeaders.join(', '));
  if (rule.MaxAge !== undefined) response.setHeader('access-control-max-age', rule.MaxAge);
  response.setHeader('vary', 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method');
  return true;
}
