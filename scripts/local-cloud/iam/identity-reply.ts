import { account } from '../assembly/identity.ts';
import { escapeXml } from '../s3/replies.ts';
import { administrator } from './keys.ts';

/** The ARN of a caller: of a user for the administrator, and of a role's session for a function. */
export const callerArn = (caller: string): string =>
  caller === administrator
    ? `arn:aws:iam::${account}:user/${administrator}`
    : `${caller.replace(':iam::', ':sts::').replace(':role/', ':assumed-role/')}/local`;

/**
 * GetCallerIdentity of STS: https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html
 */
export function callerIdentity(caller: string): string {
  const arn = escapeXml(callerArn(caller));
  return [
    '<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult>',
    `<Arn>${arn}</Arn><UserId>AIDALOCAL</UserId><Account>${account}</Account>`,
    '</GetCallerIdentityResult></GetCallerIdentityResponse>',
  ].join('');
}
