import type { Partner } from './partner.ts';

/**
 * True if applicants may set up an authenticator app (docs/decisions/070-applicants-manage-their-account.md).
 */
export const offersSecondFactor = ({ secondFactor = 'off' }: Partner): boolean => secondFactor === 'optional';
