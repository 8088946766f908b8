import { ask, equals, notice, radio, section, select, text, when } from '../../form/index.ts';
import { citizenTypes } from '../../options/coded.ts';
import { countriesExceptUsa } from '../../options/countries.ts';
import type { Partner } from '../../partners/partner.ts';
import { whoSeesThis } from '../who-sees-this.ts';

/**
 * Permanent residents name their country. Applicants who need a student visa must use the international
 * application.
 */
export const citizenship = (partner: Partner) =>
  section(
    'Citizenship',
    [
      ask({
        citizenship_type: radio('What is your citizenship?', citizenTypes, { required: 'Citizen Type' }),
      }),
      when(equals('citizenship_type', '2'), [
        ask({
          citizenship: select('What is your country of citizenship?', countriesExceptUsa, {
            required: 'What is your country of citizenship?',
          }),
          alien_registration_number: text('Alien Registration Number', {
            required: 'Alien Registration Number',
            hint: 'On your green card: A and 7 to 9 digits.',
          }),
        }),
      ]),
      when(equals('citizenship_type', '3'), [
        notice('Please apply with the International Undergraduate Application.', {
          blockingKey: 'ntl_apply_alert',
          link: partner.links.internationalApplication,
        }),
      ]),
    ],
    whoSeesThis(partner, 'citizenship') || undefined,
  );
