import {
  ask,
  dependentSelect,
  document,
  email,
  longMaximum,
  monthYear,
  radio,
  section,
  select,
  text,
  yearOptions,
} from '../../form/index.ts';
import { countries } from '../../options/countries.ts';
import { regionsByCountry } from '../../options/regions.ts';

/** Five years ahead, twelve years back (decisions, section D, years). */
const graduationYears = (year: number) => yearOptions(year + 5, 12, 'past');

export const highSchool = (year: number) =>
  section('High school', [
    ask({
      hs_name: text('School Name', { required: 'Search for Your School', maxLength: longMaximum }),
      hs_country: select('School Country', countries, { width: 'half' }),
      hs_address_line_1: text('School Address', { maxLength: longMaximum, width: 'half' }),
      hs_city: text('School City', { width: 'half' }),
      hs_state: dependentSelect('School State/Province', 'hs_country', regionsByCountry, { width: 'half' }),
      hs_zip: text('School ZIP/Postal Code', { width: 'half' }),
      grad: monthYear('Graduation Date', graduationYears(year), { required: 'Graduation Date' }),
      counselor_first_name: text('Counselor First Name', { width: 'half' }),
      counselor_last_name: text('Counselor Last Name', { width: 'half' }),
      counselor_email_address: email(
        'Counselor Email Address',
        'The counselor email address you entered is invalid.',
      ),
      hs_college_course: radio('Have you taken college courses while in high school?'),
    }),
  ]);

/** Decision D-78: optional, and never a replacement for the official one. */
export const transcript = section(
  'Transcript',
  [
    ask({
      transcript_document: document('Unofficial transcript', {
        hint: 'One file of at most 1 MB: .png, .jpeg, .jpg, .pdf or .docx.',
      }),
    }),
  ],
  'If you have a copy of your transcript, add it here. Your school still sends the official one.',
);
