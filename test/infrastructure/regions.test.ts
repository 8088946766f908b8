import { describe, expect, test } from 'vitest';
import { edgeRegion } from '../../lib/config/index.ts';
import { callsOf, production, stacksOf } from './cloud.ts';

/** CloudFront's services have these in one region. */
const edgeTypes =
  /^AWS::(WAFv2::(WebACL|LoggingConfiguration)|Logs::Delivery\w*|CertificateManager::Certificate)$/;

const elsewhere = { region: 'us-west-2' };

describe('a deployment outside us-east-1', () => {
  const { resources } = production(elsewhere);

  test('has firewall, log and alarms of CloudFront in us-east-1, and everything else in its region', () => {
    const regions = stacksOf(elsewhere).map(({ name, region }) => [name, region]);
    expect(regions.filter(([, region]) => region === edgeRegion)).toEqual([
      ['Matricula-prod-Edge', edgeRegion],
      ['Matricula-prod-EdgeOperations', edgeRegion],
    ]);
    expect(regions.filter(([, region]) => region === elsewhere.region)).toHaveLength(regions.length - 2);
    const atEdge = resources().filter(
      ({ type, properties }) =>
        edgeTypes.test(type) || /^AWS\/(CloudFront|WAFV2)$/.test(properties.Namespace ?? ''),
    );
    expect(atEdge.map(({ stack, type }) => [stack, type])).toEqual([
      ['Edge', 'AWS::WAFv2::WebACL'],
      ['Edge', 'AWS::WAFv2::LoggingConfiguration'],
      ...['DeliverySource', 'DeliveryDestination', 'Delivery'].map((name) => [
        'EdgeOperations',
        `AWS::Logs::${name}`,
      ]),
      ...['SiteFails', 'RequestsBlocked'].map(() => ['EdgeOperations', 'AWS::CloudWatch::Alarm']),
    ]);
  });

  test('reads each output of another stack in the region of that stack', () => {
    const stacks = stacksOf(elsewhere);
    const regionOf = new Map(stacks.map(({ name, region }) => [name, region]));
    const read = stacks.flatMap(({ template }) => callsOf('Fn::GetStackOutput', template)) as readonly {
      readonly StackName: string;
      readonly Region?: string;
    }[];
    expect(read.length).toBeGreaterThan(100);
    expect(read.filter(({ StackName, Region }) => Region !== regionOf.get(StackName))).toEqual([]);
    expect(stacks.flatMap(({ template }) => callsOf('Fn::ImportValue', template))).toEqual([]);
  });
});
