import type { Grant } from '../constructs/function-role.ts';
import type { ResourceArns } from './arns.ts';
import {
  applications,
  changedLists,
  deliveryStates,
  erasedLists,
  queuedPackages,
  submittedLists,
} from './partitions.ts';
import { readItems, readSettings } from './statements.ts';

/** The places to which the configured deliveries send, as ARNs. */
export interface Receivers {
  readonly connectors: readonly string[];
  /** With the prefix, and `*` at the end. */
  readonly objects: readonly string[];
  readonly buses: readonly string[];
}

interface SendFilesArns extends Pick<ResourceArns, 'table'>, Receivers {
  readonly packages: string;
  /** True if a delivery has files with rows, which are read from the table. */
  readonly hasRows: boolean;
  /** True if a delivery has the packages or their PDFs. */
  readonly hasPackages: boolean;
}

const ifAny = (sid: string, actions: readonly string[], resources: readonly string[]): readonly Grant[] =>
  resources.length === 0 ? [] : [{ sid, actions, resources }];

/** The permissions of the function that sends files to the university's systems. */
export const sendFilesGrants = ({
  packages,
  hasRows,
  hasPackages,
  ...arns
}: SendFilesArns): readonly Grant[] => [
  ...(hasRows
    ? [readItems(arns, [submittedLists, changedLists, erasedLists, applications]), readSettings(arns)]
    : []),
  // One statement: the end of a batch changes the state and empties the queue in one transaction.
  {
    sid: 'KeepState',
    actions: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:DeleteItem'],
    resources: [arns.table],
    partitions: [deliveryStates, queuedPackages],
  },
  ...ifAny('ReadPackages', ['s3:GetObject'], hasPackages ? [`${packages}/packages/*`] : []),
  {
    sid: 'KeepFiles',
    actions: ['s3:PutObject', 's3:AbortMultipartUpload', 's3:GetObject', 's3:DeleteObject'],
    resources: [`${packages}/outgoing/*`],
  },
  ...ifAny(
    'SendBySftp',
    [
      'transfer:StartFileTransfer',
      'transfer:ListFileTransferResults',
      'transfer:StartRemoteMove',
      'transfer:StartDirectoryListing',
    ],
    arns.connectors,
  ),
  ...ifAny('SendToBuckets', ['s3:PutObject'], arns.objects),
  ...ifAny('SendEvents', ['events:PutEvents'], arns.buses),
];
