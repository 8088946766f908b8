import * as z from 'zod/mini';
import { type Assembly, inertResource } from '../assembly/assembly.ts';
import { account } from '../assembly/identity.ts';
import type { Request } from '../http.ts';
import { ServiceError } from '../http.ts';
import { denial, type Guard } from '../iam/guard.ts';
import type { Outbox } from './outbox.ts';

const identitySchema = z.looseObject({ EmailIdentity: z.string() });
const configurationSetSchema = z.looseObject({});

const part = z.object({ Data: z.string(), Charset: inertResource });
const message = z.object({
  FromEmailAddress: z.string(),
  ConfigurationSetName: z.optional(z.string()),
  Destination: z.object({ ToAddresses: z.array(z.string()) }),
  Content: z.object({
    Simple: z.object({
      Subject: part,
      Body: z.object({ Text: z.optional(part), Html: z.optional(part) }),
      Headers: z.optional(z.array(z.object({ Name: z.string(), Value: z.string() }))),
    }),
  }),
});

interface Parts {
  readonly guard: Guard;
  readonly outbox: Outbox;
}

const addressOf = (from: string) => /<([^>]+)>/.exec(from)?.[1] ?? from;

/** SES: accepts mail from a verified sender and puts it into the outbox. */
export class Ses {
  readonly #identities: readonly string[];
  readonly #configurationSets: readonly string[];
  readonly #guard: Guard;
  readonly #outbox: Outbox;

  constructor(assembly: Assembly, { guard, outbox }: Parts) {
    this.#identities = assembly
      .of('AWS::SES::EmailIdentity', identitySchema)
      .map(({ given }) => given.EmailIdentity);
    this.#configurationSets = assembly
      .of('AWS::SES::ConfigurationSet', configurationSetSchema)
      .map(({ ref }) => ref);
    this.#guard = guard;
    this.#outbox = outbox;
  }

  call(request: Request): object {
    const caller = this.#guard.caller(request);
    const parsed = z.safeParse(message, JSON.parse(request.body.toString()));
    if (request.method !== 'POST' || !parsed.success)
      throw new ServiceError('BadRequestException', 'The local cloud sends simple messages only.');
    const { FromEmailAddress, ConfigurationSetName, Destination, Content } = parsed.data;
    const from = addressOf(FromEmailAddress);
    const to = Destination.ToAddresses.map(addressOf);
    this.#require(caller, from);
    if (ConfigurationSetName !== undefined) this.#requireSet(caller, from, ConfigurationSetName);
    const { Subject, Body, Headers = [] } = Content.Simple;
    for (const each of to) {
      this.#outbox.send({
        to: each,
        subject: Subject.Data,
        text: Body.Text?.Data ?? Body.Html?.Data ?? '',
        headers: Object.fromEntries(Headers.map(({ Name, Value }) => [Name, Value])),
      });
    }
    return { MessageId: crypto.randomUUID() };
  }

  /**
   * A role needs permission for the configuration set that it names, and the set must exist:
   * https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonsimpleemailservicev2.html
   */
  #requireSet(caller: string, from: string, name: string) {
    const resource = `arn:aws:ses:us-east-1:${account}:configuration-set/${name}`;
    const context = { 'ses:FromAddress': from };
    this.#guard.require(caller, { action: 'ses:SendEmail', resource, context }, 'AccessDeniedException', 403);
    if (!this.#configurationSets.includes(name))
      throw new ServiceError('NotFoundException', `Configuration set <${name}> does not exist.`, 404);
  }

  /**
   * A role may send if its policy allows the sender's address or its domain. If the assembly has identities,
   * one of the two must be among them.
   */
  #require(caller: string, from: string) {
    const names = [from, from.split('@')[1] ?? ''];
    const deedWith = (name: string) => ({
      action: 'ses:SendEmail',
      resource: `arn:aws:ses:us-east-1:${account}:identity/${name}`,
      context: { 'ses:FromAddress': from },
    });
    if (!names.some((each) => this.#guard.allows(caller, deedWith(each))))
      throw new ServiceError('AccessDeniedException', denial(caller, deedWith(from)), 403);
    if (this.#identities.length > 0 && !names.some((each) => this.#identities.includes(each))) {
      throw new ServiceError(
        'MessageRejected',
        `Email address is not verified. The following identities failed the check: ${from}`,
      );
    }
  }
}
