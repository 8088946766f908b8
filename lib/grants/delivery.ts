import type { Grant } from '../constructs/function-role.ts';
import type { ResourceArns } from './arns.ts';
import { applications, deliveries, packages } from './partitions.ts';
import { readItems, readSettings } from './statements.ts';

/**
 * The permissions of the function that delivers submitted applications. It changes nothing of them, and
 * cannot read a package.
 */
export const deliveryGrants = (
  arns: Pick<ResourceArns, 'table' | 'documents'> & {
    readonly packages: string;
    readonly bus: string;
  },
): readonly Grant[] => [
  readItems(arns, [applications, deliveries]),
  readSettings(arns),
  // One statement for both: a package is recorded and taken off the list in one transaction.
  {
    sid: 'RecordPackage',
    actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
    resources: [arns.table],
    partitions: [deliveries, packages],
  },
  { sid: 'ReadDocument', actions: ['s3:GetObject'], resources: [`${arns.documents}/documents/*`] },
  { sid: 'WritePackage', actions: ['s3:PutObject'], resources: [`${arns.packages}/packages/*`] },
  { sid: 'SendEvent', actions: ['events:PutEvents'], resources: [arns.bus] },
];
