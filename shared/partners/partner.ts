import * as z from 'zod/mini';

const words = (name: string) =>
  z.string(`${name}: words are missing`).check(z.minLength(1, `${name}: words are missing`));
const link = z.object({ label: words('link label'), href: z.string('link: an address is missing') });
const day = z
  .string('a day is written yyyy-mm-dd')
  .check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'a day is written yyyy-mm-dd'));
const colour = z
  .string('a colour is written #rrggbb')
  .check(z.regex(/^#[0-9a-f]{6}$/i, 'a colour is written #rrggbb'));
const shades = z.object({ extraLight: colour, light: colour, main: colour, dark: colour });
const options = z
  .array(z.tuple([words('option value'), words('option label')]))
  .check(z.minLength(1, 'at least one option'));

/** Everything that differs between universities (form specification, point 3, Partner configuration constants). */
export const partnerSchema = z.object({
  id: z
    .string('id: letters, digits and hyphens')
    .check(z.regex(/^[a-z0-9-]{2,40}$/, 'id: letters, digits and hyphens')),
  name: words('name'),
  /** Two to four capitals; confirmation numbers start with them (decision H-26). */
  shortName: z
    .string('shortName: two to four capitals')
    .check(z.regex(/^[A-Z]{2,4}$/, 'shortName: two to four capitals')),
  applicationTitle: words('applicationTitle'),
  entryYear: words('entryYear'),
  state: z.object({ code: words('state code'), name: words('state name') }),
  helpEmail: words('helpEmail'),
  addressLines: z.array(words('address line')),
  phone: words('phone'),
  publicSafetyPhone: words('publicSafetyPhone'),
  links: z.object({
    internationalApplication: link,
    policies: link,
    aid: link,
    pdfReader: link,
  }),
  codes: z.object({
    collegeBoard: words('College Board code'),
    act: words('ACT code'),
    fafsa: words('FAFSA code'),
  }),
  characterLimit: z
    .number('characterLimit: a number')
    .check(z.gte(100, 'characterLimit: at least 100'), z.lte(7000, 'characterLimit: at most 7000')),
  /** Decision D-70: an international phone number satisfies the either-phone rule. */
  internationalPhoneCounts: z.boolean('internationalPhoneCounts: true or false'),
  dateBanner: z.optional(z.object({ from: day, to: day, text: words('dateBanner text') })),
  terms: options,
  majors: options,
  nextSteps: z.array(
    z.object({ title: words('next step title'), text: words('next step text'), link: z.optional(link) }),
  ),
  privacyNotice: z.array(words('privacy notice paragraph')),
  theme: z.object({
    primary: shades,
    secondary: shades,
    accent: shades,
    neutral: shades,
    white: shades,
    error: shades,
    disabled: shades,
  }),
});

export type Partner = z.output<typeof partnerSchema>;
