import { describe, expect, test } from 'vitest';
import { sampleDeliveries, withDeliveries } from '../support/delivery-settings.ts';
import { cloud, outputs, resourcesOfType } from './cloud.ts';
import { permissionsIn } from './permissions.ts';

const { sftp, replicateTo, forwardEventsTo } = sampleDeliveries;
const [hostKey] = sftp.hostKeys;
const settings = (deliveries: object) => withDeliveries('prod', deliveries);

describe('the setting deliveries', () => {
  test.each([
    [{ format: 'xml' }, /^deliveries\.format must be csv or json or slate/],
    [
      { sftp: { ...sftp, hostKeys: [] } },
      /^deliveries\.sftp\.hostKeys needs at least one key of the SFTP server/,
    ],
    [
      { sftp: { ...sftp, hostKeys: [`${hostKey} root@example`] } },
      /^deliveries\.sftp\.hostKeys\.0 is not an RSA or ECDSA key/,
    ],
    [{ sftp: { ...sftp, host: 'SFTP.example.edu:22' } }, /^deliveries\.sftp\.host is not a host name/],
    [{ sftp: { ...sftp, port: 70_000 } }, /^deliveries\.sftp\.port is not a port/],
    [{ sftp: { ...sftp, folder: 'incoming/' } }, /^deliveries\.sftp\.folder is not an absolute path/],
    [{ sftp: { ...sftp, password: 'x' } }, /^there is no setting deliveries\.sftp\.password/],
    [
      { replicateTo: { ...replicateTo, account: '1' } },
      /^deliveries\.replicateTo\.account must have 12 digits/,
    ],
    [{ forwardEventsTo: 'admissions' }, /^deliveries\.forwardEventsTo is not the ARN of an event bus/],
  ])('explains each mistake: %j', (deliveries, message) => {
    const line = new RegExp(message.source.replace('^', '^Deployment "prod" in deployments\\.ts: '));
    expect(() => settings(deliveries)).toThrow(line);
  });

  test('creates nothing if it is missing', () => {
    const paths = cloud().map(({ path }) => path);
    expect(paths.filter((path) => /\/Sftp\/|\/Forward\/|FilesNotSent/.test(path))).toEqual([]);
  });
});

describe('files that are sent by SFTP', () => {
  const resources = cloud(settings({ format: 'slate', sftp }));

  test('go through a connector that trusts only the configured host keys and reads its key from a secret', () => {
    const [connector] = resourcesOfType('AWS::Transfer::Connector', resources);
    expect(connector?.properties).toMatchObject({
      Url: 'sftp://sftp.example.edu:22',
      SftpConfig: { TrustedHostKeys: [hostKey], MaxConcurrentConnections: 5 },
    });
    const secret = resourcesOfType('AWS::SecretsManager::Secret', resources).find(({ path }) =>
      path.startsWith('Delivery/'),
    );
    expect(secret?.properties.Name).toBe('aws/transfer/matricula-prod');
    expect(outputs(settings({ sftp }))).toMatchObject({ SftpKeyArn: {}, SftpConnectorId: {} });
  });

  test('are those of the nightly export, and no function sends them', () => {
    const permissions = permissionsIn(resources);
    expect(permissions['Delivery/Sftp/Server/Access/DefaultPolicy/Resource']).toEqual([
      'FindFiles: s3:GetBucketLocation s3:ListBucket on Packages',
      'ReadFiles: s3:GetObject s3:GetObjectVersion on Packages/exports/*',
      'ReadKey: secretsmanager:GetSecretValue on SftpServerKey',
    ]);
    expect(permissions['Delivery/NightlyExport']?.slice(-2)).toEqual([
      'ReadPackages: s3:GetObject on Packages/packages/*',
      'MissPackages: s3:ListBucket on Packages',
    ]);
    const [functions, without] = [resources, cloud()].map((all) =>
      resourcesOfType('AWS::Lambda::Function', all).map(({ path }) => path),
    );
    expect(functions).toEqual(without);
  });
});

test("another account's bucket gets copies, and its bus each event", () => {
  const resources = cloud(settings({ replicateTo, forwardEventsTo }));
  const packages = resourcesOfType('AWS::S3::Bucket', resources).find(({ path }) =>
    path.startsWith('Data/Packages/'),
  );
  expect(packages?.properties.ReplicationConfiguration.Rules).toMatchObject([
    {
      Status: 'Enabled',
      Destination: { Bucket: expect.anything(), Account: replicateTo.account },
    },
  ]);
  const forward = resourcesOfType('AWS::Events::Rule', resources).find(({ path }) =>
    path.includes('/Forward/'),
  );
  expect(forward?.properties).toMatchObject({
    EventPattern: { source: [{ prefix: '' }] },
    Targets: [{ Arn: forwardEventsTo }],
  });
});
