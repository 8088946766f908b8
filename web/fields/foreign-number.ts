import { walk } from '../../shared/form/index.ts';
import { partnerForm } from '../form-state/partner-form.ts';

const domesticOnly = 'This field takes U.S. and Canadian numbers.';

const labelOf = (key: string) =>
  walk(partnerForm()).questions.find((placed) => placed.key === key)?.question.label;

/** The message for a number of another country, which fits no format. */
export const foreignNumberMessage = (international: string | undefined): string =>
  international === undefined
    ? `${domesticOnly} Please use a different number or leave this blank.`
    : `${domesticOnly} Put other numbers under ${labelOf(international)}.`;
