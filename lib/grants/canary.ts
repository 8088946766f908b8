import type { Grant } from '../constructs/function-role.ts';

/** The canary comes in from outside, as applicants do: it may read its own password, and nothing else. */
export const canaryGrants = (arns: { readonly password: string }): readonly Grant[] => [
  { sid: 'ReadPassword', actions: ['secretsmanager:GetSecretValue'], resources: [arns.password] },
];
