import {
  addAnother,
  answered,
  ask,
  askUnder,
  equals,
  type RequiredWhen,
  radio,
  section,
  select,
  text,
  when,
} from '../../form/index.ts';
import { legacyRelationships } from '../../options/coded.ts';
import type { Partner } from '../../partners/partner.ts';

const question = 'What is the relationship of this alumna/us to you?';

/** The relationship is required once a relative has a first name. */
const requiredWithName = (firstName: string, number: number): readonly RequiredWhen[] => [
  { message: number === 1 ? question : `Alumna/us ${number}: ${question}`, when: [answered(firstName)] },
];

export const legacy = ({ name, limits }: Partner) =>
  section('Family who attended', [
    ask({ legacy_ind: radio(`Has anyone in your family attended ${name}?`) }),
    when(equals('legacy_ind', 'Y'), [
      addAnother(
        'alumna/us',
        'legacy',
        4,
        (prefix, number) => [
          section(`Alumna/us ${number}`, [
            askUnder(prefix, {
              first_name: text('First Name', { width: 'half' }),
              last_name: text('Last Name', { width: 'half' }),
              relationship: select(question, legacyRelationships, {
                requiredWhen: requiredWithName(`${prefix}_first_name`, number),
              }),
            }),
          ]),
        ],
        limits.legacy,
      ),
    ]),
  ]);
