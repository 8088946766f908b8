import * as z from 'zod/mini';
import { defaultDocumentColumns } from '../export/slate-columns.ts';
import { codeMaxLength, isCalendarDate, labelMaxLength } from '../form/index.ts';
import type { SettingName } from './setting-descriptions.ts';
import { audienceNames } from './step-audiences.ts';
import { codesInText, linkNames } from './step-codes.ts';
import { localTimePattern } from './time-zone.ts';

/** Text that every page loads: settings are published by people, and pasted texts have no end. */
const maxTextLength = 5000;
const text = z
  .string('text is missing')
  .check(
    z.minLength(1, 'text is missing'),
    z.maxLength(maxTextLength, `longer than ${maxTextLength} characters`),
  );
const matching = (expression: RegExp, rule: string) => z.string(rule).check(z.regex(expression, rule));
const record = <const Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? `unknown: ${issue.keys.join(', ')}` : 'members are missing',
  });

const link = record({
  label: text,
  href: matching(/^(https:\/\/|mailto:)\S+$/, 'an address that begins with https:// or mailto:'),
});
const day = matching(/^\d{4}-\d{2}-\d{2}$/, 'a day is written yyyy-mm-dd').check(
  z.refine(isCalendarDate, 'not an existing date'),
);
const phone = matching(/^\([2-9]\d{2}\) [2-9]\d{2}-\d{4}$/, 'a phone number is written (906) 555-0100');
const color = matching(/^#[0-9a-f]{6}$/i, 'a color is written #rrggbb');
const shades = record({ extraLight: color, light: color, main: color, dark: color });
const paragraphs = z.readonly(
  z.array(text, 'a list of paragraphs').check(z.minLength(1, 'the list is empty')),
);
const flag = z.boolean('true or false');

/** Text up to the maximum length of the stored answer. */
const textUpTo = (maximum: number) => text.check(z.maxLength(maximum, `longer than ${maximum} characters`));

type CodedList = readonly (readonly [code: string, label: string])[];

/** The first code of a list that an earlier option has. */
const repeatedCode = (list: CodedList): string | undefined => {
  const codes = list.map(([code]) => code);
  return codes.find((code, index) => codes.indexOf(code) < index);
};

const optionsOf = (code: typeof text) =>
  z.readonly(
    z
      .array(
        z.readonly(z.tuple([code, textUpTo(labelMaxLength)], 'a pair of a code and a label')),
        'a list of options',
      )
      .check(
        z.minLength(2, 'at least two options'),
        z.refine((list) => repeatedCode(list) === undefined, {
          error: ({ input }) => `the code ${repeatedCode(input as CodedList)} is used for two options`,
        }),
      ),
  );

/** Braces in the text name one of `codes`, so each code is written in one place. */
const step = record({
  title: text,
  text: text.check(
    z.refine(
      (text) => codesInText(text).unknown.length === 0,
      'braces hold collegeBoard, act, fafsa or decisionDay',
    ),
  ),
  /** Limits the step to some applicants, by their answers; by default, the step is for all applicants. */
  for: z.optional(z.enum(audienceNames, `who needs the step: ${audienceNames.join(', ')}`)),
  /** The id of the checklist item that the step asks for, which `npx matricula staff checklist` ticks off. */
  checklistItem: z.optional(matching(/^[a-z][a-z0-9-]{0,39}$/, 'small letters, digits and hyphens')),
  /**
   * True if an application is complete without the checklist item, which is still ticked off when it arrives.
   */
  isOptional: z.optional(flag),
  /**
   * False if applicants cannot upload a copy of the checklist item after they have submitted. By default,
   * they can, and the office checks it.
   */
  acceptsUpload: z.optional(flag),
  link: z.optional(z.enum(linkNames, `the name of a link: ${linkNames.join(', ')}`)),
});

/** A time in the partner's time zone. */
const localTime = matching(
  localTimePattern,
  'a time is written 2027-01-15T23:59, on the clocks of timeZone',
).check(z.refine((time) => isCalendarDate(time.slice(0, 10)), 'not an existing date'));

const wholeFrom = (least: number, most: number) => {
  const rule = `a whole number from ${least} to ${most}`;
  return z.int(rule).check(z.gte(least, rule), z.lte(most, rule));
};

/** A submission deadline. `at` is the last minute that is in time. */
const deadline = record({
  id: matching(/^[a-z][a-z0-9-]{0,39}$/, 'small letters, digits and hyphens'),
  label: text,
  at: localTime,
  /** Minutes after the deadline in which submissions are still accepted and marked as late. */
  graceMinutes: wholeFrom(0, 20_160),
  /** Days before the deadline on which applicants with drafts get an email. */
  warnDays: z.readonly(
    z.array(wholeFrom(1, 60), 'a list of days').check(
      z.maxLength(2, 'at most two mails'),
      z.refine((days) => new Set(days).size === days.length, 'two mails on the same day'),
    ),
  ),
});

const ordered = z.refine<{ from: string; to: string }>(
  ({ from, to }) => from < to,
  'it ends before it begins',
);

/**
 * Number of blocks that the partner offers of a repeated block. The form has no keys for more than `maximum`.
 */
const countUpTo = (maximum: number) =>
  z
    .int(`a whole number from 1 to ${maximum}`)
    .check(z.gte(1, `at least 1`), z.lte(maximum, `at most ${maximum}: the form has no keys for more`));

/** Keys of questions as the form declares them, and titles of sections. */
const copy = z.optional(
  record({ hides: z.readonly(z.array(text, 'a list of keys of questions and titles of sections')) }),
);

/** A cell of Slate's document index. */
const slateText = matching(/^[^\t\r\n"]{1,100}$/, 'up to 100 characters without quotes and tabs');

/** The index of the PDFs for Slate: titles of its columns, and types of documents by their file questions. */
const slateDocuments = record({
  columns: z.optional(
    record({
      applicationReference: z.optional(slateText),
      personReference: z.optional(slateText),
      type: z.optional(slateText),
      file: z.optional(slateText),
    }).check(
      z.refine((columns) => {
        const titles = Object.values({ ...defaultDocumentColumns, ...columns });
        return new Set(titles).size === titles.length;
      }, 'two columns have the same title'),
    ),
  ),
  /** By the key of a file question, or `application`. */
  types: z.optional(z.record(text, slateText, 'types by the keys of file questions')),
});

/** Everything that differs between universities. */
export const partnerSchema = record({
  /** The same as its file name. */
  id: matching(/^[a-z0-9-]{2,40}$/, 'small letters, digits and hyphens'),
  name: text,
  /** The start of confirmation numbers. */
  shortName: matching(/^[A-Z]{2,4}$/, 'two to four capitals'),
  applicationTitle: text,
  entryYear: text,
  /** The name of the state in the residence questions. */
  state: text,
  /** The time zone of deadlines and receipts. */
  timeZone: matching(/^[A-Z]\w+(\/\w+)+$/, 'a time zone is written America/New_York').check(
    z.refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone), 'not a known time zone'),
  ),
  helpEmail: matching(/^[A-Za-z0-9_.+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/, 'an email address'),
  /**
   * The contact for vulnerability reports, for /.well-known/security.txt, and the page with your disclosure
   * policy.
   */
  security: record({
    contact: matching(
      /^(mailto:[^\s@]+@[^\s@]+\.[^\s@]+|https:\/\/\S+)$/,
      'mailto: with an email address, or an address that begins with https://',
    ),
    policy: z.optional(matching(/^https:\/\/\S+$/, 'an address that begins with https://')),
  }),
  addressLines: z.readonly(z.array(text, 'a list of lines').check(z.minLength(1, 'at least one line'))),
  phone,
  publicSafetyPhone: phone,
  links: record({ internationalApplication: link, policies: link, aid: link, pdfReader: link }),
  /** Additional links in the footer, after Help, Privacy, policies and aid. */
  footerLinks: z.readonly(z.array(link, 'a list of links')),
  codes: record({
    collegeBoard: matching(/^\d{4}$/, 'four digits'),
    act: matching(/^\d{4}$/, 'four digits'),
    fafsa: matching(/^[0-9A-Z]{6}$/, 'six digits or capitals'),
  }),
  /** The maximum length of the long answers. */
  characterLimit: z
    .int('a whole number')
    .check(z.gte(100, 'at least 100'), z.lte(7000, 'at most 7000: longer answers cannot be stored')),
  /** True if an international phone number satisfies the rule that a cell or home phone is required. */
  internationalPhoneCounts: flag,
  limits: record({
    parents: countUpTo(2),
    legacy: countUpTo(4),
    colleges: countUpTo(5),
    seniorCourses: countUpTo(10),
    activities: countUpTo(4),
    honors: countUpTo(4),
  }),
  /**
   * Retention: years after submission, and months after the last change of a draft. Draft owners get an email
   * 30 days before. Without this, applications stay until an operator deletes them.
   */
  retention: z.optional(
    record({
      draftMonths: z.optional(
        z.int('a whole number of months').check(z.gte(2, 'at least 2'), z.lte(60, 'at most 60')),
      ),
      submittedYears: z.int('a whole number of years').check(z.gte(1, 'at least 1'), z.lte(30, 'at most 30')),
    }),
  ),
  /**
   * Questions that some audiences do not see (shared/questions/audiences.ts has the defaults). Applicants
   * always see their whole application.
   */
  copies: z.optional(record({ reader: copy, office: copy, systems: copy })),
  /** Says next to these sections who sees the answers. shared/questions/who-sees-this.ts has the defaults. */
  whoSeesThis: z.optional(
    record({ citizenship: z.optional(text), ethnicity: z.optional(text), legal: z.optional(text) }),
  ),
  /** Titles and types of the index of PDFs for Slate. */
  slate: z.optional(record({ documents: z.optional(slateDocuments) })),
  /** Shown before the start: how long the form takes and what to have at hand. */
  beforeYouStart: text,
  /** A notice that is shown from its first to its last day. */
  dateBanner: z.optional(
    record({ from: day, to: day, text: text }).check(
      z.refine(({ from, to }) => from <= to, 'its last day is before its first'),
    ),
  ),
  /**
   * Submission deadlines. After the last one, applicants can no longer submit. Without any, applications are
   * always accepted.
   */
  deadlines: z.optional(
    z.readonly(
      z
        .array(deadline, 'a list of deadlines')
        .check(
          z.refine(
            (all) => new Set(all.map(({ id }) => id)).size === all.length,
            'an id is used for two deadlines',
          ),
        ),
    ),
  ),
  /** When the site will be down or slow. Every page says so from a week before. */
  maintenance: z.optional(
    z.readonly(z.array(record({ from: localTime, to: localTime, text }).check(ordered), 'a list of times')),
  ),
  /** The terms that are open for entry: YYYYMM and a label. */
  terms: optionsOf(matching(/^\d{4}(0[1-9]|1[0-2])$/, 'a term is written YYYYMM')),
  /** A CIP code or a code of the partner's own, and a label. */
  majors: optionsOf(textUpTo(codeMaxLength)),
  /** The legal questions are sensitive, so each partner writes its own. */
  legal: record({ felony: text, conviction: text, whyWeAsk: text }),
  /** When applicants may expect a decision: a number of days after they submit, or one day for all. */
  decision: z.optional(
    z.union(
      [record({ days: z.int('a whole number').check(z.gte(1, 'at least 1')) }), record({ day })],
      'a whole number of days from 1, or one day',
    ),
  ),
  /** Tasks for applicants after they submit. */
  nextSteps: z.readonly(
    z.array(step, 'a list of steps').check(
      z.refine(
        (steps) => steps.some(({ text }) => codesInText(text).known.includes('fafsa')),
        'no step contains {fafsa}, and no other text shows it',
      ),
      z.refine((steps) => {
        const checklist = steps.flatMap(({ checklistItem }) => checklistItem ?? []);
        return new Set(checklist).size === checklist.length;
      }, 'two steps ask for the same checklist item'),
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

/** A partner with the settings of its file, or with the published ones (settings.ts). */
export type PartnerWithSettings = Readonly<z.output<typeof partnerSchema>>;

/**
 * A partner without its settings. Code that gets only this cannot read the settings of the file where it
 * needs the published ones.
 */
export type Partner = Omit<PartnerWithSettings, SettingName>;
