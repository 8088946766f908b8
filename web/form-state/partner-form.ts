import {
  type Context,
  dataModel,
  type Form,
  type Section,
  type StoredField,
} from '../../shared/form/index.ts';
import { applicationOf } from '../../shared/questions/index.ts';
import { currentPartner } from '../api-client/site-config.ts';

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** The applicant's local date, as yyyy-mm-dd. */
export function today(): string {
  const now = new Date();
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}

export const validationContext = (): Context => ({ today: today() });
export const partnerForm = (): Form => applicationOf(currentPartner(), today());

/** The last section of the form follows the review: applicants agree to what they have checked. */
export const closingSection = (): Section | undefined => partnerForm().pages.at(-1)?.sections.at(-1);

/** The field that stores a key; undefined for a key that the form does not have. */
export const storedField = (key: string): StoredField | undefined => dataModel(partnerForm()).get(key);
