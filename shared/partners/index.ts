import { northernLakes } from './northern-lakes.ts';
import type { Partner } from './partner.ts';

export type { Partner } from './partner.ts';

const partners: Readonly<Record<string, Partner>> = { [northernLakes.id]: northernLakes };

/** The partner of a deployment. An unknown id is a fault of configuration and says which ids exist. */
export function partnerOf(id: string): Partner {
  const partner = partners[id];
  if (partner === undefined)
    throw new Error(`No partner is called '${id}'. There are: ${Object.keys(partners).join(', ')}.`);
  return partner;
}
