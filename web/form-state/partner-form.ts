import { applicationOf } from '../../shared/application/index.ts';
import type { Context, Form } from '../../shared/form/index.ts';
import { currentPartner } from '../api-client/site-config.ts';

const two = (number: number) => String(number).padStart(2, '0');

/** The applicant's own day, as yyyy-mm-dd. */
export function today(): string {
  const now = new Date();
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

export const validationContext = (): Context => ({ today: today() });
export const partnerForm = (): Form => applicationOf(currentPartner(), today());
