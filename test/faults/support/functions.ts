import { vi } from 'vitest';
import { functionSettings } from '../../support/function-settings.ts';
import { idOf } from './memory-users.ts';
import type { Turns } from './turns.ts';
import type { VirtualTime } from './virtual-time.ts';

/** The bucket, table and other names that the functions read when they are loaded. */
const settings = {
  ...functionSettings,
  USER_POOL_ID: 'us-east-1_pool',
  USER_POOL_CLIENT_ID: 'client',
  REJECT_COMMON_PASSWORDS: 'false',
  ORIGIN_SECRET_ARN: 'origin',
  PEPPER_SECRET_ARN: 'pepper',
  CLIENT_SECRET_ARN: 'client-secret',
  SERVICE_TOKEN_SECRET_ARN: 'service-token',
  CONVERSION_MACHINE_ARN: 'conversion',
  APPLICATION_PDF_MACHINE_ARN: 'application-pdf',
  OUTBOX_FUNCTION: 'outbox',
  PACKAGES_BUCKET: 'packages',
  EVENT_BUS: 'bus',
  MAIL_FROM: 'office@example.edu',
  MAIL_CONFIGURATION_SET: 'mails',
};

/**
 * The functions' clock, which is the only place where they read the time. No two readings are equal, as
 * those of two changes of an application are on a real clock.
 */
const clockOf = (time: VirtualTime, turns: Turns) => ({
  now: () => {
    time.advance(1);
    return time.now();
  },
  seconds: (milliseconds: number) => Math.floor(milliseconds / 1000),
  today: () => new Date(time.now()).toISOString().slice(0, 10),
  pause: (milliseconds: number) => turns.take(time.now() + milliseconds),
});

/** A converter that copies: what it returns shows which file it read. */
const copying = async (bytes: Uint8Array) => ({ bytes, pages: 1 });
const appendPdfs = async (_: unknown, documents: readonly Uint8Array[]) => Buffer.concat([...documents]);

/** The identity that STS would name. */
const office = 'arn:aws:iam::123456789012:user/office';

const operator = { by: office, request: 'request' };

/** An action of the office on an application in its console. */
export interface OfficeCall {
  readonly username: string;
}

/**
 * Loads the product's functions with this clock, and without what draws and converts. Everything else is what
 * runs on AWS: handlers, middlewares, use cases, the store and the code that calls AWS.
 */
export async function loadFunctions(time: VirtualTime, turns: Turns) {
  Object.assign(process.env, settings);
  vi.doMock('../../../lambdas/runtime/clock.ts', async (original) => ({
    ...(await original<object>()),
    ...clockOf(time, turns),
  }));
  vi.doMock('../../../lambdas/pdf/draw-application-pdf.ts', () => ({ appendPdfs }));
  vi.doMock('../../../lambdas/aws/caller-identity.ts', () => ({ callerIdentity: async () => office }));
  const [account, applicant, operatorChange, retention, outbox] = await Promise.all([
    import('../../../lambdas/functions/account.ts'),
    import('../../../lambdas/functions/applicant.ts'),
    import('../../../lambdas/functions/operator-change.ts'),
    import('../../../lambdas/functions/retention.ts'),
    import('../../../lambdas/functions/outbox.ts'),
  ]);
  const [begin, inspect, record, make, { conversionStep }] = await Promise.all([
    import('../../../lambdas/functions/conversion-begin.ts'),
    import('../../../lambdas/functions/conversion-inspect.ts'),
    import('../../../lambdas/functions/conversion-record.ts'),
    import('../../../lambdas/functions/application-pdf-make.ts'),
    import('../../../lambdas/conversion/conversion-step.ts'),
  ]);
  const [withdrawals, { applicantId }] = await Promise.all([
    import('../../../lambdas/application/withdrawals.ts'),
    import('../../../lambdas/runtime/ids.ts'),
  ]);
  const sub = (name: string) => applicantId.parse(idOf(name));
  return {
    account: account.handler,
    applicant: applicant.handler,
    operatorChange: operatorChange.handler,
    retention: retention.handler,
    outbox: outbox.handler,
    begin: begin.handler,
    inspect: inspect.handler,
    convert: conversionStep(copying),
    record: record.handler,
    make: make.handler,
    // The console's sign-in has no part in the stored state, so these enter behind it.
    reinstate: ({ username }: OfficeCall) => withdrawals.reinstate(sub(username), operator),
  };
}

export type Functions = Awaited<ReturnType<typeof loadFunctions>>;
