import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import type { SmokeAccount, SmokeTarget } from '../../shared/smoke/check.ts';
import { type CheckResult, runSmokeTest } from '../../shared/smoke/smoke-test.ts';
import { readOptions } from '../command-line/options.ts';
import { sayDuration } from '../command-line/progress.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { apiAddressOf } from './api-address.ts';
import { checkLine } from './check-lines.ts';
import { targetOf, targetOptions } from './target.ts';

/** A cold start of the office image, its conversion and a retry. */
const waitSeconds = 120;

const optionsIn = (args: readonly string[]) =>
  readOptions('smoke', () => {
    const { values } = parseArgs({
      args: [...args],
      options: {
        url: { type: 'string' },
        api: { type: 'string' },
        user: { type: 'string' },
        json: { type: 'boolean', default: false },
        ...targetOptions,
      },
    });
    const { url, api, stage, user } = values;
    if (url !== undefined && stage !== undefined) throw new Error('Give either --url or --stage.');
    for (const [option, value] of Object.entries({ '--url': url, '--api': api }))
      if (value !== undefined && !isSecureAddress(value))
        throw new Error(`${option} ${value}: an address that begins with https:// is expected.`);
    if (url === undefined && stage === undefined) return values;
    if (user === undefined) throw new Error('--user is required: an account for this check.');
    if (!process.env.SMOKE_PASSWORD)
      throw new Error('Put the password of that account into the environment variable SMOKE_PASSWORD.');
    return values;
  });

type Options = ReturnType<typeof optionsIn>;

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

/** `npm run smoke`: runs the smoke test against a running site and prints what fails. */
export async function smoke(args: readonly string[]): Promise<void> {
  const options = optionsIn(args);
  const target = await smokeTargetOf(options);
  console.error(`Checking ${target.site} ...`);
  const print = (result: CheckResult) => options.json || console.log(checkLine(result));
  const results = await runSmokeTest(target, print);
  console.log(options.json ? JSON.stringify(results, null, 2) : summary(results));
  if (results.some(({ outcome }) => outcome === 'failed')) process.exitCode = 1;
}
