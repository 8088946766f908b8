import { ask, checkboxes, radio, section } from '../../form/index.ts';
import { ethnicities, races } from '../../options/coded.ts';

/** Federal reporting requires both questions, but neither answer is required. */
export const ethnicity = section(
  'Ethnicity and race',
  [
    ask({
      ethnicity: radio('Are you Hispanic or Latino?', ethnicities),
      race: checkboxes('How do you identify? Choose one or more.', races),
    }),
  ],
  'We report these answers in sum only. They play no part in the decision about you.',
);
