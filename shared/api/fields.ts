import * as z from 'zod/mini';
import { isCleanText } from '../form/index.ts';
import { emailMaxLength } from '../rules/account.ts';

/** Text within a limit that every store can carry. The message says which member is meant. */
export const text = (name: string, maximum: number) =>
  z
    .string(`${name}: text is expected.`)
    .check(
      z.maxLength(maximum, `${name}: at most ${maximum} characters.`),
      z.refine(isCleanText, `${name}: contains characters that cannot be stored.`),
    );

export const username = text('username', emailMaxLength);
export const password = text('password', 256);

/** What every object has from birth, like `constructor`: under such a key a store or a page finds what nobody put there. */
export const isSafeName = (name: string): boolean => name !== '' && !(name in Object.prototype);

/** Ids of buttons, tabs and file questions are partner configuration (decision D-42). */
export const id = (name: string) =>
  z
    .string(`${name}: text is expected.`)
    .check(
      z.regex(/^[A-Za-z0-9_-]{1,64}$/, `${name}: 1 to 64 letters, digits, '_' or '-'.`),
      z.refine(isSafeName, `${name}: this name cannot be used.`),
    );

/** A JSON object with exactly these members; an unknown one is named, so that a misspelt one is found (H-27). */
export const body = <const Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `Unknown member: ${issue.keys.join(', ')}.`
        : 'The body must be a JSON object.',
  });

type AnyObject = Readonly<Record<string, unknown>>;

/** A JSON object with every key that was sent: a record of zod loses `__proto__` without a word. */
export const anyObject = (message: string) =>
  z.custom<AnyObject>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    message,
  );

/**
 * `{member: value}`, or the value by itself if that is an object and `bare` holds of it (decisions D-38, D-41). What
 * has the member is held to `schema`, so that a malformed body never passes for a bare value.
 */
export const wrappedOrBare = <T>(
  member: string,
  schema: z.ZodMiniType<T>,
  message: string,
  bare: (value: AnyObject) => boolean = () => true,
): z.ZodMiniType<T> =>
  z.pipe(
    anyObject(message).check(z.refine((value) => Object.hasOwn(value, member) || bare(value), message)),
    z.pipe(
      z.transform((value: AnyObject): unknown =>
        Object.hasOwn(value, member) ? value : { [member]: value },
      ),
      schema,
    ),
  );

export const answersExpected = 'answer: an object of keys and values is expected.';
/** Answers as they arrive: the form's data model decides what of them can be kept. */
export const anyAnswers = anyObject(answersExpected);

export const statuses = ['started', 'validating', 'submitted'] as const;
