import type { SecurityCheck } from '../security-check.ts';

const tests = ['test/infrastructure/infrastructure.test.ts'];
const conversionTests = ['test/infrastructure/conversion.test.ts'];
const permissions = { tests, only: 'each role has exactly the permissions that were reviewed' };

/** Security checks in the CloudFormation templates. */
export const cloud: readonly SecurityCheck[] = [
  {
    name: 'audit log that only grows',
    protects: 'No function that applicants call may change or delete an entry of the audit log.',
    file: 'lib/grants/statements.ts',
    find: "  actions: ['dynamodb:PutItem'],\n  resources: [auditTable],",
    replace: "  actions: ['dynamodb:PutItem', 'dynamodb:DeleteItem'],\n  resources: [auditTable],",
    ...permissions,
  },
  {
    name: 'partitions in permissions',
    protects: 'A function reaches only the kinds of items that it needs.',
    file: 'lib/constructs/function-role.ts',
    find: "...(partitions && { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...partitions] } }),",
    replace: '',
    ...permissions,
  },
  {
    name: 'network of the office converter',
    protects: 'LibreOffice reaches nothing but S3.',
    file: 'lib/constructs/isolated-network.ts',
    find: 'allowAllOutbound: false,',
    replace: 'allowAllOutbound: true,',
    tests: conversionTests,
    only: 'the office converter can reach only S3',
  },
  {
    name: 'names of the office converter',
    protects: 'LibreOffice cannot send data out in names that it looks up.',
    file: 'lib/constructs/isolated-network.ts',
    find: "action: 'BLOCK',",
    replace: "action: 'ALERT',",
    tests: conversionTests,
    only: 'in the network of the office converter every name but those of S3 is blocked',
  },
  {
    name: 'credentials of the office converter elsewhere',
    protects:
      'Credentials that a document carries out of LibreOffice open no file from outside of its network.',
    file: 'lib/constructs/office-converter.ts',
    find: "({ ...grant, conditions: { StringEquals: { 'aws:SourceVpce': endpoint } } })",
    replace: '({ ...grant })',
    ...permissions,
  },
  {
    name: 'content security policy',
    protects: 'A page runs no script and asks no host but our own.',
    file: 'lib/constructs/security-headers.ts',
    find: `'default-src': "'none'",`,
    replace: `'default-src': '*',`,
    tests: ['test/infrastructure/site.test.ts'],
    only: 'the content security policy allows two buckets and no other host, and fits the pages of every release',
  },
];
