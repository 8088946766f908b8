import { type ConfigurationError, checkConsistency, configurationError, type Form } from '../form/index.ts';
import type { Partner } from '../partners/partner.ts';
import { colorOf, themePairs } from '../partners/theme-pairs.ts';
import { contrast } from '../rules/contrast.ts';
import { answerKeys } from './answer-keys.ts';

const contrastErrors = ({ theme }: Partner): readonly ConfigurationError[] =>
  themePairs.flatMap(({ front, ground, least }) => {
    const found = contrast(colorOf(theme, front), colorOf(theme, ground));
    return found >= least
      ? []
      : [
          configurationError(
            'contrast',
            `theme: ${front} on ${ground} has a contrast of ${found.toFixed(2)}, below ${least}.`,
          ),
        ];
  });

/**
 * The mistakes in a form as a partner configures it, and pairs of theme colors without enough contrast. A page shows them in
 * development; `npm run check` rejects them before a deployment.
 */
export const checkForm = (form: Form, partner: Partner): readonly ConfigurationError[] => [
  ...checkConsistency(form, answerKeys(partner)),
  ...contrastErrors(partner),
];
