import { ServiceError } from '../http.ts';
import type { Quotas } from '../quotas.ts';
import { TokenBucket } from '../token-bucket.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Cognito's count starts again at nine in the morning, UTC. */
const cognitoDay = (time: number) => Math.floor((time - 9 * hour) / day);

const notVerified = (addresses: readonly string[]) =>
  new ServiceError(
    'MessageRejected',
    `Email address is not verified. The following identities failed the check in region US-EAST-1: ${addresses.join(', ')}`,
  );

const domainOf = (address: string) => address.split('@')[1] ?? '';

const tooMany = (message: string) => new ServiceError('TooManyRequestsException', message, 429);

export interface Sending {
  readonly from: string;
  readonly to: readonly string[];
}

/** Mail quotas of an account, for SES and for Cognito's own sender. */
export class MailQuotas {
  readonly #quotas: Quotas;
  readonly #now: () => number;
  readonly #rate: TokenBucket;
  #sent: readonly number[] = [];
  #byCognito = { day: 0, count: 0 };

  constructor(quotas: Quotas, now: () => number) {
    this.#quotas = quotas;
    this.#now = now;
    const { mailsPerSecond: rate } = quotas.ses;
    this.#rate = new TokenBucket({ rate, burst: rate }, now);
  }

  /**
   * Throws for a mail that SES would reject, and counts any other. The sandbox accepts only verified
   * recipients.
   * https://docs.aws.amazon.com/ses/latest/dg/request-production-access.html
   * https://docs.aws.amazon.com/ses/latest/dg/manage-sending-quotas-errors.html
   */
  admit({ from, to }: Sending) {
    const { sandbox, mailsPerDay } = this.#quotas.ses;
    if (!this.#isVerified(from)) throw notVerified([from]);
    const strangers = sandbox ? to.filter((each) => !this.#isVerified(each)) : [];
    if (strangers.length > 0) throw notVerified(strangers);
    if (!this.#rate.take()) throw tooMany('Maximum sending rate exceeded.');
    if (mailsPerDay === Number.POSITIVE_INFINITY) return;
    const time = this.#now();
    this.#sent = this.#sent.filter((each) => each > time - day);
    if (this.#sent.length >= mailsPerDay) throw tooMany('Daily message quota exceeded.');
    this.#sent = [...this.#sent, ...to.map(() => time)];
  }

  #isVerified(address: string): boolean {
    return this.#quotas.ses.identities === undefined || this.#identityOf(address) !== undefined;
  }

  /** The verified address, or its verified domain. */
  #identityOf(address: string): string | undefined {
    return [address, domainOf(address)].find((each) => this.#quotas.ses.identities?.includes(each));
  }

  /**
   * The identities that SES authorizes for this sender. If none are set, the address or its domain is enough.
   */
  identitiesOfSender(address: string): readonly string[] {
    const found = this.#identityOf(address);
    return found === undefined ? [address, domainOf(address)] : [found];
  }

  /**
   * The identity of a recipient, which SES also authorizes: an identity of the account or, in the sandbox,
   * any recipient.
   */
  identityOfRecipient(address: string): string | undefined {
    return this.#identityOf(address) ?? (this.#quotas.ses.sandbox ? address : undefined);
  }

  /** https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-email.html */
  admitByCognito() {
    const today = cognitoDay(this.#now());
    const count = this.#byCognito.day === today ? this.#byCognito.count : 0;
    if (count >= this.#quotas.cognitoMailsPerDay)
      throw new ServiceError(
        'LimitExceededException',
        'Exceeded daily email limit for the operation or the account. If a higher limit is required, please configure your user pool to use your own Amazon SES configuration for sending email from your own account.',
      );
    this.#byCognito = { day: today, count: count + 1 };
  }
}
