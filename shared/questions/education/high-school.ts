import {
  answered,
  ask,
  autocomplete,
  email,
  fold,
  monthYear,
  notIn,
  radio,
  section,
  text,
  when,
  yearOptions,
} from '../../form/index.ts';
import { internationalPhone } from '../international-phone.ts';
import { schoolAddress, schoolAutofill } from '../school-address.ts';

/** From five years ahead to six years back. */
const graduationYears = (year: number) => yearOptions(year + 5, 12, 'past');

export const highSchool = (year: number) =>
  section('High school', [
    ask({
      hs_name: autocomplete('Search for Your School', 'hs_ceeb', schoolAutofill('hs'), {
        required: 'Search for Your School',
        printLabel: 'School Name',
      }),
    }),
    fold('School code and address', [schoolAddress('hs', 'School')]),
    ask({
      grad: monthYear('Graduation Date', graduationYears(year), { required: 'Graduation Date' }),
      counselor_first_name: text('Counselor First Name', { width: 'half' }),
      counselor_last_name: text('Counselor Last Name', { width: 'half' }),
      counselor_email_address: email(
        'Counselor Email Address',
        'The counselor email address you entered is invalid.',
      ),
    }),
    when(answered('hs_country'), [
      when(notIn('hs_country', ['USA', 'CAN']), [
        ask({ counselor_phone_international: internationalPhone('Counselor International Phone') }),
      ]),
    ]),
    ask({
      hs_college_course: radio('Have you taken college courses while in high school?'),
    }),
  ]);
