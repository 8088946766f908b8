import { parseArgs } from 'node:util';
import { readOptions } from '../command-line/options.ts';
import { checkLine } from './check-lines.ts';
import { runDoctor } from './doctor/run.ts';
import { knownDeployment } from './target.ts';

const optionsIn = (args: readonly string[]) =>
  readOptions('doctor', () => {
    const { values } = parseArgs({
      args: [...args],
      options: {
        stage: { type: 'string' },
        applicants: { type: 'string', default: '10000' },
        json: { type: 'boolean', default: false },
      },
    });
    const { stage, json } = values;
    const applicants = Number(values.applicants);
    if (stage === undefined) throw new Error('--stage is required: the deployment to check.');
    if (!Number.isInteger(applicants) || applicants < 1)
      throw new Error(`--applicants ${values.applicants}: a whole number is expected.`);
    return { stage, applicants, json };
  });

/** `npm run doctor`: preflight check. Lists what would fail in a deployment, and the fix. It changes nothing. */
export async function doctor(args: readonly string[]): Promise<void> {
  const { stage, applicants, json } = optionsIn(args);
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
