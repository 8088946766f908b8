import { checkLine } from './check-lines.ts';
import { runDoctor } from './doctor/checks.ts';
import { knownDeployment } from './target.ts';

interface Options {
  readonly stage: string;
  readonly applicants: number;
  readonly json: boolean;
}

/** Preflight check: lists problems of a deployment with their fixes. It changes nothing. */
export async function doctor({ stage, applicants, json }: Options): Promise<void> {
  const deployment = knownDeployment(stage);
  const { region } = deployment;
  console.error(`Checking ${stage} in ${region} for ${applicants} applicants ...`);
  const lines = await runDoctor({ deployment, applicants }, (line) => json || console.log(checkLine(line)));
  const failed = lines.filter(({ outcome }) => outcome === 'failed').length;
  if (json) console.log(JSON.stringify(lines, null, 2));
  else
    console.log(
      failed === 0 ? 'Nothing found that would fail.' : `${failed} of ${lines.length} checks failed.`,
    );
  if (failed > 0) process.exitCode = 1;
}
