import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { Assembly } from '../../scripts/local-cloud/assembly/assembly.ts';
import { Permissions } from '../../scripts/local-cloud/iam/roles.ts';
import { assembly } from '../support/assembly.ts';
import { clientSettings } from '../support/aws-clients.ts';
import { withCloud } from '../support/cloud.ts';

// The credentials of the office converter, in the hands of a document that has taken LibreOffice over and
// carried them out.

const cloud = withCloud();
const role = 'Conversion/Office/Convert/Role/Resource';

const refOf = (path: string) =>
  Object.entries(cloud().outputs).find(([each]) => each.endsWith(`/${path}`))?.[1] ??
  expect.unreachable(path);

/** S3 with the converter's credentials, at the address of the cloud or at that of the converter's network. */
const s3 = (endpoint = cloud().url) =>
  new S3Client({
    ...clientSettings(cloud()),
    endpoint,
    credentials: cloud().credentialsOf(refOf(role)),
    maxAttempts: 1,
  });

const inNetwork = () => s3(Object.values(cloud().vpcEndpoints)[0]);
const upload = () => ({ Bucket: refOf('Data/Uploads/Resource'), Key: 'uploads/another/transcript/1' });
const document = () => ({
  Bucket: refOf('Data/Documents/Resource'),
  Key: 'documents/another/transcript/1.pdf',
});
const denied = { name: 'AccessDenied' };

test('the credentials of the office converter read and write files in its network only', async () => {
  await new S3Client(clientSettings(cloud())).send(new PutObjectCommand({ ...upload(), Body: 'x' }));
  await expect(s3().send(new GetObjectCommand(upload()))).rejects.toMatchObject(denied);
  await expect(s3().send(new PutObjectCommand({ ...document(), Body: 'x' }))).rejects.toMatchObject(denied);
  await inNetwork().send(new GetObjectCommand(upload()));
  await inNetwork().send(new PutObjectCommand({ ...document(), Body: 'x' }));
});

test("the converter's network leads to its files only, also for an administrator", async () => {
  const [address = ''] = Object.values(cloud().vpcEndpoints);
  const administrator = new S3Client({ ...clientSettings(cloud()), endpoint: address });
  await expect(administrator.send(new GetObjectCommand(document()))).rejects.toMatchObject(denied);
  await expect(fetch(`${address}/api/profile`)).rejects.toThrow();
  await expect(
    fetch(address, { method: 'POST', headers: { 'x-amz-target': 'DynamoDB_20120810.GetItem' } }),
  ).rejects.toThrow();
});

test('the credentials of the office converter change no network interface, and Lambda itself may', () => {
  const found = new Assembly(assembly);
  const permissions = new Permissions(found);
  const { arn = '' } = found.resources.find(({ path }) => path.endsWith(`/${role}`)) ?? {};
  const allows = (context: Readonly<Record<string, string>>) =>
    permissions.roleAllows(arn, 'ec2:DeleteNetworkInterface', '*', context);
  expect(allows({})).toBe(true);
  const convert = 'arn:aws:lambda:us-east-1:000000000000:function:converter';
  expect(allows({ 'lambda:SourceFunctionArn': convert })).toBe(false);
});
