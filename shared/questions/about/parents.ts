import {
  addAnother,
  ask,
  askUnder,
  checkbox,
  email,
  fold,
  notEquals,
  phone,
  radio,
  section,
  select,
  text,
  when,
} from '../../form/index.ts';
import {
  communicationPreferences,
  parentPrefixes,
  parentRelationships,
  phoneTypes,
} from '../../options/coded.ts';
import type { Partner } from '../../partners/partner.ts';
import { internationalPhone } from '../international-phone.ts';
import { postalAddress } from '../postal-address.ts';

const preference = ask({
  parent_communication_preference: radio(
    'How should we contact this parent or guardian?',
    communicationPreferences,
  ),
});

/** No answer is required, but an email address or phone number must be valid. */
export const parents = ({ name, limits }: Partner) =>
  section('Parents or guardians', [
    addAnother(
      'parent or guardian',
      'parent',
      2,
      (prefix, number) => {
        const heading = `Parent ${number}/Guardian ${number}`;
        const questions = [
          askUnder(prefix, {
            relationship: select('Relationship to You', parentRelationships, { width: 'half' }),
            prefix: select('Prefix', parentPrefixes, { width: 'half' }),
            first_name: text('First Name', { width: 'half' }),
            last_name: text('Last Name', { width: 'half' }),
            email_address: email('Email Address', `${heading}: Please enter a valid email address.`),
            phone: phone('Phone', `${heading}: Please enter a valid phone number.`, {
              width: 'half',
              international: `${prefix}_phone_international`,
            }),
            phone_type: select('Phone Type', phoneTypes, { width: 'half' }),
            phone_international: internationalPhone('International Phone'),
          }),
          ...(number === 1 ? [preference] : []),
          askUnder(prefix, {
            msu_employee: radio(`Does this parent or guardian work for ${name}?`),
            addr_same_as_stu_perm: checkbox('They live at my address'),
          }),
          when(notEquals(`${prefix}_addr_same_as_stu_perm`, true), [
            fold('Address of this parent or guardian', [postalAddress(prefix)]),
          ]),
        ] as const;
        // An added parent is wanted, so only the first one is folded.
        return [section(heading, number === 1 ? [fold('Name, contact and address', questions)] : questions)];
      },
      limits.parents,
    ),
  ]);
