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
 * True if the body was not UTF-8. API Gateway then delivers a replacement character for each invalid
 * sequence, which changes the length. A replacement character that the applicant typed does not.
 */
const wasReplaced = (text: string, bytes: number, headers: Event['headers']) =>
  text.includes('\uFFFD') && bytes !== Number(headers['content-length'] ?? bytes);

function jsonOf({ headers, body = '', isBase64Encoded }: Event): unknown {
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? ''))
    throw new ApiError('unsupportedBody', 'The body must be sent as application/json.');
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;
  const bytes = Buffer.byteLength(text);
  if (bytes > maxBodyBytes) throw new ApiError('tooLarge', 'The request is too large.');
  if (wasReplaced(text, bytes, headers)) throw new ApiError('invalid', 'The body is not valid UTF-8.');
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
