import { consistency, type Fault, type Form, fault } from '../form/index.ts';
import type { Partner } from '../partners/partner.ts';
import { colourOf, themePairs } from '../partners/theme-pairs.ts';
import { contrast } from '../rules/contrast.ts';
import { answerKeys } from './answer-keys.ts';

const pale = ({ theme }: Partner): readonly Fault[] =>
  themePairs.flatMap(({ front, ground, least }) => {
    const found = contrast(colourOf(theme, front), colourOf(theme, ground));
    return found >= least
      ? []
      : [
          fault(
            'contrast',
            `theme: ${front} on ${ground} has a contrast of ${found.toFixed(2)}, below ${least}.`,
          ),
        ];
  });

/**
 * What is wrong with a form as a partner configures it (platform specification, point 5, and decision D-102). Shown on
 * screen in development; `npm run check` refuses it before a deployment.
 */
export const checkForm = (form: Form, partner: Partner): readonly Fault[] => [
  ...consistency(form, answerKeys(partner)),
  ...pale(partner),
];
