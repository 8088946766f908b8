import type { Deployment } from '../../../lib/config/index.ts';
import { vaultName } from '../../../lib/config/index.ts';
import { check } from './check.ts';
import { stackOf } from './stacks.ts';

const hasNoVault = ({ removal }: Deployment) =>
  removal === 'destroy' ? "removal is 'destroy': there is no vault" : undefined;

/** CDK generates this name from the path of the vault. */
const madeUpName = (stage: string) =>
  new RegExp(`^Matricula${stage.replaceAll('-', '')}BackupDailyVault[0-9A-F]{8}$`);

const isOurs = (deployment: Deployment, found: string) =>
  found === vaultName(deployment) ||
  (vaultName(deployment) === undefined && madeUpName(deployment.name).test(found));

const vault = check({
  title: 'The name of the backup vault is free',
  skip: hasNoVault,
  permission: 'backup:ListBackupVaults',
  async read({ deployment }) {
    if ((await stackOf(deployment, 'Backup')) !== undefined) return undefined;
    const { BackupClient, paginateListBackupVaults } = await import('@aws-sdk/client-backup');
    const client = new BackupClient({ region: deployment.region });
    for await (const { BackupVaultList = [] } of paginateListBackupVaults({ client }, {}))
      for (const { BackupVaultName = '' } of BackupVaultList)
        if (isOurs(deployment, BackupVaultName)) return BackupVaultName;
    return undefined;
  },
  judge(taken, { deployment }) {
    if (taken === undefined) return { outcome: 'ok' };
    return {
      outcome: 'failed',
      detail: `an earlier deployment of ${deployment.name} left the vault ${taken}`,
      remedy: `Set backup.vault in deployments.ts, for example to '${new Date().getUTCFullYear()}'. See docs/deploy.md#remove.`,
    };
  },
});

const copies = check({
  title: 'AWS Backup copies tables to another vault',
  skip: ({ removal, backup }) =>
    removal === 'destroy' || backup.copyTo === undefined ? 'backup.copyTo is not set' : undefined,
  permission: 'backup:DescribeRegionSettings',
  async read({ deployment: { region } }) {
    const { BackupClient, DescribeRegionSettingsCommand } = await import('@aws-sdk/client-backup');
    const settings = await new BackupClient({ region }).send(new DescribeRegionSettingsCommand({}));
    const { ResourceTypeOptInPreference: optedIn = {}, ResourceTypeManagementPreference: managed = {} } =
      settings;
    return {
      isOptedIn: optedIn.DynamoDB === true && optedIn.S3 === true,
      isManaged: managed.DynamoDB === true,
    };
  },
  judge({ isOptedIn, isManaged }, { deployment: { region } }) {
    if (isOptedIn && isManaged) return { outcome: 'ok' };
    return {
      outcome: 'failed',
      detail: isOptedIn
        ? 'AWS Backup does not manage backups of DynamoDB fully, and copies only such'
        : 'AWS Backup is not enabled for DynamoDB and S3',
      remedy: `aws backup update-region-settings --region ${region} --resource-type-opt-in-preference DynamoDB=true,S3=true --resource-type-management-preference DynamoDB=true`,
    };
  },
});

/** The vault, and the destination of its copies. */
export const backupChecks = [vault, copies];
