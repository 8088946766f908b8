import { deploymentNames } from '../../lib/config/index.ts';
import { build } from './build.ts';
import { synth } from './synth.ts';

/** Every deployment must pass CDK's template validation and the AwsSolutions rules. */
export async function check(): Promise<void> {
  await build();
  for (const stage of deploymentNames) await synth(`dist/checked/${stage}`, { stage });
  console.log(`Checked without findings: ${deploymentNames.join(', ')}`);
}
