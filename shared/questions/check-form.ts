import {
  type ConfigurationError,
  checkConsistency,
  configurationError,
  dataDictionary,
  type Form,
  unknownQuestions,
} from '../form/index.ts';
import { darkTheme } from '../partners/dark-theme.ts';
import type { Partner } from '../partners/partner.ts';
import { bandPairs, colorOf, type Pair, themePairs } from '../partners/theme-pairs.ts';
import { contrast } from '../rules/contrast.ts';
import { answerKeys } from './answer-keys.ts';

type Theme = Partner['theme'];

/** The darker of two colors is to be darker, and the other one lighter. */
const advice = (theme: Theme, { foreground, background }: Pair): string => {
  const black = '#000000';
  const isDarker = contrast(colorOf(theme, foreground), black) <= contrast(colorOf(theme, background), black);
  const [darker, lighter] = isDarker ? [foreground, background] : [background, foreground];
  return `Make ${darker} darker or ${lighter} lighter.`;
};

const contrastErrors = (
  scheme: string,
  theme: Theme,
  pairs: readonly Pair[],
): readonly ConfigurationError[] =>
  pairs.flatMap((pair) => {
    const { foreground, background, minimum } = pair;
    const ratio = contrast(colorOf(theme, foreground), colorOf(theme, background));
    const text = `${scheme}: ${foreground} on ${background} has a contrast of ${ratio.toFixed(2)}, below ${minimum}.`;
    if (ratio >= minimum) return [];
    const setting = ['theme', ...foreground.split('.')];
    return [{ ...configurationError('contrast', `${text} ${advice(theme, pair)}`), setting }];
  });

/** Without an error, a misspelled name would hide nothing. */
const hiddenQuestionErrors = (form: Form, { copies = {} }: Partner): readonly ConfigurationError[] =>
  Object.entries(copies).flatMap(([audience, copy]) =>
    unknownQuestions(form, copy?.hides ?? []).map((name) => ({
      ...configurationError(
        'unknown hidden question',
        `copies.${audience}.hides: '${name}' is neither the key of a question nor the title of a section.`,
      ),
      setting: ['copies', audience, 'hides'],
    })),
  );

/** Without an error, a misspelled key would leave its documents with the usual type. */
const slateTypeErrors = (form: Form, { slate }: Partner): readonly ConfigurationError[] => {
  const types = Object.keys(slate?.documents?.types ?? {});
  if (types.length === 0) return [];
  const files = dataDictionary(form).flatMap(({ key, kind }) => (kind === 'document' ? [key] : []));
  return types
    .filter((key) => key !== 'application' && !files.includes(key))
    .map((key) => ({
      ...configurationError(
        'unknown file question',
        `slate.documents.types: '${key}' is no file question. There are: application, ${files.join(', ')}.`,
      ),
      setting: ['slate', 'documents', 'types', key],
    }));
};

/** Names the command that fixes an error, if there is one. */
const withRemedy = (error: ConfigurationError): ConfigurationError =>
  error.kind === 'key outside the data model'
    ? { ...error, message: `${error.message} Run npm run generate.` }
    : error;

/**
 * The errors in a partner's form, hidden questions and types of documents that it does not have, and pairs of
 * theme colors without enough contrast. Pages show them in development; `npx matricula ops check` rejects
 * them before a deployment.
 */
export const checkForm = (form: Form, partner: Partner): readonly ConfigurationError[] => [
  ...checkConsistency(form, answerKeys(partner)).map(withRemedy),
  ...hiddenQuestionErrors(form, partner),
  ...slateTypeErrors(form, partner),
  ...contrastErrors('theme', partner.theme, [...themePairs, ...bandPairs]),
  ...contrastErrors('theme in the dark', darkTheme(partner.theme), themePairs),
];
