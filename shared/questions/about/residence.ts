import { ask, type Check, equals, radio, section, select, text, when } from '../../form/index.ts';
import { usStates } from '../../options/regions.ts';
import type { Partner } from '../../partners/partner.ts';

/** The years of residence are two digits; an empty answer gets the same message. */
const message = 'Must be a numeric value';
const twoDigits: Check = (value) => (/^\d\d$/.test(String(value)) ? undefined : message);

/** A state with its article; "Utah" begins with a consonant's sound. */
const withArticle = (state: string) => `${/^[AEIO]/.test(state) ? 'an' : 'a'} ${state}`;

/** The keys always say `michigan`; the labels name the partner's own state. */
export const residence = ({ state }: Partner) =>
  section(`${state} residence`, [
    ask({
      michigan_residence: radio(`Are you ${withArticle(state)} resident?`, undefined, {
        required: `Are you ${withArticle(state)} resident?`,
      }),
    }),
    when(equals('michigan_residence', 'Y'), [
      ask({
        michigan_residence_city: text(`Which city in ${state}?`, {
          required: `Which city in ${state}?`,
          width: 'half',
        }),
        residence_duration: text(`How many years have you lived in ${state}?`, {
          requiredWhen: [{ message }],
          check: twoDigits,
          formatHint: 'Please enter a number of years, for example 5 or 17.',
          digits: 2,
          inputMode: 'numeric',
          width: 'half',
        }),
      }),
    ]),
    when(equals('michigan_residence', 'N'), [
      ask({
        residence_state: select('Which state are you a resident of?', usStates, {
          hint: 'Leave this blank if you live outside the United States.',
        }),
      }),
    ]),
  ]);
