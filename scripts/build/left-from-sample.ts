import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deploymentNamed, exampleAddressesIn } from '../../lib/config/index.ts';
import { leftFromSample } from '../../lib/config/sample.ts';
import { university } from '../../shared/partners/index.ts';
import { lookupCategories } from '../../shared/rules/lookup.ts';
import { locateMember } from './locate.ts';
import { locateSetting } from './locate-setting.ts';
import { fromRoot } from './root.ts';
import { sample, universityFolder } from './university.ts';

const isSameFile = (one: string, other: string): boolean => readFileSync(one).equals(readFileSync(other));

/**
 * Lines, each with file and setting, for what a university and these deployments still have from the sample.
 * A list of addresses counts only for a deployment that looks addresses up in it.
 */
export function linesLeftFromSample(stages: readonly string[]): readonly string[] {
  const folder = universityFolder();
  if (folder === sample) return [];
  const [texts, deployments] = [join(folder, 'university.ts'), join(folder, 'deployments.ts')];
  const settings = stages.map(deploymentNamed);
  const lists = lookupCategories
    .filter((category) => category !== 'address' || settings.some(({ addresses }) => addresses === 'list'))
    .map((category) => `lookup/${category}.tsv`)
    .filter((list) => isSameFile(join(folder, list), join(sample, list)));
  return [
    ...leftFromSample(university).map((path) => `${locateMember(texts, path.split('.'))}: ${path}`),
    ...settings.flatMap((deployment) =>
      exampleAddressesIn(deployment).map(
        (path) =>
          `${locateSetting(deployments, { name: deployment.name, path: path.split('.') })}: ${deployment.name}: ${path}`,
      ),
    ),
    ...lists.map((list) => `${fromRoot(join(folder, list))}: fictional places`),
  ].toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}
