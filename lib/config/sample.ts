import { isDeepStrictEqual } from 'node:util';
import { leftOverNames } from '../../shared/partners/check-partner.ts';
import type { PartnerWithSettings } from '../../shared/partners/partner.ts';
import sample from '../../shared/universities/northern-lakes/university.ts';
import { type Deployment, exampleAddressesIn } from './deployment.ts';

/** Members that differ between any two universities. */
const ownMembers = ['name', 'shortName', 'helpEmail', 'phone', 'publicSafetyPhone', 'codes'] as const;

/** The path of each text that a university still has from the sample. */
export const leftFromSample = (university: PartnerWithSettings): readonly string[] => {
  const unchanged = ownMembers.filter((name) => isDeepStrictEqual(university[name], sample[name]));
  const address = university.addressLines.at(-1) === sample.addressLines.at(-1) ? ['addressLines'] : [];
  const texts = leftOverNames(university, sample).map((path) => path.join('.'));
  return [...new Set([...unchanged, ...address, ...texts, ...exampleAddressesIn(university)])];
};

/** Why a deployment is refused: production never shows the sample, or addresses that were not replaced. */
export function refusalOfSample(deployment: Deployment, university: PartnerWithSettings): string | undefined {
  if (deployment.environment !== 'production') return;
  const found = [
    ...exampleAddressesIn(deployment).map((path) => `deployments.ts: ${path}`),
    ...leftFromSample(university).map((path) => `university.ts: ${path}`),
  ];
  if (found.length === 0) return;
  return `${deployment.name} is a production deployment, and these are still the sample's:\n${found.join('\n')}\nReplace them in the folder of your university (docs/university.md).`;
}
