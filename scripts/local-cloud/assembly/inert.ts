const sealed =
  'Keeps a function away from the Internet; here its role reaches S3 only, and the function what this machine reaches.';

/**
 * Resource types that a template may contain and the local cloud does not run. Each has the reason why a page
 * or a function does not notice. The start fails for a type that is neither supported nor listed here.
 */
export const inertTypes: Readonly<Record<string, string>> = {
  'AWS::CDK::Metadata': 'Tells AWS which CDK wrote the template.',
  'AWS::Logs::LogGroup': 'Function output goes to logs/functions.jsonl instead.',
  'AWS::Logs::ResourcePolicy': 'Lets AWS services write logs.',
  'AWS::Logs::QueryDefinition': 'A saved question for the console.',
  'AWS::Logs::DeliverySource': "CloudFront's access log.",
  'AWS::Logs::DeliveryDestination': "CloudFront's access log.",
  'AWS::Logs::Delivery': "CloudFront's access log.",
  'AWS::CloudTrail::Trail': 'A record of who did what in an account; here one person does everything.',
  'AWS::Logs::MetricFilter': 'Counts log lines for alarms.',
  'AWS::CloudWatch::Alarm': 'Tells operators; a local cloud has none.',
  'AWS::CloudWatch::CompositeAlarm': 'Tells operators; a local cloud has none.',
  'AWS::CloudWatch::Dashboard': 'A page in the console.',
  'AWS::SNS::Topic': 'Carries alarms.',
  'AWS::SNS::TopicPolicy': 'Carries alarms.',
  'AWS::SNS::Subscription': 'Names the operators.',
  'AWS::SES::ConfigurationSetEventDestination': 'Counts bounced mails for an alarm.',
  'AWS::Budgets::Budget': 'Nothing costs anything here.',
  'AWS::WAFv2::WebACL': 'Blocks attackers and floods, which a loopback address does not meet.',
  'AWS::WAFv2::WebACLAssociation': 'Ties the firewall to a resource.',
  'AWS::WAFv2::LoggingConfiguration': "The firewall's log.",
  'AWS::Lambda::LayerVersion':
    "Tools of the deployment's own function; a served function with layers is refused.",
  'AWS::KMS::Key': 'Encryption at rest: the disk of this machine is as safe as its owner keeps it.',
  'AWS::KMS::Alias': "A key's name.",
  'AWS::Backup::BackupVault': 'Copies of the data; the data folder can be copied.',
  'AWS::Backup::BackupPlan': 'Copies of the data; the data folder can be copied.',
  'AWS::Backup::BackupSelection': 'Copies of the data; the data folder can be copied.',
  'AWS::Backup::RestoreTestingPlan': 'Copies of the data; the data folder can be copied.',
  'AWS::Backup::RestoreTestingSelection': 'Copies of the data; the data folder can be copied.',
  'AWS::XRay::Group': 'Groups traces in the console.',
  'AWS::Route53::RecordSet': 'The name of the site; here it has an address.',
  'AWS::CertificateManager::Certificate': 'Plain http on the loopback address.',
  'AWS::CloudFront::MonitoringSubscription': 'Metrics in the console.',
  'AWS::S3::AccessPoint': 'Another address of a bucket.',
  'AWS::ResourceGroups::Group': 'A view in the console.',
  'AWS::EC2::VPC': sealed,
  'AWS::EC2::RouteTable': sealed,
  'AWS::EC2::SubnetRouteTableAssociation': sealed,
  'AWS::EC2::SecurityGroup': sealed,
  'AWS::EC2::SecurityGroupIngress': sealed,
  'AWS::EC2::SecurityGroupEgress': sealed,
  'AWS::Route53Resolver::FirewallDomainList': sealed,
  'AWS::Route53Resolver::FirewallRuleGroup': sealed,
  'AWS::Route53Resolver::FirewallRuleGroupAssociation': sealed,
  'AWS::EC2::FlowLog': 'A record of network traffic.',
  'Custom::VpcRestrictDefaultSG': sealed,
  'Custom::S3AutoDeleteObjects':
    'Empties a bucket when its stack is deleted; here the data folder is deleted.',
};

/** Functions that only a deployment calls, recognized by the construct that CDK puts them under. */
export const deploymentOnly =
  /Custom::(CDKBucketDeployment|S3AutoDeleteObjects|LogRetention|CrossRegion|VpcRestrictDefaultSG)/;
