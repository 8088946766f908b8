import { isDeepStrictEqual } from 'node:util';
import type { PartnerWithSettings } from '../../shared/partners/partner.ts';
import sample from '../../shared/universities/northern-lakes/university.ts';
import { exampleAddressesIn } from './deployment.ts';

/** Members that differ between any two universities. */
const ownMembers = ['name', 'shortName', 'helpEmail', 'phone', 'publicSafetyPhone', 'codes'] as const;

/** The path of each member that a university still has from the sample. */
export const leftFromSample = (university: PartnerWithSettings): readonly string[] => [
  ...ownMembers.filter((name) => isDeepStrictEqual(university[name], sample[name])),
  ...(university.addressLines.at(-1) === sample.addressLines.at(-1) ? ['addressLines'] : []),
  ...exampleAddressesIn(university),
];
