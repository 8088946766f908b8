import { northernLakes } from './northern-lakes.ts';
import type { PartnerWithSettings } from './partner.ts';

export type { Partner, PartnerWithSettings } from './partner.ts';

/**
 * To add a university, add its file to this folder and its name here. `npx matricula ops check` checks both.
 */
const partners: readonly PartnerWithSettings[] = [northernLakes];

export const partnerIds: readonly string[] = partners.map(({ id }) => id);

/**
 * The partner of a deployment, with the settings of its file. Throws for an unknown id and lists the known
 * ones.
 */
export function partnerOf(id: string): PartnerWithSettings {
  const partner = partners.find((candidate) => candidate.id === id);
  if (partner === undefined)
    throw new Error(`No partner is called '${id}'. There are: ${partnerIds.join(', ')}.`);
  return partner;
}
