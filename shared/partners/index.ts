import chosen from '#university';
import type { PartnerWithSettings } from './partner.ts';

export type { Partner, PartnerWithSettings } from './partner.ts';

/** The university of this build, with the settings of its file (scripts/build/university.ts chooses it). */
export const university: PartnerWithSettings = chosen;
