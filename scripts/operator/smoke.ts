import * as z from 'zod/mini';
import type { SmokeAccount, SmokeTarget } from '../../shared/smoke/check.ts';
import { type CheckResult, runSmokeTest } from '../../shared/smoke/smoke-test.ts';
import { sayDuration } from '../command-line/progress.ts';
import { OptionError, UsageError } from '../command-line/usage-error.ts';
import { apiAddressOf } from './api-address.ts';
import { checkLine } from './check-lines.ts';
import { type TargetOptions, targetOf } from './target.ts';

/** A cold start of the office image, its conversion and a retry. */
const waitSeconds = 120;

interface Options extends TargetOptions {
  readonly url?: string;
  readonly api?: string;
  readonly user?: string;
  readonly json: boolean;
}

function checkOptions({ url, api, stage, user }: Options): void {
  if (url !== undefined && stage !== undefined) throw new OptionError('Give either --url or --stage.');
  for (const [option, value] of Object.entries({ '--url': url, '--api': api }))
    if (value !== undefined && !isSecureAddress(value))
      throw new OptionError(`${option} ${value}: an address that begins with https:// is expected.`);
  if (url === undefined && stage === undefined) return;
  if (user === undefined) throw new OptionError('--user is required: an account for this test.');
  if (!process.env.SMOKE_PASSWORD)
    throw new OptionError(
      'SMOKE_PASSWORD is required: the environment variable with the password of --user.',
    );
}

const isSecureAddress = (text: string) => URL.canParse(text) && new URL(text).protocol === 'https:';

const mailSchema = z.array(z.object({ text: z.string() }));

/** The newest code in the mailbox of the local cloud. */
const localMailbox = (site: string) => async (address: string) => {
  const reply = await fetch(`${site}/_local/mail.json?to=${encodeURIComponent(address)}`);
  const [mail] = mailSchema.parse(await reply.json());
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
};

function accountOf(site: string, { user }: Options): SmokeAccount {
  const { SMOKE_PASSWORD: password } = process.env;
  if (user === undefined) return { kind: 'new', codeFor: localMailbox(site) };
  if (!password)
    throw new UsageError('Put the password of --user into the environment variable SMOKE_PASSWORD.');
  return { kind: 'prepared', username: user.toLowerCase(), password };
}

async function smokeTargetOf(options: Options): Promise<SmokeTarget> {
  const { url, stage, api } = options;
  if (url !== undefined) return deployment(new URL(url).origin, api, options);
  const { site } = await targetOf(options);
  if (stage !== undefined) return deployment(site, api ?? (await apiAddressOf(stage)), options);
  return { site, kind: 'local cloud', account: accountOf(site, options), waitSeconds };
}

const deployment = (site: string, api: string | undefined, options: Options): SmokeTarget => ({
  site,
  kind: 'deployment',
  api,
  account: accountOf(site, options),
  waitSeconds,
});

function summary(results: readonly CheckResult[]): string {
  const count = (outcome: CheckResult['outcome']) =>
    results.filter((each) => each.outcome === outcome).length;
  const time = sayDuration(results.reduce((sum, { milliseconds }) => sum + milliseconds, 0));
  return `${count('ok')} ok, ${count('failed')} failed, ${count('skipped')} skipped, in ${time}.`;
}

/** Runs the smoke test against a running site and prints its failures. */
export async function smoke(options: Options): Promise<void> {
  checkOptions(options);
  const target = await smokeTargetOf(options);
  console.error(`Checking ${target.site} ...`);
  const print = (result: CheckResult) => options.json || console.log(checkLine(result));
  const results = await runSmokeTest(target, print);
  console.log(options.json ? JSON.stringify(results, null, 2) : summary(results));
  if (results.some(({ outcome }) => outcome === 'failed')) process.exitCode = 1;
}
