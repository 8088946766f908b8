import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type * as z from 'zod/mini';
import type { CallInput, Contract } from '../../shared/api/contract.ts';
import { ApiError } from '../runtime/errors.ts';

/** Bytes. The longest honest body, all answers at once, is under 40 KB. */
const bodyMaximum = 262_144;

function fits<T>(schema: z.ZodMiniType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ApiError('invalid', parsed.error.issues[0]?.message ?? 'The request could not be understood.');
}

function jsonOf({ headers, body = '', isBase64Encoded }: APIGatewayProxyEventV2): unknown {
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? ''))
    throw new ApiError('unsupportedBody', 'The body must be sent as application/json.');
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;
  if (Buffer.byteLength(text) > bodyMaximum) throw new ApiError('tooLarge', 'The request is too large.');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError('invalid', 'The body is not valid JSON.', { cause });
  }
}

/** Reads from an event only what the contract names, and refuses in plain words what does not fit it. */
export function readCall<C extends Contract>(
  { params, query, body }: C,
  event: APIGatewayProxyEventV2,
): CallInput<C> {
  return {
    ...(params && { params: fits(params, event.pathParameters ?? {}) }),
    ...(query && { query: fits(query, event.queryStringParameters ?? {}) }),
    ...(body && { body: fits(body, jsonOf(event)) }),
  } as CallInput<C>;
}
