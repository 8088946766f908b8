import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type HttpsServer, serveHttps } from '../../../scripts/local-cloud/tls/https-server.ts';
import type { SmokeTarget } from '../../../shared/smoke/check.ts';
import { type CheckResult, runSmokeTest } from '../../../shared/smoke/smoke-test.ts';
import { faults } from '../../browser/support/faults.ts';
import { codeFor, goodPassword } from '../../support/applicant.ts';
import { withAwsStandIn } from '../../support/aws-stand-in.ts';
import { withCloud } from '../../support/cloud.ts';
import { conversionEnded, conversionOf, upload } from '../../support/documents.ts';
import { type Change, startEdgeProxy } from '../../support/edge-proxy.ts';
import { functionName } from '../../support/operator.ts';
import { signedUp } from '../../support/person.ts';
import { runCommand } from '../../support/run-here.ts';
import { pdf } from '../../support/samples.ts';

const cloud = withCloud({ log: () => {} });
const root = resolve(import.meta.dirname, '../../..');

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const target = (more: Partial<SmokeTarget> = {}): SmokeTarget => ({
  site: cloud().url,
  kind: 'local cloud',
  account: { kind: 'new', codeFor: async (address) => codeFor(cloud(), address) || undefined },
  waitSeconds: 120,
  ...more,
});

const smokeTest = (more: Partial<SmokeTarget> = {}) => runSmokeTest(target(more), () => {});

const failures = (results: readonly CheckResult[]) =>
  results.filter(({ outcome }) => outcome === 'failed').map(({ title, detail }) => `${title}: ${detail}`);

const run = (...args: readonly string[]) => runCommand('ops', 'smoke', ...args);

/** Runs the command in its own process, which trusts the certificate of the local cloud over https. */
const runTrusting = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  new Promise<{ code: number; out: string; error: string }>((done) => {
    const trusted = { NODE_EXTRA_CA_CERTS: join(cloud().data, 'tls/cert.pem'), SMOKE_PASSWORD: goodPassword };
    const options = { cwd: root, env: { ...process.env, ...trusted, ...env } };
    execFile(process.execPath, ['scripts/main.ts', 'ops', 'smoke', ...args], options, (failure, out, error) =>
      done({ code: Number(failure?.code ?? 0), out, error }),
    );
  });

const local = () => ['--data', cloud().data, '--port', String(cloud().port)];

let secure: HttpsServer;
beforeAll(async () => {
  secure = await serveHttps(cloud(), 0);
});
afterAll(() => secure.close());

