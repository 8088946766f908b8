import type { Resource } from './cloud.ts';

/** The permissions of a role, one statement a line: `Sid: actions on resources`. */
export type Permissions = Readonly<Record<string, readonly string[]>>;

/** The permissions of every role, by the path of the construct that owns it. */
export function permissionsIn(resources: readonly Resource[]): Permissions {
  const policies = resources.filter(({ type }) => type === 'AWS::IAM::Policy');
  return Object.fromEntries(
    policies.map(({ path, properties }) => [
      path.replace(/\/(Service|Events)?Role\/DefaultPolicy\/Resource$/, (_, kind = '') =>
        kind === 'Events' ? ' (rule)' : '',
      ),
      properties.PolicyDocument.Statement.map(lineOf),
    ]),
  );
}

/** The same as the text of a file that reviewers read: each role, and its statements below. */
export const permissionsText = (resources: readonly Resource[]): string =>
  Object.entries(permissionsIn(resources))
    .map(([role, lines]) => [role, ...lines.map((line) => `  ${line}`)].join('\n'))
    .join('\n\n')
    .concat('\n');

interface Statement {
  readonly Sid?: string;
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Conditions that say of which part of a resource a statement is. */
const parts = ['dynamodb:LeadingKeys', 's3:prefix'];

const lineOf = ({ Sid, Effect, Action, Resource, Condition }: Statement) => {
  const actions = [Action].flat().join(' ');
  const resources = [Resource].flat().map(nameOf).join(' ');
  const conditions = Object.values(Condition ?? {}).flatMap((each) => Object.entries(each));
  const limits = conditions.map(([key, value]) => {
    const values = [value].flat().map(nameOf).join(' ');
    if (key === 'dynamodb:Attributes') return ` with only ${values}`;
    return parts.includes(key) ? ` within ${values}` : ` if ${key} is ${values}`;
  });
  return `${Effect === 'Allow' ? '' : `${Effect} `}${Sid ?? '-'}: ${actions} on ${resources}${limits.join('')}`;
};

/** The name of a reference in our code, without the letters and digits that CDK adds. */
export function nameOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const [[kind, of] = []] = Object.entries(value);
  if (kind === 'Fn::Join') return (of as [string, unknown[]])[1].map(nameOf).join('');
  if (kind === 'Fn::GetStackOutput')
    return plain((of as { OutputName: string }).OutputName.replace(/^PublishOutput(FnGetAtt|Ref)/, ''));
  return plain([of].flat()[0]);
}

const plain = (logicalId: string) => logicalId.replace(/[0-9A-F]{8}.*$/, '');
