import * as z from 'zod/mini';
import { codeMaxLength, isCalendarDate, labelMaxLength } from '../form/index.ts';
import { codesInText, linkNames } from './step-codes.ts';

const words = z.string('words are missing').check(z.minLength(1, 'words are missing'));
const matching = (expression: RegExp, rule: string) => z.string(rule).check(z.regex(expression, rule));
const record = <const Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? `unknown: ${issue.keys.join(', ')}` : 'its members are missing',
  });

const link = record({
  label: words,
  href: matching(/^(https:\/\/|mailto:)\S+$/, 'an address that begins with https:// or mailto:'),
});
const day = matching(/^\d{4}-\d{2}-\d{2}$/, 'a day is written yyyy-mm-dd').check(
  z.refine(isCalendarDate, 'no day of the calendar'),
);
const phone = matching(/^\([2-9]\d{2}\) [2-9]\d{2}-\d{4}$/, 'a phone number is written (906) 555-0100');
const colour = matching(/^#[0-9a-f]{6}$/i, 'a colour is written #rrggbb');
const shades = record({ extraLight: colour, light: colour, main: colour, dark: colour });
const paragraphs = z.readonly(
  z.array(words, 'a list of paragraphs').check(z.minLength(1, 'nothing is said')),
);
const flag = z.boolean('true or false');

/** Words that have to fit where answers are kept. */
const upToLength = (most: number) => words.check(z.maxLength(most, `longer than ${most} characters`));

const optionsOf = (code: typeof words) =>
  z.readonly(
    z
      .array(
        z.readonly(z.tuple([code, upToLength(labelMaxLength)], 'a pair of a code and its words')),
        'a list of options',
      )
      .check(
        z.minLength(2, 'at least two options'),
        z.refine(
          (list) => new Set(list.map(([each]) => each)).size === list.length,
          'one code stands for two options',
        ),
      ),
  );

/** One of the `codes` stands in a step's words in braces: so its number is written once. */
const step = record({
  title: words,
  text: words.check(
    z.refine((text) => codesInText(text).unknown.length === 0, 'braces hold collegeBoard, act or fafsa'),
  ),
  link: z.optional(z.enum(linkNames, `the name of a link: ${linkNames.join(', ')}`)),
});

/** How many of a repeated block a partner takes: at most what the form has keys for (form specification, point 9). */
const upTo = (most: number) =>
  z
    .int(`a whole number from 1 to ${most}`)
    .check(z.gte(1, `at least 1`), z.lte(most, `at most ${most}: the form has no keys for more`));

/** Everything that differs between universities (form specification, point 3, Partner configuration constants). */
export const partnerSchema = record({
  /** The name of its file. */
  id: matching(/^[a-z0-9-]{2,40}$/, 'small letters, digits and hyphens'),
  name: words,
  /** Confirmation numbers start with it (decision H-26). */
  shortName: matching(/^[A-Z]{2,4}$/, 'two to four capitals'),
  applicationTitle: words,
  entryYear: words,
  /** It names the residence questions (decision D-103). */
  state: words,
  /** Deadlines and receipts are told in it. */
  timeZone: matching(/^[A-Z]\w+(\/\w+)+$/, 'a time zone is written America/New_York').check(
    z.refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone), 'a time zone that is known'),
  ),
  helpEmail: matching(/^[A-Za-z0-9_.+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/, 'an e-mail address'),
  addressLines: z.readonly(z.array(words, 'a list of lines').check(z.minLength(1, 'no line'))),
  phone,
  publicSafetyPhone: phone,
  links: record({ internationalApplication: link, policies: link, aid: link, pdfReader: link }),
  /** More of what stands at the foot of every page, beside Help, Privacy, policies and aid. */
  footerLinks: z.readonly(z.array(link, 'a list of links')),
  codes: record({
    collegeBoard: matching(/^\d{4}$/, 'four digits'),
    act: matching(/^\d{4}$/, 'four digits'),
    fafsa: matching(/^[0-9A-Z]{6}$/, 'six digits or capitals'),
  }),
  /** Of the long answers (decision D-96). */
  characterLimit: z
    .int('a whole number')
    .check(z.gte(100, 'at least 100'), z.lte(7000, 'at most 7000: an answer must fit where it is kept')),
  /** Decision D-70: an international phone number satisfies the either-phone rule. */
  internationalPhoneCounts: flag,
  limits: record({
    parents: upTo(2),
    legacy: upTo(4),
    colleges: upTo(5),
    seniorCourses: upTo(10),
    activities: upTo(4),
    honors: upTo(4),
  }),
  /** How long it takes and what to have at hand, told before the start. */
  beforeYouStart: words,
  /** News that shows from its first to its last day. */
  dateBanner: z.optional(
    record({ from: day, to: day, text: words }).check(
      z.refine(({ from, to }) => from <= to, 'its last day is before its first'),
    ),
  ),
  /** Open for entry: YYYYMM and the words for it. */
  terms: optionsOf(matching(/^\d{4}(0[1-9]|1[0-2])$/, 'a term is written YYYYMM')),
  /** A CIP code, or one of the partner's own, and the words for it. */
  majors: optionsOf(upToLength(codeMaxLength)),
  /** Sensitive, so the words are the partner's (decision D-110). */
  legal: record({ felony: words, conviction: words, whyWeAsk: words }),
  /** What is left to do once the application is in (decision D-15). */
  nextSteps: z.readonly(
    z
      .array(step, 'a list of steps')
      .check(
        z.refine(
          (steps) => steps.some(({ text }) => codesInText(text).known.includes('fafsa')),
          'no step names {fafsa}, which is said nowhere else',
        ),
      ),
  ),
  help: paragraphs,
  privacyNotice: paragraphs,
  cookieNotice: paragraphs,
  theme: record({
    primary: shades,
    secondary: shades,
    accent: shades,
    neutral: shades,
    white: shades,
    error: shades,
    disabled: shades,
  }),
});

export type Partner = Readonly<z.output<typeof partnerSchema>>;
