import { outputsOf, requiredOutput } from '../outputs.ts';
import { type ClientSettings, clientOf, type TargetOptions } from '../target.ts';

/** The deployment that the restore test tests, with its resources. */
export interface Place {
  readonly stage: string;
  readonly region: string;
  readonly isLocal: boolean;
  readonly client: ClientSettings;
  readonly table: string;
  readonly documents: string;
  readonly userExports: string;
  /** Undefined if there are no backups: for a trial, and on the local cloud. */
  readonly vault: string | undefined;
  /** Milliseconds between checks whether the table is restored. */
  readonly pollEvery: number;
}

export async function placeOf(options: TargetOptions): Promise<Place> {
  const { stage, region, isLocal, client } = clientOf(options);
  const data = `Matricula-${stage}-Data`;
  const outputs = await outputsOf(client, region, data);
  const backup = await outputsOf(client, region, `Matricula-${stage}-Backup`);
  return {
    ...{ stage, region, isLocal, client },
    table: requiredOutput(outputs, data, 'TableName'),
    documents: requiredOutput(outputs, data, 'DocumentsBucket'),
    userExports: requiredOutput(outputs, data, 'UserExportsBucket'),
    vault: backup.BackupVaultName,
    pollEvery: isLocal ? 50 : 10_000,
  };
}
