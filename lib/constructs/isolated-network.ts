import { ArnFormat, Aws, Stack } from 'aws-cdk-lib';
import {
  GatewayVpcEndpointAwsService,
  IpAddresses,
  Peer,
  Port,
  SecurityGroup,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import { AnyPrincipal, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  CfnFirewallDomainList,
  CfnFirewallRuleGroup,
  CfnFirewallRuleGroupAssociation,
} from 'aws-cdk-lib/aws-route53resolver';
import { Construct } from 'constructs';
import type { Grant } from './function-role.ts';

/**
 * A network whose only way out is S3, limited to what the grants name. A document that makes LibreOffice fetch a URL
 * reaches nothing, and no name but those of S3 is looked up, so a name cannot carry data out either.
 */
export class IsolatedNetwork extends Construct {
  readonly placement;
  /** What must exist before a function runs here. */
  readonly nameRules: Construct;
  /** The id of the endpoint through which every call of S3 goes. */
  readonly endpoint: string;

  constructor(scope: Construct, id: string, filesAllowed: readonly Grant[]) {
    super(scope, id);
    const vpc = new Vpc(this, 'Network', {
      ipAddresses: IpAddresses.cidr('10.0.0.0/24'),
      maxAzs: 2,
      natGateways: 0,
      subnetConfiguration: [{ name: 'Sealed', subnetType: SubnetType.PRIVATE_ISOLATED, cidrMask: 26 }],
      restrictDefaultSecurityGroup: false, // would add a custom resource; nothing uses the default group
    });
    const files = vpc.addGatewayEndpoint('Files', { service: GatewayVpcEndpointAwsService.S3 });
    this.endpoint = files.vpcEndpointId;
    for (const { sid, actions, resources } of filesAllowed)
      files.addToPolicy(
        new PolicyStatement({
          sid,
          principals: [new AnyPrincipal()],
          actions: [...actions],
          resources: [...resources],
        }),
      );
    this.nameRules = this.#allowOnly(s3Names, vpc);
    const securityGroup = new SecurityGroup(this, 'Group', {
      vpc,
      description: 'Converter: HTTPS to S3 through the endpoint, nothing else',
      allowAllOutbound: false,
    });
    securityGroup.addEgressRule(Peer.anyIpv4(), Port.tcp(443), 'The only route leads to the S3 endpoint');
    this.placement = {
      vpc,
      vpcSubnets: { subnetType: SubnetType.PRIVATE_ISOLATED },
      securityGroups: [securityGroup],
    };
  }

  /**
   * The network's resolver asks name servers all over the internet, and neither security groups nor routes filter it. A query that the
   * firewall cannot judge fails, which is AWS's default. Lambda sends logs and traces from outside of this network, so nothing else here
   * needs a name.
   */
  #allowOnly(names: readonly string[], { vpcId }: Vpc): Construct {
    const rules = new CfnFirewallRuleGroup(this, 'Names', {
      firewallRules: [
        {
          priority: 1,
          action: 'ALLOW',
          firewallDomainListId: new CfnFirewallDomainList(this, 'Allowed', { domains: [...names] }).attrId,
          // The names that S3's own lead to are not on the list, and only AWS decides about them.
          firewallDomainRedirectionAction: 'TRUST_REDIRECTION_DOMAIN',
        },
        {
          priority: 2,
          action: 'BLOCK',
          blockResponse: 'NXDOMAIN',
          firewallDomainListId: new CfnFirewallDomainList(this, 'Everything', { domains: ['*'] }).attrId,
        },
      ],
    });
    return new CfnFirewallRuleGroupAssociation(this, 'NamesHere', {
      firewallRuleGroupId: rules.attrId,
      vpcId,
      priority: 101, // the first that AWS accepts
    });
  }
}

/** Requests go to the name of a bucket, which stands before that of its region. */
const s3Names = ['s3', '*.s3'].map((name) => `${name}.${Aws.REGION}.${Aws.URL_SUFFIX}`);

const networkActions = [
  'ec2:CreateNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:DeleteNetworkInterface',
  'ec2:AssignPrivateIpAddresses',
  'ec2:UnassignPrivateIpAddresses',
];

/**
 * Permissions for Lambda to attach a function to a network. None of these actions can be limited to one resource. The credentials of the
 * function's own code name the function, and may use none of them:
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-vpc.html
 */
export const joinVpc = (scope: Construct): readonly Grant[] => [
  { sid: 'JoinNetwork', actions: networkActions, resources: ['*'] },
  {
    sid: 'LeaveNetworkToLambda',
    denied: true,
    actions: networkActions,
    resources: ['*'],
    conditions: {
      ArnLike: {
        'lambda:SourceFunctionArn': Stack.of(scope).formatArn({
          service: 'lambda',
          resource: 'function',
          resourceName: '*',
          arnFormat: ArnFormat.COLON_RESOURCE_NAME,
        }),
      },
    },
  },
];
