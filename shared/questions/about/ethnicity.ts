import { ask, checkboxes, radio, section } from '../../form/index.ts';
import { ethnicities, races } from '../../options/coded.ts';
import type { Partner } from '../../partners/partner.ts';
import { whoSeesThis } from '../who-sees-this.ts';

/** Federal reporting requires both questions, but neither answer is required. */
export const ethnicity = (partner: Partner) =>
  section(
    'Ethnicity and race',
    [
      ask({
        ethnicity: radio('Are you Hispanic or Latino?', ethnicities),
        race: checkboxes('How do you identify? Choose one or more.', races),
      }),
    ],
    `Both questions are optional. We only report totals, never your individual answers, and they play no part in our decision. ${whoSeesThis(partner, 'ethnicity')}`.trim(),
  );
