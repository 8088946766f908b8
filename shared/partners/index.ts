import { northernLakes } from './northern-lakes.ts';
import type { Partner } from './partner.ts';

export type { Partner } from './partner.ts';

/** A new university is a file of its own in this folder and its name here; `npm run check` looks at both. */
const partners: readonly Partner[] = [northernLakes];

export const partnerIds: readonly string[] = partners.map(({ id }) => id);

/** The partner of a deployment. An unknown id is a fault of configuration and says which ids exist. */
export function partnerOf(id: string): Partner {
  const partner = partners.find((each) => each.id === id);
  if (partner === undefined)
    throw new Error(`No partner is called '${id}'. There are: ${partnerIds.join(', ')}.`);
  return partner;
}
