import * as z from 'zod/mini';
import { ApiError } from '../runtime/errors.ts';
import type { SortedPlace } from '../store/list-rows.ts';

// Cursors of long lists. Callers pass them back as they got them, and must not rely on their content.

const notACursor = () =>
  new ApiError('invalid', 'after: this is not the `next` of a page of this list. Begin at its start.');

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function decode<T>(schema: z.ZodMiniType<T>, cursor: string): T {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw notACursor();
  }
}

const placePattern = /^\d{4}-\d\d-\d\dT[\d:.]{8,16}Z#[\w-]{1,64}$/;

const listCursor = z.strictObject({
  order: z.string(),
  place: z.string().check(z.regex(placePattern)),
  value: z.string(),
});

export const listCursorOf = (order: string, { place, value }: SortedPlace): string =>
  encode({ order, place, value });

/** Reads the cursor of a list in this order. A cursor of another order is rejected. */
export function listPlaceOf(order: string, cursor: string | undefined): SortedPlace | undefined {
  if (cursor === undefined) return undefined;
  const { order: found, ...rest } = decode(listCursor, cursor);
  if (found !== order) throw notACursor();
  return rest;
}

const entryCursor = z.strictObject({ entry: z.string().check(z.regex(/^\d{4}-[\w:.#-]{1,100}$/)) });

export const entryCursorOf = (entry: string): string => encode({ entry });
export const entryOf = (cursor: string | undefined): string | undefined =>
  cursor === undefined ? undefined : decode(entryCursor, cursor).entry;