describe('npx matricula ops smoke', () => {
  it('finds that everything works on the local cloud, and says how long each check took', async () => {
    const { code, out } = await run(...local());
    expect(out).toMatch(/^ok {7}Uploading and converting a Word document \(\d/m);
    expect(out).toMatch(/^ok {7}The application PDF \(\d/m);
    expect(out).toMatch(/^ok {7}Logging out ends the session \(\d/m);
    expect(out).toMatch(/^skipped {2}The API's own address is closed: the local cloud has no such address$/m);
    expect(out).toMatch(/^17 ok, 0 failed, 2 skipped, in /m);
    expect(code).toBe(0);
  });

  it('uses a prepared account, leaves it as it was, and prints no password', async () => {
    const client = await signedUp(cloud());
    await client.call('PUT', '/api/answer', { answer: { first_name: 'Ada' } });
    const user = await functionName(client);
    const args = ['--url', secure.url, '--user', user.toUpperCase(), '--json'];
    const { code, out, error } = await runTrusting(args);
    const results = JSON.parse(out) as readonly CheckResult[];
    expect(failures(results)).toEqual([
      'The mailbox of the local cloud is not there: /_local/mail.json returned 200 instead of 403',
    ]);
    expect(results.filter(({ outcome }) => outcome === 'skipped').map(({ detail }) => detail)).toEqual([
      'name the address with --api, or the deployment with --stage',
      ...Array.from({ length: 3 }, () => 'the account is prepared'),
    ]);
    expect(code).toBe(1);
    expect(out + error).not.toContain(goodPassword);
    const { body } = await client.call('GET', '/api/profile');
    expect(body).toMatchObject({ answer: { first_name: 'Ada' }, document_answer: {}, receipt: null });
  });

  it.each([
    [['--url', 'https://a.example'], '--user is required: an account for this test.'],
    [['--url', 'https://a.example', '--user', 'a@b.org'], 'SMOKE_PASSWORD is required'],
    [['--url', 'https://a.example', '--stage', 'dev'], 'Give either --url or --stage.'],
  ])('with %j prints what is missing', async (args, words) => {
    vi.stubEnv('SMOKE_PASSWORD', '');
    const { code, error } = await run(...args);
    vi.unstubAllEnvs();
    expect(error).toContain(words);
    expect(code).toBe(1);
  });

  it('says that nothing answers, and ends with 1', async () => {
    const { code, out } = await run('--data', cloud().data, '--port', '9');
    const lines = out.split('\n').filter((line) => line.startsWith('FAILED'));
    expect(lines).toEqual([
      expect.stringMatching(
        /^FAILED {3}The site answers: http:\/\/127\.0\.0\.1:9\/login cannot be reached: /,
      ),
    ]);
    expect(out).toContain('start it with `npm start`, or name its port with --port');
    expect(out).not.toContain('Roll back');
    expect(code).toBe(1);
  });
});

describe('npx matricula ops smoke --stage', () => {
  const { aws, credentials } = withAwsStandIn();
  const args = ['--stage', 'dev', '--user', 'nobody@example.org'];

  it("finds the site and the API's own address in the stacks", async () => {
    const created = '2026-11-01T00:00:00Z';
    const web = {
      ...{ StackName: 'Matricula-dev-Web', CreationTime: created, StackStatus: 'CREATE_COMPLETE' },
      Outputs: [{ OutputKey: 'SiteUrl', OutputValue: secure.url }],
    };
    const api = {
      ...{ LogicalResourceId: 'Api', PhysicalResourceId: 'no-such-api', Timestamp: created },
      ...{ ResourceType: 'AWS::ApiGatewayV2::Api', ResourceStatus: 'CREATE_COMPLETE' },
    };
    aws().reply({
      'cloudformation:DescribeStacks': { body: { Stacks: [web] } },
      'cloudformation:DescribeStackResources': { body: { StackResources: [api] } },
    });
    const { code, out } = await runTrusting(args, credentials());
    expect(out).toMatch(/^ok {7}Pages and calls have the security headers/m);
    expect(out).toContain(
      'https://no-such-api.execute-api.us-east-1.amazonaws.com/lookup/find cannot be reached',
    );
    expect(code).toBe(1);
  });
});

describe('the smoke test, when a part of the cloud fails,', () => {
  const fails = async (fault: Parameters<ReturnType<typeof cloud>['injectFault']>[0], waitSeconds = 120) => {
    ends.push(cloud().injectFault(fault));
    return failures(await smokeTest({ waitSeconds }));
  };

  it('says that sign-up fails, and skips what needs an account', async () => {
    const unavailable = { errorName: 'InternalErrorException' };
    ends.push(cloud().injectFault({ matches: faults.cognito, effect: unavailable }));
    const results = await smokeTest();
    expect(failures(results)).toEqual([
      expect.stringMatching(/^Signing up: POST \/public\/signup returned 50\d/),
    ]);
    expect(results.filter(({ detail }) => detail === 'an earlier check failed')).toHaveLength(11);
  });

  it('says that answers cannot be saved', async () => {
    const found = await fails({ matches: faults.saves, effect: { errorName: 'InternalServerError' } }, 1);
    expect(found[0]).toMatch(/^Saving an answer and reading it again: PUT \/api\/answer returned 50\d/);
  });

  it('says that a conversion does not end, and still removes the upload', async () => {
    const held = cloud().injectFault({ matches: faults.inspectingUploads, effect: 'held' });
    ends.push(held);
    const found = failures(await smokeTest({ waitSeconds: 1 }));
    const titles = ['a Word document', 'a photo', 'a PDF'];
    for (const [index, title] of titles.entries())
      expect(found[index]).toMatch(
        new RegExp(`^Uploading and converting ${title}: the conversion is still \\S+ after 1 s$`),
      );
    expect(found.join()).not.toContain('Deleting its documents');
  });

  it('says that the application PDF cannot be written', async () => {
    const found = await fails({ matches: faults.writingPdfs, effect: { errorName: 'AccessDenied' } });
    expect(found).toEqual(['The application PDF: the application PDF failed']);
  });
});

describe('the smoke test, when the edge is misconfigured,', () => {
  const through = async (changes: readonly Change[], more: Partial<SmokeTarget> = {}) => {
    const proxy = await startEdgeProxy(cloud().url, changes);
    ends.push(proxy.close);
    return failures(await smokeTest({ site: proxy.url, ...more }));
  };
  const noAccount = { kind: 'prepared', username: 'nobody@example.org', password: goodPassword } as const;

  it('names missing security headers, caching and open doors', async () => {
    const found = await through(
      [
        {
          path: /^\/login/,
          headers: { 'content-security-policy': undefined, 'cache-control': 'max-age=60' },
        },
        { path: /^\/api\/profile/, headers: { 'x-frame-options': 'SAMEORIGIN' }, status: 200 },
        { path: /^\/public\/login/, status: 200 },
      ],
      { account: noAccount },
    );
    expect(found.slice(0, 4)).toEqual([
      'Pages and calls have the security headers: /login has not the expected content-security-policy (missing)',
      'Pages are checked for changes, their files kept for a year, and calls never stored: cache-control of /login is max-age=60',
      'Without a session there are no answers: /api/profile without a session returned 200 instead of 401',
      'Calls from the pages of other sites are refused: /public/login with the Origin of another site returned 200 instead of 403',
    ]);
  });

  it('names a cookie that scripts could read', async () => {
    const cookies = ['__Host-session=1; Path=/; Secure; Max-Age=9; SameSite=Strict'];
    expect(await through([{ path: /^\/public\/login/, headers: { 'set-cookie': cookies } }])).toEqual([
      'Logging in, with cookies that only this site gets: the cookie __Host-session has the attributes Path=/; Secure; Max-Age=9; SameSite=Strict',
    ]);
  });

  it("says whether the API's own address is closed", async () => {
    let status = 200;
    const api = createServer((_, response) => response.writeHead(status).end('[]'));
    await new Promise<void>((listening) => api.listen(0, '127.0.0.1', listening));
    ends.push(() => api.close());
    const address = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
    const found = async () =>
      (await smokeTest({ api: address, account: noAccount })).find(
        ({ title }) => title === "The API's own address is closed",
      );
    expect(await found()).toMatchObject({
      outcome: 'failed',
      detail: `${address} returned 200 instead of 403`,
    });
    status = 403;
    expect(await found()).toMatchObject({ outcome: 'ok' });
  });
});

describe('the smoke test rejects an account', () => {
  it('with documents, deletes nothing, and causes one log-in mail a run', async () => {
    const client = await signedUp(cloud());
    await upload(client, 'transcript_document', 'mine.pdf', await pdf());
    await conversionEnded(client, conversionOf('transcript_document'));
    const account = {
      kind: 'prepared',
      username: await functionName(client),
      password: goodPassword,
    } as const;
    for (const _each of ['first', 'second'])
      expect(failures(await smokeTest({ account }))).toEqual([
        'Opening the application: this account has documents of its own',
      ]);
    const { body } = await client.call('GET', '/api/document-answer');
    expect(Object.keys(body)).toEqual(['transcript_document']);
    const notices = cloud()
      .mail(account.username)
      .filter(({ subject }) => subject.endsWith(': new login to your account'));
    expect(notices).toHaveLength(2);
  });

  it('with a wrong password, and prints the remedy', async () => {
    const client = await signedUp(cloud());
    const account = {
      kind: 'prepared',
      username: await functionName(client),
      password: 'Wrong-Horse-9!',
    } as const;
    const results = await smokeTest({ account });
    expect(failures(results)).toEqual([
      'Logging in, with cookies that only this site gets: POST /public/login returned 400: The email address or password is incorrect.',
    ]);
    expect(results.find(({ outcome }) => outcome === 'failed')?.remedy).toContain('SMOKE_PASSWORD');
  });
});
