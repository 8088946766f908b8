import type { Grant } from '../constructs/function-role.ts';
import type { ResourceArns } from './arns.ts';

/** The permissions of the function that lists all users in a file each day. It cannot read what it wrote. */
export const userExportGrants = (
  arns: Pick<ResourceArns, 'userPool'> & { readonly userExports: string },
): readonly Grant[] => [
  { sid: 'ListUsers', actions: ['cognito-idp:ListUsers'], resources: [arns.userPool] },
  { sid: 'WriteExport', actions: ['s3:PutObject'], resources: [`${arns.userExports}/users/*`] },
];
