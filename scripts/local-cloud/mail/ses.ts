import * as z from 'zod/mini';
import { type Assembly, inertResource } from '../assembly/assembly.ts';
import { account } from '../assembly/identity.ts';
import type { Request } from '../http.ts';
import { ServiceError } from '../http.ts';
import { denial, type Guard } from '../iam/guard.ts';
import type { MailQuotas } from './mail-quotas.ts';
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
  readonly mailQuotas: MailQuotas;
}

const addressOf = (from: string) => /<([^>]+)>/.exec(from)?.[1] ?? from;

/** SES: accepts mail from a verified sender and puts it into the outbox. */
export class Ses {
  readonly #identities: readonly string[];
  readonly #configurationSets: readonly string[];
  readonly #guard: Guard;
  readonly #outbox: Outbox;
  readonly #mailQuotas: MailQuotas;

  constructor(assembly: Assembly, { guard, outbox, mailQuotas }: Parts) {
    this.#mailQuotas = mailQuotas;
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
    this.#require(caller, from, to);
    if (ConfigurationSetName !== undefined) this.#requireSet(caller, from, ConfigurationSetName);
    const { Subject, Body, Headers = [] } = Content.Simple;
    this.#mailQuotas.admit({ from, to });
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
   * A role may send if its policy allows the identities of the sender and of the recipients that have one. If
   * the assembly has identities, the sender must be one of them.
   */
  #require(caller: string, from: string, to: readonly string[]) {
    const names = [from, from.split('@')[1] ?? ''];
    const deedWith = (name: string) => ({
      action: 'ses:SendEmail',
      resource: `arn:aws:ses:us-east-1:${account}:identity/${name}`,
      context: { 'ses:FromAddress': from },
    });
    const [first, ...others] = this.#mailQuotas.identitiesOfSender(from).map(deedWith);
    if (first !== undefined && ![first, ...others].some((each) => this.#guard.allows(caller, each)))
      throw new ServiceError('AccessDeniedException', denial(caller, first), 403);
    for (const recipient of to) {
      const identity = this.#mailQuotas.identityOfRecipient(recipient);
      if (identity !== undefined)
        this.#guard.require(caller, deedWith(identity), 'AccessDeniedException', 403);
    }
    if (this.#identities.length > 0 && !names.some((each) => this.#identities.includes(each))) {
      throw new ServiceError(
        'MessageRejected',
        `Email address is not verified. The following identities failed the check: ${from}`,
      );
    }
  }
}
