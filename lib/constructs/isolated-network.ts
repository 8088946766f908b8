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
import { Construct } from 'constructs';
import type { Grant } from './function-role.ts';

/**
 * A network whose only way out is S3, limited to what the grants name. A document that makes LibreOffice fetch a URL
 * reaches nothing.
 */
export class IsolatedNetwork extends Construct {
  readonly placement;

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
    for (const { sid, actions, resources } of filesAllowed)
      files.addToPolicy(
        new PolicyStatement({
          sid,
          principals: [new AnyPrincipal()],
          actions: [...actions],
          resources: [...resources],
        }),
      );
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
}

/** What Lambda needs to attach a function to a network. None of these actions can be limited to one resource. */
export const joinVpc: Grant = {
  sid: 'JoinNetwork',
  actions: [
    'ec2:CreateNetworkInterface',
    'ec2:DescribeNetworkInterfaces',
    'ec2:DescribeSubnets',
    'ec2:DeleteNetworkInterface',
    'ec2:AssignPrivateIpAddresses',
    'ec2:UnassignPrivateIpAddresses',
  ],
  resources: ['*'],
};
