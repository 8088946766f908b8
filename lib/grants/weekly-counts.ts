import type { Grant } from '../constructs/function-role.ts';
import type { ResourceArns } from './arns.ts';
import { applications, draftLists, submittedLists, validationReports, weekCounts } from './partitions.ts';
import { readItems } from './statements.ts';

/** The permissions of the function that counts applications by week. It writes nothing but counts. */
export const weeklyCountsGrants = (arns: Pick<ResourceArns, 'table'>): readonly Grant[] => [
  readItems(arns, [draftLists, submittedLists, applications, validationReports]),
  {
    sid: 'WriteCounts',
    actions: ['dynamodb:PutItem'],
    resources: [arns.table],
    partitions: [weekCounts],
  },
];
