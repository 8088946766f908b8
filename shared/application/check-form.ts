import { type ConfigurationError, checkConsistency, configurationError, type Form } from '../form/index.ts';
import type { Partner } from '../partners/partner.ts';
import { colorOf, themePairs } from '../partners/theme-pairs.ts';
import { contrast } from '../rules/contrast.ts';
import { answerKeys } from './answer-keys.ts';

const contrastErrors = ({ theme }: Partner): readonly ConfigurationError[] =>
  themePairs.flatMap(({ foreground, background, minimum }) => {
    const ratio = contrast(colorOf(theme, foreground), colorOf(theme, background));
    return ratio >= minimum
      ? []
      : [
          configurationError(
            'contrast',
            `theme: ${foreground} on ${background} has a contrast of ${ratio.toFixed(2)}, below ${minimum}.`,
          ),
        ];
  });

/**
 * The errors in a partner's form, and pairs of theme colors without enough contrast. Pages show them in development;
 * `npm run check` rejects them before a deployment.
 */
export const checkForm = (form: Form, partner: Partner): readonly ConfigurationError[] => [
  ...checkConsistency(form, answerKeys(partner)),
  ...contrastErrors(partner),
];
