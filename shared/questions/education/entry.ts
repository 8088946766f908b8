import { ask, section, select } from '../../form/index.ts';
import { influences } from '../../options/coded.ts';
import type { Partner } from '../../partners/partner.ts';

export const entry = ({ terms, majors }: Partner) =>
  section('Your plans', [
    ask({
      entry_term: select('When do you plan to enroll?', terms, { required: 'When do you plan to enroll?' }),
      applied_major: select('What are you interested in studying?', majors, {
        required: 'What are you interested in studying?',
      }),
      mtech_influence: select('What most influenced you to apply?', influences),
    }),
  ]);
