import * as z from 'zod/mini';
import { ServiceError } from '../http.ts';

const condition = z.union([
  z.record(z.string(), z.string()),
  z.tuple([z.literal('content-length-range'), z.number(), z.number()]),
  z.tuple([z.enum(['eq', 'starts-with']), z.string(), z.string()]),
]);

const policySchema = z.object({ expiration: z.string(), conditions: z.array(condition) });

const denied = (message: string) => new ServiceError('AccessDenied', message, 403);
const failed = (text: unknown) =>
  denied(`Invalid according to Policy: Policy Condition failed: ${JSON.stringify(text)}`);

/**
 * Checks a form upload against its signed policy. Each condition must match, and each field must be covered
 * by one.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
 */
export function checkPostPolicy(fields: Readonly<Record<string, string>>, bucket: string, size: number) {
  const policy = z.safeParse(policySchema, parse(fields.policy ?? ''));
  if (!policy.success) throw new ServiceError('InvalidPolicyDocument', 'Invalid Policy: Invalid JSON.', 400);
  if (!(Date.parse(policy.data.expiration) > Date.now()))
    throw denied('Invalid according to Policy: Policy expired.');
  const found: Readonly<Record<string, string>> = { ...fields, bucket };
  const named = new Set(['policy', 'x-amz-signature', 'file', 'bucket']);
  for (const each of policy.data.conditions) {
    if (Array.isArray(each) && each[0] === 'content-length-range') checkSize(size, each[1], each[2]);
    else named.add(checkField(each as z.infer<typeof condition>, found));
  }
  const extra = Object.keys(fields).find((name) => !named.has(name) && !name.startsWith('x-ignore-'));
  if (extra !== undefined) throw denied(`Invalid according to Policy: Extra input fields: ${extra}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString());
  } catch {
    return undefined;
  }
}

function checkSize(size: number, least: number, most: number) {
  if (size < least)
    throw new ServiceError(
      'EntityTooSmall',
      'Your proposed upload is smaller than the minimum allowed size',
      400,
    );
  if (size > most)
    throw new ServiceError('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', 400);
}

function checkField(each: z.infer<typeof condition>, found: Readonly<Record<string, string>>): string {
  if (!Array.isArray(each)) {
    const [[name, wanted] = ['', '']] = Object.entries(each);
    if (found[name.toLowerCase()] !== wanted) throw failed(each);
    return name.toLowerCase();
  }
  const [operator, field, wanted] = each as [string, string, string];
  const name = field.replace(/^\$/, '').toLowerCase();
  const value = found[name] ?? '';
  const holds = operator === 'eq' ? value === wanted : value.startsWith(wanted);
  if (!holds) throw failed(each);
  return name;
}
