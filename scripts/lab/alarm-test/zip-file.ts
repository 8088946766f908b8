import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { LocalCloud } from '../../local-cloud/index.ts';

/** Starts a ZIP file as the console does. Its item does not exist, so a working function does nothing. */
export async function startZipFile(cloud: LocalCloud): Promise<void> {
  const settings = { endpoint: cloud.url, region: 'us-east-1', credentials: cloud.credentials };
  const stateMachineArn = cloud.outputs['Matricula-dev/ApplicationPdf/ZipMachine/Resource'];
  const input = JSON.stringify({ member: 'alarm-test', id: crypto.randomUUID() });
  await new SFNClient(settings).send(new StartExecutionCommand({ stateMachineArn, input }));
  await cloud.quiet();
}
