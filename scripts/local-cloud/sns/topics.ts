import * as z from 'zod/mini';
import type { Assembly } from '../assembly/assembly.ts';
import { account } from '../assembly/identity.ts';
import type { Permissions } from '../iam/roles.ts';
import { policyDocument } from '../iam/statement.ts';

const policySchema = z.strictObject({ Topics: z.array(z.string()), PolicyDocument: policyDocument });

/** SNS topics. Only their access policies are supported: a local cloud has no subscribers. */
export class Topics {
  readonly #permissions: Permissions;
  readonly #restricted: ReadonlySet<string>;

  constructor(assembly: Assembly, permissions: Permissions) {
    assembly.of('AWS::SNS::Topic', z.looseObject({}));
    const policies = assembly.of('AWS::SNS::TopicPolicy', policySchema).map(({ given }) => given);
    for (const { Topics: topics, PolicyDocument } of policies)
      for (const topic of topics) permissions.attach(topic, PolicyDocument.Statement);
    this.#permissions = permissions;
    this.#restricted = new Set(policies.flatMap((each) => each.Topics));
  }

  /**
   * True if a service of this account may publish. A topic without a policy allows the account's own
   * services; a policy replaces that default:
   * https://docs.aws.amazon.com/sns/latest/dg/sns-access-policy-use-cases.html
   */
  accepts(service: string, topic: string): boolean {
    if (!this.#restricted.has(topic)) return true;
    return this.#permissions.serviceAllows(service, 'sns:Publish', topic, { 'aws:SourceAccount': account });
  }
}
