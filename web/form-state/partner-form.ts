import type { Context, Form } from '../../shared/form/index.ts';
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
