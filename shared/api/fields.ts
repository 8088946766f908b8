import * as z from 'zod/mini';
import { isCleanText } from '../form/index.ts';

/** Text within a limit that every store can carry. The message says which member is meant. */
export const text = (name: string, maximum: number) =>
  z
    .string(`${name}: text is expected.`)
    .check(
      z.maxLength(maximum, `${name}: at most ${maximum} characters.`),
      z.refine(isCleanText, `${name}: contains characters that cannot be stored.`),
    );

export const username = text('username', 254);
export const password = text('password', 256);

/** Ids of buttons, tabs and file questions are partner configuration (decision D-42). */
export const id = (name: string) =>
  z
    .string(`${name}: text is expected.`)
    .check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, `${name}: 1 to 64 letters, digits, '_' or '-'.`));

/** A JSON object with exactly these members; an unknown one is named, so that a misspelt one is found (H-27). */
export const body = <const Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `Unknown member: ${issue.keys.join(', ')}.`
        : 'The body must be a JSON object.',
  });

/** Every mutating call answers with words (decision D-44). */
export const message = z.object({ message: z.string() });

export const anyObject = 'answer: an object of keys and values is expected.';
/** Answers as they arrive: the form's data model decides what of them can be kept. */
export const anyAnswers = z.record(z.string(), z.unknown(), anyObject);

export const answers = z.record(z.string(), z.union([z.string(), z.boolean()]));

export const documentAnswers = z.record(
  z.string(),
  z.object({ file_name: z.string(), file_size: z.number() }),
);

export const statuses = ['started', 'validating', 'submitted'] as const;

/** Of conversions and of the PDF copy (platform specification, point 3). */
export const progress = z.enum(['COMPLETED', 'FAILED', 'IN_PROGRESS', 'UNPROCESSED', 'NOT_ANSWERED']);
