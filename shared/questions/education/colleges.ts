import { addAnother, askUnder, autocomplete, fold, section } from '../../form/index.ts';
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
        (prefix, number) => {
          const questions = [
            askUnder(prefix, {
              name: autocomplete('Search for Your College', 'college_ceeb', schoolAutofill(prefix), {
                printLabel: 'College Name',
              }),
            }),
            schoolAddress(prefix, 'College'),
          ] as const;
          // An added college is wanted, so only the first one is folded.
          return [
            section(`College ${number}`, number === 1 ? [fold('Name and address', questions)] : questions),
          ];
        },
        limits.colleges,
      ),
    ],
    'List each college where you took courses, during or after high school.',
  );
