import {
  addAnother,
  ask,
  askUnder,
  checkbox,
  email,
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
import { postalAddress } from '../postal-address.ts';

const preference = ask({
  parent_communication_preference: radio(
    'How may we write to this parent or guardian?',
    communicationPreferences,
  ),
});

/** Nothing here is required (decision D-57); what is given has to be an address and a number. */
export const parents = ({ name, limits }: Partner) =>
  section('Parents or guardians', [
    addAnother(
      'parent or guardian',
      'parent',
      2,
      (parent, number) => {
        const who = `Parent ${number}/Guardian ${number}`;
        return [
          section(who, [
            askUnder(parent, {
              relationship: select('Relationship to You', parentRelationships, { width: 'half' }),
              prefix: select('Prefix', parentPrefixes, { width: 'half' }),
              first_name: text('First Name', { width: 'half' }),
              last_name: text('Last Name', { width: 'half' }),
              email_address: email('Email Address', `${who}: Please enter a valid email address.`),
              phone: phone('Phone', `${who}: Please enter a valid phone number.`, { width: 'half' }),
              phone_type: select('Phone Type', phoneTypes, { width: 'half' }),
            }),
            ...(number === 1 ? [preference] : []),
            askUnder(parent, {
              msu_employee: radio(`Does this parent or guardian work for ${name}?`),
              addr_same_as_stu_perm: checkbox('The address is the same as my permanent address'),
            }),
            when(notEquals(`${parent}_addr_same_as_stu_perm`, true), [postalAddress(parent)]),
          ]),
        ];
      },
      limits.parents,
    ),
  ]);
