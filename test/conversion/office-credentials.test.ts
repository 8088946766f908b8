import { expect, test } from 'vitest';
import { Assembly } from '../../scripts/local-cloud/assembly/assembly.ts';
import { Permissions } from '../../scripts/local-cloud/iam/roles.ts';
import { endpointAllows, readVpcEndpoints } from '../../scripts/local-cloud/iam/vpc-endpoints.ts';
import { readFunctions } from '../../scripts/local-cloud/lambda/read-functions.ts';
import { assembly } from '../support/assembly.ts';

// The credentials of the office converter, in the hands of a document that has taken LibreOffice over and
// carried them out.

const found = new Assembly(assembly);
const permissions = new Permissions(found);
const named = (path: string) =>
  found.resources.find((each) => each.path.endsWith(`/${path}`)) ?? expect.unreachable(path);
const role = named('Conversion/Office/Convert/Role/Resource').arn;
const endpoint = readVpcEndpoints(found, readFunctions(found)).get(role) ?? expect.unreachable('endpoint');

const upload = `${named('Data/Uploads/Resource').arn}/uploads/another/transcript/1`;
const document = `${named('Data/Documents/Resource').arn}/documents/another/transcript/1.pdf`;
const work = [
  ['s3:GetObject', upload],
  ['s3:PutObject', document],
] as const;

test.each(work)('the credentials of the office converter allow %s in its network only', (action, file) => {
  expect(permissions.roleAllows(role, action, file)).toBe(false);
  expect(permissions.roleAllows(role, action, file, { 'aws:SourceVpce': endpoint.id })).toBe(true);
});

test("the converter's network leads to its files only", () => {
  for (const [action, file] of work) expect(endpointAllows(endpoint, action, file)).toBe(true);
  expect(endpointAllows(endpoint, 's3:GetObject', document)).toBe(false);
  expect(endpointAllows(endpoint, 's3:PutObject', 'arn:aws:s3:::elsewhere/file')).toBe(false);
});

test('the credentials of the office converter change no network interface, and Lambda itself may', () => {
  const allows = (context: Readonly<Record<string, string>>) =>
    permissions.roleAllows(role, 'ec2:DeleteNetworkInterface', '*', context);
  expect(allows({})).toBe(true);
  const convert = 'arn:aws:lambda:us-east-1:000000000000:function:converter';
  expect(allows({ 'lambda:SourceFunctionArn': convert })).toBe(false);
});
