import type { Partner } from './partner.ts';

/** Whether applicants may set up an authenticator app (docs/decisions/072-a-second-factor.md). */
export const offersSecondFactor = ({ secondFactor = 'off' }: Partner): boolean => secondFactor === 'optional';
