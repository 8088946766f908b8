/** A finding of cdk-nag that was reviewed and accepted. */
export interface AcceptedFinding {
  readonly rule: RegExp;
  readonly path: RegExp;
  readonly reason: string;
}

/** Every accepted finding. A finding without an entry here fails the synthesis. Review an entry like code. */
export const acceptedFindings: readonly AcceptedFinding[] = [
  {
    rule: /APIG4/,
    path: /\/Api\/Contracts\/Http\//,
    reason:
      'Sessions are checked in the functions, against the table, so that logging out takes effect at once',
  },
  {
    rule: /IAM5\[Resource::.*\/(uploads|documents|application-pdfs)\/\*\]$/,
    path: /\/(Conversion|ApplicationPdf|Api|Retention)\/.*\/Role\/DefaultPolicy\//,
    reason: 'Each upload has a new object name; each grant is one action on one prefix',
  },
  {
    rule: /IAM5\[Resource::.*\/(documents|packages)\/\*\]$/,
    path: /\/(Delivery\/Outbox|Api\/OperatorReport|Retention\/Retention)\/Role\/DefaultPolicy\//,
    reason: 'Each submission has new object names; each grant is one action on one prefix',
  },
  {
    rule: /IAM5\[Resource::.*\/packages\/\*\]$/,
    path: /\/Delivery\/NightlyExport\/Role\/DefaultPolicy\//,
    reason: 'Each application has new object names; the grant is one action on one prefix',
  },
  {
    rule: /IAM5\[Resource::.*\/exports\/\*\]$/,
    path: /\/Delivery\/Sftp\/Server\/Access\/DefaultPolicy\//,
    reason: 'Each night has new object names; the connector reads one prefix',
  },
  {
    rule: /IAM5\[Resource::.*\/\*\]$/,
    path: /\/Data\/Packages\/ReplicationRole\/DefaultPolicy\//,
    reason: 'Each package has new object names; S3 may only read them here and replicate them there',
  },
  {
    rule: /IAM5\[Resource::.*:log-group:\/aws\/transfer\/\*\]$/,
    path: /\/Delivery\/Sftp\/Server\/Logging\/DefaultPolicy\//,
    reason: 'Transfer Family names the log group after the id of the connector, which is not known before',
  },
  {
    rule: /IAM5\[Resource::.*:identity\/\*\]$/,
    path: /\/(Api|Delivery|Retention)\/.*\/Role\/DefaultPolicy\//,
    reason: 'SES also asks about identities of recipients; the statement is limited to one sender',
  },
  {
    rule: /IAM5\[Resource::.*\/exports\/\*\]$/,
    path: /\/Delivery\/NightlyExport\/Role\/DefaultPolicy\//,
    reason: 'Each night has new object names; the grant is one action on one prefix',
  },
  {
    rule: /IAM5\[Resource::.*\/users\/\*\]$/,
    path: /\/Backup\/UserExport\/Role\/DefaultPolicy\//,
    reason: 'Each day has a new object name; the grant is one action on one prefix',
  },
  {
    rule: /IAM5\[Resource::.*\*\]$/,
    path: /\/Backup\/Daily\/(RestoreTest\/)?Role\/DefaultPolicy\//,
    reason:
      'Backups, versions and rules of AWS Backup have new names each day, and actions that list accept no resource',
  },
  {
    rule: /IAM5\[Resource::\*\]$/,
    path: /\/(Data|Backup|Conversion|ApplicationPdf|Delivery|Api|Retention)\/.*\/Role\/DefaultPolicy\//,
    reason: 'The actions that send traces do not accept a single resource',
  },
  {
    rule: /IAM5\[Resource::\*\]$/,
    path: /\/Conversion\/Office\/Convert\/Role\/DefaultPolicy\//,
    reason: 'EC2 does not accept a single resource for these actions, and no route leads to EC2 from there',
  },
  {
    rule: /IAM5\[Resource::\*\]$/,
    path: /\/(Conversion|ApplicationPdf|Delivery\/Sftp)\/Machine\/Role\/DefaultPolicy\//,
    reason: 'The actions of log delivery and tracing do not accept a single resource',
  },
  {
    rule: /IAM4.*AWSCodeDeployRoleForLambdaLimited\]$/,
    path: /\/Api\/Releases\/Role\//,
    reason:
      'The role that AWS keeps for shifting calls between versions; CDK adds it to every deployment group',
  },
  {
    rule: /(IAM4|IAM5|L1)/,
    path: /\/Web\/Custom::CDKBucketDeployment/,
    reason: 'The function that AWS ships for copying the site runs only during a deployment',
  },
  {
    rule: /SMG4/,
    path: /\/Data\/(Origin|Pepper|ServiceToken|StaffClient)Secret\//,
    reason:
      'Rotated by hand: a new pepper loses the names in the audit log, the origin secret needs a deployment',
  },
  {
    rule: /SMG4/,
    path: /\/Data\/Applicants\w*\/ClientSecret\//,
    reason: 'Cognito makes the secret with its client, which has no other',
  },
  {
    rule: /SMG4/,
    path: /\/Delivery\/Sftp\/Server\/Key\//,
    reason: "The login of a server of the university, which changes it when its user's key changes there",
  },
  {
    rule: /COG8/,
    path: /\/Data\/Applicants\w*\/Pool\//,
    reason: 'Plus costs ten times as much; throttles in the table and the firewall slow down guessing',
  },
  {
    rule: /COG2/,
    path: /\/Data\/Applicants\w*\/Pool\//,
    reason: 'Applicants use the account for one season, and many have no phone of their own',
  },
  {
    rule: /VPC7/,
    path: /\/Conversion\/Office\/Sealed\//,
    reason: 'Only S3 can be reached, and its access log names every object',
  },
  {
    rule: /S1$/,
    path: /\/Web\/Site\//,
    reason: 'It contains only public files, and only CloudFront reads it',
  },
  {
    rule: /CFR3/,
    path: /\/Web\/Origin\/Distribution\//,
    reason:
      'The rule looks for the older log, whose lines contain query strings with reset ids and tokens; the newer one leaves them out',
  },
  {
    rule: /CFR4/,
    path: /\/Web\/Origin\/Distribution\//,
    reason: 'Only without a custom domain: the default certificate of CloudFront sets the minimum protocol',
  },
  { rule: /CFR1/, path: /\/Web\/Origin\/Distribution\//, reason: 'Applicants live anywhere' },
  {
    rule: /CFR2/,
    path: /\/Web\/Origin\/Distribution\//,
    reason: 'The firewall is a setting: production has it, and a trial does not have to pay for it',
  },
];
