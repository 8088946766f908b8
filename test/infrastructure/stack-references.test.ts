import { beforeAll, describe, expect, test } from 'vitest';
import { type Deployment, deploymentNamed } from '../../lib/config/index.ts';
import { ensureBuilt, withBuildLock } from '../../scripts/build/index.ts';
import { withDeliveries } from '../support/delivery-settings.ts';
import { callsOf, type SynthesizedStack, stacksOf } from './cloud.ts';

beforeAll(() => withBuildLock(ensureBuilt));

const domain = { name: 'apply.example.edu', certificateArn: 'arn:aws:acm:us-east-1:1:certificate/1' };
const { staff } = deploymentNamed('prod');
const saml = {
  kind: 'saml',
  metadataUrl: 'https://idp.example.edu/metadata',
  domainPrefix: 'northern-lakes-staff',
  attributes: { name: 'displayName', email: 'mail', groups: 'isMemberOf' },
} as const;

/** Pairs of settings between which an operator changes, in both directions. */
const changes: Readonly<Record<string, readonly [Partial<Deployment>, Partial<Deployment>]>> = {
  deliveries: [{}, { deliveries: withDeliveries('prod').deliveries }],
  'the identity provider': [{ domain }, { domain, staff: staff && { ...staff, provider: saml } }],
  'the domain': [{}, { domain }],
  'the restored data': [{}, { restored: { table: 'matricula-restored', userPool: '2027' } }],
};

const exportsOf = (stacks: readonly SynthesizedStack[]) =>
  new Map(
    stacks.flatMap(({ outputs }) =>
      Object.values(outputs).flatMap(({ Export, Value }) =>
        Export === undefined ? [] : [[Export.Name, JSON.stringify(Value)] as const],
      ),
    ),
  );

/**
 * The exports that CloudFormation would refuse to remove or to change. It deploys the stack that has the
 * export before the stack that imports it.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/intrinsic-function-reference-importvalue.html
 */
function exportsInUse(before: readonly SynthesizedStack[], after: readonly SynthesizedStack[]) {
  const imported = new Set(before.flatMap(({ template }) => callsOf('Fn::ImportValue', template)));
  const now = exportsOf(after);
  return [...exportsOf(before)]
    .filter(([name, value]) => imported.has(name) && now.get(name) !== value)
    .map(([name]) => name);
}

describe.each(Object.entries(changes))('a change of %s', (_, [one, other]) => {
  test('changes the templates, and meets no export in use, in either direction', () => {
    const [before, after] = [stacksOf(one), stacksOf(other)];
    expect(before).not.toEqual(after);
    expect(exportsInUse(before, after)).toEqual([]);
    expect(exportsInUse(after, before)).toEqual([]);
  });

  test('leaves no stack that reads an output that another stack lacks', () => {
    for (const stacks of [stacksOf(one), stacksOf(other)]) {
      const outputs = stacks.flatMap(({ name, outputs }) =>
        Object.keys(outputs).map((output) => `${name}/${output}`),
      );
      const read = stacks
        .flatMap(({ template }) => callsOf('Fn::GetStackOutput', template))
        .map((call) => call as { readonly StackName: string; readonly OutputName: string })
        .map(({ StackName, OutputName }) => `${StackName}/${OutputName}`);
      expect(read.length).toBeGreaterThan(100);
      expect(read.filter((each) => !outputs.includes(each))).toEqual([]);
    }
  });
});
