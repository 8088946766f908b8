import type * as z from 'zod/mini';
import { ApiError } from '../../runtime/errors.ts';
import type { Event, Middleware } from '../request.ts';

/** Bytes. The longest legitimate body, with all answers at once, is under 40 KB. */
const longestBody = 262_144;

function parse(schema: z.ZodMiniType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ApiError('invalid', parsed.error.issues[0]?.message ?? 'The request could not be understood.');
}

function jsonOf({ headers, body = '', isBase64Encoded }: Event): unknown {
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? ''))
    throw new ApiError('unsupportedBody', 'The body must be sent as application/json.');
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;
  if (Buffer.byteLength(text) > longestBody) throw new ApiError('tooLarge', 'The request is too large.');
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
