import { join } from 'node:path';
import { deploymentNamed, deploymentNames, exampleAddressesIn } from '../../lib/config/index.ts';
import { leftFromSample } from '../../lib/config/sample.ts';
import { university } from '../../shared/partners/index.ts';
import { step } from '../command-line/progress.ts';
import { checkAnswerKeys } from './answer-keys.ts';
import { build } from './build.ts';
import { checkUniversityForm } from './check-university.ts';
import { locateMember } from './locate.ts';
import { locateSetting } from './locate-setting.ts';
import { synth } from './synth.ts';
import { sample, universityFolder } from './university.ts';

/**
 * Checks the university's folder, form and answer keys. Each stage must pass CDK's template validation
 * and the AwsSolutions rules. Their assemblies are in dist/checked.
 */
export async function checkStages(stages: readonly string[]): Promise<void> {
  await build();
  await step('Checking the form and its answer keys', () => {
    checkUniversityForm();
    checkAnswerKeys();
  });
  for (const stage of stages)
    await step(`Synthesizing and checking ${stage}`, () => synth(assemblyOf(stage), { stage }));
}

/** The folder of a stage's checked assembly. */
export const assemblyOf = (stage: string): string => `dist/checked/${stage}`;

/** npx matricula ops check: checks every stage, and lists what is still the sample's. */
export async function check(): Promise<void> {
  await checkStages(deploymentNames);
  sayWhatIsLeft();
  console.log(`Checked without findings: ${deploymentNames.join(', ')}.`);
}

/** The rest of the work on a new folder: production is refused while it has anything of the sample. */
function sayWhatIsLeft(): void {
  const folder = universityFolder();
  if (folder === sample) return;
  const [texts, stages] = [join(folder, 'university.ts'), join(folder, 'deployments.ts')];
  const left = [
    ...leftFromSample(university).map((path) => `${locateMember(texts, path.split('.'))}: ${path}`),
    ...deploymentNames.flatMap((name) =>
      exampleAddressesIn(deploymentNamed(name)).map(
        (path) => `${locateSetting(stages, { name, path: path.split('.') })}: ${name}: ${path}`,
      ),
    ),
  ];
  if (left.length > 0)
    console.log(`Still the sample's, which a production deployment refuses:\n${left.join('\n')}`);
}
