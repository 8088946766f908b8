import { deploymentNamed, deploymentNames } from '../../lib/config/index.ts';
import { partnerOf } from '../../shared/partners/index.ts';
import { step } from '../command-line/progress.ts';
import { checkAnswerKeys } from './answer-keys.ts';
import { build } from './build.ts';
import { checkForms } from './check-partners.ts';
import { synth } from './synth.ts';

/**
 * npx matricula ops check: checks every partner's form and its answer keys. Every deployment must name a
 * partner and pass CDK's template validation and the AwsSolutions rules.
 */
export async function check(): Promise<void> {
  await build();
  await step("Checking the partners' forms and answer keys", () => {
    checkForms();
    checkAnswerKeys();
  });
  for (const stage of deploymentNames)
    await step(`Synthesizing and checking ${stage}`, () => {
      partnerOf(deploymentNamed(stage).partner);
      return synth(`dist/checked/${stage}`, { stage });
    });
  console.log(`Checked without findings: ${deploymentNames.join(', ')}. These stages can be deployed.`);
}
