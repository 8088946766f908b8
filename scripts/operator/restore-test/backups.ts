import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import type { Place } from './place.ts';
import type { Ask, Result } from './step.ts';

const hourMs = 3_600_000;
/** Maximum age of a backup: one day, and the duration of a backup. */
const oldest = 36 * hourMs;

function judge(what: string, made: Date | undefined, remedy: string): Result<never> {
  if (made === undefined) return { outcome: 'failed', detail: `there is no ${what} yet`, remedy };
  const age = Date.now() - made.getTime();
  const detail = `the newest ${what} is of ${made.toISOString()}`;
  if (age <= oldest) return { outcome: 'ok', detail };
  return { outcome: 'failed', detail: `${detail}, ${Math.round(age / hourMs)} hours ago`, remedy };
}

/** The newest list of users. Without it, accounts cannot be created again. */
export async function newestUserExport(place: Place, ask: Ask): Promise<Result<never>> {
  const client = new S3Client({ ...place.client, forcePathStyle: place.isLocal });
  const { Contents = [] } = await ask('s3:ListBucket', () =>
    client.send(new ListObjectsV2Command({ Bucket: place.userExports, Prefix: 'users/' })),
  );
  const remedy = place.isLocal
    ? 'The local cloud writes one at 07:00 UTC if it runs then.'
    : 'One is written at 07:00 UTC each day; docs/runbook.md#users-not-exported says how to write one now.';
  const result = judge('list of users', newestOf(Contents.map(({ LastModified }) => LastModified)), remedy);
  return place.isLocal && result.outcome === 'failed' ? { ...result, outcome: 'warning' } : result;
}

const newestOf = (times: readonly (Date | undefined)[]) =>
  times
    .filter((time) => time !== undefined)
    .sort((one, other) => other.getTime() - one.getTime())
    .at(0);

/** The newest completed backup of each kind in the vault. */
export async function newestInVault(
  { client, vault }: Place & { readonly vault: string },
  ask: Ask,
): Promise<Result<never>> {
  const { BackupClient, paginateListRecoveryPointsByBackupVault } = await import('@aws-sdk/client-backup');
  const found: { type: string; made: Date | undefined }[] = [];
  await ask('backup:ListRecoveryPointsByBackupVault', async () => {
    const pages = paginateListRecoveryPointsByBackupVault(
      { client: new BackupClient(client) },
      { BackupVaultName: vault, ByCreatedAfter: new Date(Date.now() - 8 * 86_400_000) },
    );
    for await (const { RecoveryPoints = [] } of pages)
      for (const { ResourceType = '', Status, CreationDate } of RecoveryPoints)
        if (Status === 'COMPLETED') found.push({ type: ResourceType, made: CreationDate });
  });
  const remedy =
    'One is made at 07:30 UTC each day; docs/runbook.md#backups-fail says how to find out why it failed and to make one now.';
  const results = ['DynamoDB', 'S3'].map((type) =>
    judge(
      `backup of ${type} in the vault`,
      newestOf(found.filter((each) => each.type === type).map(({ made }) => made)),
      remedy,
    ),
  );
  return (
    results.find(({ outcome }) => outcome === 'failed') ?? {
      outcome: 'ok',
      detail: results.map(({ detail }) => detail).join('; '),
    }
  );
}
