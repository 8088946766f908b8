import { addAnother, askUnder, autocomplete, section } from '../../form/index.ts';
import type { Partner } from '../../partners/partner.ts';
import { schoolAddress, schoolAutofill } from '../school-address.ts';

export const colleges = ({ limits }: Partner) =>
  section(
    'Colleges',
    [
      addAnother(
        'college',
        'college',
        5,
        (prefix, number) => [
          section(`College ${number}`, [
            askUnder(prefix, {
              name: autocomplete('Search for Your College', 'college_ceeb', schoolAutofill(prefix), {
                printLabel: 'College Name',
              }),
            }),
            schoolAddress(prefix, 'College'),
          ]),
        ],
        limits.colleges,
      ),
    ],
    'List each college where you took courses, during or after high school.',
  );
