import { describe, expect, test } from 'vitest';
import { sampleDeliveries, withDeliveries } from '../support/delivery-settings.ts';
import { cloud, outputs, resourcesOfType } from './cloud.ts';
import { permissionsIn } from './permissions.ts';

const { sftp, s3, bus } = sampleDeliveries;
const [hostKey] = sftp.hostKeys;
const settings = (...deliveries: readonly object[]) => withDeliveries('prod', ...deliveries);
const cloudWith = (...deliveries: readonly object[]) => cloud(settings(...deliveries));

describe('the setting deliveries', () => {
  test.each([
    [[{ ...sftp, name: 'Slate Files' }], /^deliveries\.name: 1 to 20 lower-case letters/],
    [[sftp, { ...s3, name: 'sis' }], /^deliveries: two are called sis; give each its own name/],
    [[{ ...sftp, name: 'sis-changes' }], /^deliveries: sis-changes ends like the files of another delivery/],
    [
      [{ ...bus, bus: bus.bus.replace('us-east-1', 'eu-west-1') }],
      /^deliveries: the bus of bus is not in us-east-1/,
    ],
    [[{ ...sftp, hostKeys: [] }], /^deliveries\.hostKeys: at least one key of the SFTP server/],
    [[{ ...sftp, hostKeys: [`${hostKey} root@example`] }], /^deliveries\.hostKeys: an RSA or ECDSA key/],
    [[{ ...sftp, host: 'SFTP.example.edu:22' }], /^deliveries\.host is not a host name/],
    [[{ ...sftp, port: 70_000 }], /^deliveries\.port is not a port/],
    [[{ ...sftp, folder: 'incoming/' }], /^deliveries\.folder: an absolute path/],
    [[{ ...sftp, password: 'x' }], /^there is no setting deliveries\.0\.password/],
    [[{ ...s3, prefix: '/matricula' }], /^deliveries\.prefix: a folder with a slash at its end/],
    [[{ ...s3, schedule: 'each' }], /^deliveries: lake has files with many rows; set its schedule to/],
    [[{ ...bus, bus: 'admissions' }], /^deliveries\.bus is not the ARN of an event bus/],
    [[{ ...bus, schedule: 'nightly' }], /^deliveries: bus sends events; set its format to package/],
    [[{ ...sftp, to: 'ftp' }], /^deliveries\.0\.to is missing, or has no such value/],
    [[{ ...sftp, format: 'xml' }], /^deliveries\.0\.format must be package or csv or json or slate/],
  ])('explains each mistake: %j', (deliveries, message) => {
    const line = new RegExp(message.source.replace('^', '^Deployment "prod" in lib/config/index\\.ts: '));
    expect(() => settings(...deliveries)).toThrow(line);
  });

  test('creates nothing if it is empty', () => {
    const paths = cloud().map(({ path }) => path);
    expect(paths.filter((path) => path.includes('SendFiles') || path.includes('DeliveriesFail'))).toEqual([]);
  });
});

describe('a push by SFTP', () => {
  const resources = cloudWith(sftp);

  test('has a connector that trusts only the configured host keys and reads its key from a secret', () => {
    const [connector] = resourcesOfType('AWS::Transfer::Connector', resources);
    expect(connector?.properties).toMatchObject({
      Url: 'sftp://sftp.example.edu:22',
      SftpConfig: { TrustedHostKeys: [hostKey], MaxConcurrentConnections: 5 },
    });
    const secret = resourcesOfType('AWS::SecretsManager::Secret', resources).find(({ path }) =>
      path.startsWith('Delivery/'),
    );
    expect(secret?.properties.Name).toBe('aws/transfer/matricula-prod-sis');
    expect(outputs(settings(sftp))).toMatchObject({ SisKeyArn: {}, SisConnectorId: {} });
  });

  test('reads, of all buckets, only the files of this push', () => {
    const permissions = permissionsIn(resources);
    expect(permissions['Delivery/SendFiles/Sis/Access/DefaultPolicy/Resource']).toEqual([
      'FindFiles: s3:GetBucketLocation s3:ListBucket on Packages',
      'ReadFiles: s3:GetObject s3:GetObjectVersion on Packages/outgoing/sis/*',
      'WriteListing: s3:PutObject on Packages/outgoing/sis/*',
      'ReadKey: secretsmanager:GetSecretValue on SendFilesSisKey',
    ]);
    expect(permissions['Delivery/SendFiles/Sender']?.slice(2)).toEqual([
      'KeepState: dynamodb:DeleteItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query on Applications within DELIVERY#state DELIVERY#queue',
      'ReadPackages: s3:GetObject on Packages/packages/*',
      'KeepFiles: s3:AbortMultipartUpload s3:DeleteObject s3:GetObject s3:PutObject on Packages/outgoing/*',
      'SendBySftp: transfer:ListFileTransferResults transfer:StartDirectoryListing transfer:StartFileTransfer transfer:StartRemoteMove on SendFilesSisConnector',
    ]);
    expect(permissions['Delivery/Deliver']).toContainEqual(
      'StartSending: lambda:InvokeFunction on SendFilesSenderFunction',
    );
  });

  test('hears the outcomes of its connector only, and has an alarm with an entry in the runbook', () => {
    const rule = resourcesOfType('AWS::Events::Rule', resources).find(({ path }) =>
      path.includes('/Outcomes/'),
    );
    expect(rule?.properties.EventPattern).toMatchObject({
      source: ['aws.transfer'],
      detail: { 'connector-id': [{ 'Fn::GetAtt': [expect.stringMatching(/Connector/), 'ConnectorId'] }] },
    });
    const alarm = resourcesOfType('AWS::CloudWatch::Alarm', resources).find(({ path }) =>
      path.includes('DeliveriesFail'),
    );
    expect(alarm?.properties.AlarmDescription).toContain('docs/runbook.md#deliveries-fail');
  });
});

test('pushes to buckets and buses have permission for these places, and read rows only if they send rows', () => {
  const lines = permissionsIn(cloudWith(s3, bus))['Delivery/SendFiles/Sender'];
  expect(lines).toContainEqual('SendToBuckets: s3:PutObject on arn:aws:s3:::example-lake/matricula/*');
  expect(lines).toContainEqual(`SendEvents: events:PutEvents on ${bus.bus}`);
  expect(lines?.join('\n')).toContain('ReadItems');
  expect(permissionsIn(cloudWith(bus))['Delivery/SendFiles/Sender']?.join('\n')).not.toContain('ReadItems');
});
