import * as z from 'zod/mini';
import { withoutControls } from '../form/index.ts';
import { emailMaxLength } from '../rules/account.ts';
import { maxItemCellLength } from '../rules/console-limits.ts';

const anyText = (name: string, maximum: number) =>
  z
    .string(`${name}: text is expected.`)
    .check(z.maxLength(maximum, `${name}: at most ${maximum} characters.`));

/**
 * Text up to a maximum length, without the characters that no data store accepts. `name` is the member that
 * the error messages name.
 */
export const text = (name: string, maximum: number) =>
  anyText(name, maximum).check(z.overwrite(withoutControls));

export const username = text('username', emailMaxLength);

/**
 * One line of text in one Unicode form: keyboards encode accents differently, and no password may fail
 * because of that.
 */
export const passwordText = (name: string) =>
  z.pipe(
    anyText(name, 256).check(
      z.refine(
        (typed) => typed.isWellFormed() && !/\p{Cc}/u.test(typed),
        `${name}: contains characters that cannot be stored.`,
      ),
    ),
    z.transform((typed: string) => typed.normalize('NFKC')),
  );

/**
 * False for names that every object inherits, like `constructor`: reading such a key returns an inherited
 * value.
 */
export const isSafeName = (name: string): boolean => name !== '' && !(name in Object.prototype);

/** The ids of add-another buttons, tabs and document questions come from partner configuration. */
export const id = (name: string) =>
  z.string(`${name}: text is expected.`).check(
    z.regex(/^[A-Za-z0-9_-]{1,64}$/, `${name}: 1 to 64 letters, digits, '_' or '-'.`),
    z.maxLength(64), // for the firewall, which reads no expression
    z.refine(isSafeName, `${name}: this name cannot be used.`),
  );

/**
 * A JSON object with exactly these members. The error names an unknown member, to make typos easy to find.
 */
export const body = <const Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `Unknown member: ${issue.keys.join(', ')}.`
        : 'The body must be a JSON object.',
  });

type AnyObject = Readonly<Record<string, unknown>>;

/** A JSON object with every key that was sent. A zod record would silently drop `__proto__`. */
export const anyObject = (message: string) =>
  z.custom<AnyObject>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    message,
  );

/**
 * Accepts `{member: value}`, or the bare value when it is an object that passes `bare`. An object that has
 * the member must match `schema`. A malformed body is therefore never treated as a bare value.
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

export const answersExpectedMessage = 'answer: an object of keys and values is expected.';
/** Answers as received. The form's data model decides later which of them are stored. */
export const anyAnswers = anyObject(answersExpectedMessage);

export const statuses = ['started', 'validating', 'submitted'] as const;

const cell = z.string().check(z.maxLength(maxItemCellLength));

/**
 * A row of a list of checklist items: the applicant, the item, and the day on which it arrived. `line` is its
 * line number in the file. Any text is accepted here, because one invalid row must not block the other rows.
 */
export const itemRow = z.strictObject({
  line: z.int('line: a whole number is expected.'),
  applicant: cell,
  item: cell,
  date: cell,
});
export type ItemRow = z.output<typeof itemRow>;
