import type * as z from 'zod/mini';
import { maxBodyBytes } from '../../../shared/api/contract.ts';
import { ApiError } from '../../runtime/errors.ts';
import type { Event, Middleware } from '../request.ts';

function parse(schema: z.ZodMiniType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ApiError('invalid', parsed.error.issues[0]?.message ?? 'The request could not be understood.');
}

/**
 * API Gateway replaces bytes that are not UTF-8 by U+FFFD. JSON can hold a typed one as an escape, as the
 * page's API client sends it.
 */
const replacement = '\uFFFD';

function jsonOf({ headers, body = '', isBase64Encoded }: Event): unknown {
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? ''))
    throw new ApiError('unsupportedBody', 'The body must be sent as application/json.');
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;
  if (Buffer.byteLength(text) > maxBodyBytes) throw new ApiError('tooLarge', 'The request is too large.');
  if (text.includes(replacement))
    throw new ApiError('invalid', 'The body is not valid UTF-8. Write the character U+FFFD as \\ufffd.');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError('invalid', 'The body is not valid JSON.', { cause });
  }
}

/** Parses the parts of a request that its contract names, and ignores everything else. */
export const parseRequest: Middleware = {
  before({ event, context }) {
    const { params, query, body } = context.operation.contract;
    context.input = {
      ...(params && { params: parse(params, event.pathParameters ?? {}) }),
      ...(query && { query: parse(query, event.queryStringParameters ?? {}) }),
      ...(body && { body: parse(body, jsonOf(event)) }),
    };
  },
};
