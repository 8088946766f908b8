import type { AvailabilityZone } from '@aws-sdk/client-ec2';
import { check } from './check.ts';

/** Zones without Lambda, by zone id, which is the same in every account. */
const withoutLambda = ['use1-az3'];

interface Found {
  readonly zones: readonly AvailabilityZone[];
  /**
   * Zone names, of which CloudFormation uses the first two: those with a default subnet, if there are any.
   */
  readonly offered: readonly string[];
}

/**
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference-getavailabilityzones.html
 */
export const networkCheck = check<Found>({
  title: "The availability zones of the converter's network",
  permission: 'ec2:DescribeAvailabilityZones',
  async read({ deployment: { region } }) {
    const { DescribeAvailabilityZonesCommand, DescribeSubnetsCommand, EC2Client } = await import(
      '@aws-sdk/client-ec2'
    );
    const client = new EC2Client({ region });
    const ordinary = [{ Name: 'zone-type', Values: ['availability-zone'] }];
    const { AvailabilityZones: zones = [] } = await client.send(
      new DescribeAvailabilityZonesCommand({ Filters: ordinary }),
    );
    const { Subnets = [] } = await client.send(
      new DescribeSubnetsCommand({ Filters: [{ Name: 'default-for-az', Values: ['true'] }] }),
    );
    const names = zones.map(({ ZoneName = '' }) => ZoneName).sort();
    const withSubnet = names.filter((name) =>
      Subnets.some(({ AvailabilityZone }) => AvailabilityZone === name),
    );
    return { zones, offered: withSubnet.length > 0 ? withSubnet : names };
  },
  judge({ zones, offered }, { deployment }) {
    const isUsable = (name: string) =>
      zones.some(({ ZoneName, ZoneId = '' }) => ZoneName === name && !withoutLambda.includes(ZoneId));
    const chosen = deployment.zones ?? offered.slice(0, 2);
    if (chosen.length === 2 && chosen.every(isUsable)) return { outcome: 'ok', detail: chosen.join(', ') };
    const usable = zones.map(({ ZoneName = '' }) => ZoneName).filter(isUsable);
    const example = usable.slice(0, 2).map((name) => `'${name}'`);
    return {
      outcome: 'failed',
      detail:
        chosen.length < 2
          ? `CloudFormation offers ${chosen.join(', ') || 'no zone'}, because only zones with a default subnet count, and two are needed`
          : `the network would be in ${chosen.join(' and ')}, and ${chosen.filter((name) => !isUsable(name)).join(' and ')} does not exist or has no Lambda`,
      remedy: `Set zones in deployments.ts to [${example.join(', ')}].`,
    };
  },
});
