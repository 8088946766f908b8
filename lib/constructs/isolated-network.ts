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
import { accept } from '../checks/reviewed-checks.ts';
import type { Grant } from './function-role.ts';

/**
 * A network whose only exit is S3, limited to the given grants. A document that makes LibreOffice fetch a URL
 * reaches nothing. DNS resolves only names of S3, so lookups cannot leak data either.
 */
export class IsolatedNetwork extends Construct {
  readonly placement;
  /** The DNS rules. They must exist before a function runs here. */
  readonly nameRules: Construct;
  /** The id of the endpoint that all calls to S3 use. */
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
    accept(vpc, /VPC7/, 'Only S3 can be reached, and its access log names every object');
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
   * Limits DNS lookups to these names. The network's resolver queries name servers all over the internet;
   * neither security groups nor routes filter it. A query that the firewall cannot evaluate fails, which is
   * AWS's default. Lambda sends logs and traces from outside this network, so nothing else here needs DNS.
   */
  #allowOnly(names: readonly string[], { vpcId }: Vpc): Construct {
    const rules = new CfnFirewallRuleGroup(this, 'Names', {
      firewallRules: [
        {
          priority: 1,
          action: 'ALLOW',
          firewallDomainListId: new CfnFirewallDomainList(this, 'Allowed', { domains: [...names] }).attrId,
          // Names that S3's names redirect to are not on the list. Only AWS controls them.
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

/** Requests go to host names that start with the bucket's name, before S3's regional name. */
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
 * Permissions for Lambda to attach a function to a network. None of these actions can be limited to one
 * resource. The function's own code is denied all of them, by a condition on its credentials:
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
