import { ask, radio, section } from '../../form/index.ts';
import { militaryStatuses } from '../../options/coded.ts';

export const military = section('Military service', [
  ask({
    military_status: radio('What is your military status?', militaryStatuses),
    military_dependent: radio(
      'Are you the spouse or child of someone who serves or has served in the military?',
    ),
  }),
]);
