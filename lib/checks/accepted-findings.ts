/** A finding of cdk-nag that was looked at and accepted. */
export interface AcceptedFinding {
  readonly rule: RegExp;
  readonly path: RegExp;
  readonly reason: string;
}

/** Every accepted finding. A finding without a line here fails the synthesis; a line is reviewed like code. */
export const acceptedFindings: readonly AcceptedFinding[] = [
  {
    rule: /APIG4/,
    path: /\/Api\/Contracts\/Http\//,
    reason:
      'Sessions are checked in the functions, against the table, so that logging out takes effect at once',
  },
  {
    rule: /IAM5\[Resource::.*\/(uploads|documents|copies)\/\*\]$/,
    path: /\/(Conversion|Copy|Api)\/.*\/Role\/DefaultPolicy\//,
    reason: 'Object names are made for each upload; each grant is one action on one prefix',
  },
  {
    rule: /IAM5\[Resource::\*\]$/,
    path: /\/Conversion\/Office\/Convert\/Role\/DefaultPolicy\//,
    reason:
      'Joining a network: EC2 takes no single resource for these actions, and no route leads to EC2 from there',
  },
  {
    rule: /IAM5\[Resource::\*\]$/,
    path: /\/(Conversion|Copy)\/Machine\/Role\/DefaultPolicy\//,
    reason: 'Log delivery and tracing: their actions take no single resource',
  },
  {
    rule: /IAM5\[Resource::<\w+Function\w+\.Arn>:\*\]$/,
    path: /\/(Conversion|Copy)\/Machine\/Role\/DefaultPolicy\//,
    reason: 'A step may call any version of its own function',
  },
  {
    rule: /(IAM4|IAM5|L1)/,
    path: /\/Web\/Custom::CDKBucketDeployment/,
    reason: 'The function that AWS ships for copying the site: it runs only while somebody deploys',
  },
  {
    rule: /SMG4/,
    path: /\/Data\/(Origin|Pepper|ServiceToken)Secret\//,
    reason: 'Rotated by hand: the pepper would log everybody out, the origin secret needs a deployment',
  },
  {
    rule: /COG8/,
    path: /\/Data\/Applicants\/Pool\//,
    reason: 'Plus costs ten times as much; throttles in the table and the firewall slow guessing down',
  },
  { rule: /COG2/, path: /\/Data\/Applicants\/Pool\//, reason: 'The specification knows no second factor' },
  {
    rule: /SQS3/,
    path: /\/Conversion\/MissedUploads\//,
    reason: 'It is itself the queue for what could not be delivered',
  },
  {
    rule: /VPC7/,
    path: /\/Conversion\/Office\/Sealed\//,
    reason: 'Nothing goes in or out but S3, whose own access log names every object',
  },
  {
    rule: /S1$/,
    path: /\/Web\/Site\//,
    reason: 'Holds only what everybody may read, and only CloudFront reads it',
  },
  {
    rule: /CFR3/,
    path: /\/Web\/Origin\/Distribution\//,
    reason:
      'Its log would keep queries, and queries carry reset ids and tokens; the API keeps its own log without them',
  },
  {
    rule: /CFR4/,
    path: /\/Web\/Origin\/Distribution\//,
    reason:
      'Only without a domain of our own: the default certificate of CloudFront fixes the oldest protocol',
  },
  { rule: /CFR1/, path: /\/Web\/Origin\/Distribution\//, reason: 'Applicants live anywhere' },
  {
    rule: /CFR2/,
    path: /\/Web\/Origin\/Distribution\//,
    reason: 'The firewall is a setting: production has it, a trial need not pay for it',
  },
];
