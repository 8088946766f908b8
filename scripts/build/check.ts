import { deploymentNames } from '../../lib/config/index.ts';
import { step } from '../command-line/progress.ts';
import { checkAnswerKeys } from './answer-keys.ts';
import { build } from './build.ts';
import { checkFormAndUniversity } from './check-university.ts';
import { linesLeftFromSample } from './left-from-sample.ts';
import { synth } from './synth.ts';

/**
 * Checks the university's folder, form and answer keys. Each stage must pass CDK's template validation
 * and the AwsSolutions rules. Their assemblies are in dist/checked.
 */
export async function checkStages(stages: readonly string[]): Promise<void> {
  await step('Checking the university and its form', checkFormAndUniversity);
  await build();
  await step('Checking the answer keys', checkAnswerKeys);
  for (const stage of stages)
    await step(`Synthesizing and checking ${stage}`, () => synth(assemblyOf(stage), { stage }));
}

/** The folder of a stage's checked assembly. */
export const assemblyOf = (stage: string): string => `dist/checked/${stage}`;

/** npx matricula ops check: checks every stage, and lists what is still the sample's. */
export async function check(): Promise<void> {
  await checkStages(deploymentNames);
  const left = linesLeftFromSample(deploymentNames);
  if (left.length > 0)
    console.log(`Still the sample's, which a production deployment refuses:\n${left.join('\n')}`);
  const rest = left.length === 0 ? '' : ` ${left.length} places still have the sample's values.`;
  console.log(`No mistakes in ${deploymentNames.join(', ')}.${rest}`);
}
