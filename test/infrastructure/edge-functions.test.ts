import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { deploymentNamed, deploymentNames } from '../../lib/config/index.ts';
import { ensureBuilt, withBuildLock } from '../../scripts/build/index.ts';
import { ensureProgram } from '../../scripts/dev/programs.ts';
import { EdgeFunction, type EdgeRequest } from '../../scripts/local-cloud/edge/edge-function.ts';
import { maxBodyBytes } from '../../shared/api/contract.ts';
import { cloudOf, type Resource, resourcesOfType } from './cloud.ts';

// The CloudFront Functions as they are deployed. CloudFront runs them in njs, the local cloud runs them in
// Node.

const name = 'apply.example.edu';
const domain = { name, certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1' };
const pages = join(import.meta.dirname, '../../dist/pages');
const settings = {
  ...Object.fromEntries(deploymentNames.map((each) => [each, deploymentNamed(each)])),
  'prod with a domain': { ...deploymentNamed('prod'), domain },
};

let functions: Readonly<Record<string, readonly Resource[]>>;

beforeAll(async () => {
  await withBuildLock(ensureBuilt);
  functions = Object.fromEntries(
    Object.entries(settings).map(([title, deployment]) => [
      title,
      resourcesOfType('AWS::CloudFront::Function', cloudOf(deployment)),
    ]),
  );
});

const codeOf = (id: string, title = 'prod') =>
  String(functions[title]?.find(({ path }) => path === `Web/Origin/${id}/Resource`)?.properties.FunctionCode);

/**
 * The syntax of cloudfront-js-2.0 beyond ES 5.1:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html
 */
const cloudFrontSyntax = {
  'const-and-let': true,
  'template-literal': true,
  'rest-argument': true,
  'async-await': true,
  'exponent-operator': true,
  arrow: true,
};

/**
 * Throws for syntax that CloudFront does not have; syntax that esbuild can replace changes the result
 * instead.
 */
async function expectCloudFrontSyntax(code: string) {
  const supported = await transform(code, { target: 'es5', supported: cloudFrontSyntax });
  const unchanged = await transform(code, { supported: { 'object-extensions': false } }); // both write `{ a: a }`
  expect(supported.code).toBe(unchanged.code);
}

test.each(Object.keys(settings))(
  'the CloudFront Functions of %s use only syntax that cloudfront-js-2.0 has',
  async (title) => {
    expect(functions[title]?.map(({ properties }) => properties.FunctionConfig.Runtime)).toEqual([
      'cloudfront-js-2.0',
      'cloudfront-js-2.0',
    ]);
    for (const id of ['Site', 'Calls']) await expectCloudFrontSyntax(codeOf(id, title));
  },
);

const njs = await ensureProgram('njs');
if ('missing' in njs) console.warn(`${njs.missing}. The CloudFront Functions run in Node only.`);

type Run = (code: string, event: object) => Partial<EdgeRequest> & Readonly<Record<string, unknown>>;

const engines: Readonly<Record<string, Run>> = {
  'the local cloud': (code, event) => new EdgeFunction('Function', code).run(event as never) as never,
  ...('file' in njs && {
    njs: (code, event) =>
      JSON.parse(
        execFileSync(
          njs.file,
          ['-c', `${code}\nconsole.log(JSON.stringify(handler(${JSON.stringify(event)})));`],
          { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
        ),
      ),
  }),
};

describe.each(Object.entries(engines))('CloudFront Functions in %s', (_, run) => {
  const context = { distributionDomainName: 'd1.cloudfront.net' };
  const viewer = { ip: '192.0.2.7' };
  const visit = (id: string, request: object, title = 'prod') =>
    run(codeOf(id, title), { context, viewer, request });
  const call = (headers: Readonly<Record<string, string>>) =>
    visit('Calls', {
      headers: Object.fromEntries(
        Object.entries({ host: name, ...headers }).map(([key, value]) => [key, { value }]),
      ),
    });

  test('the site function maps paths to prerendered pages, files, or the page of the router', () => {
    const uriOf = (uri: string) =>
      visit('Site', { uri, headers: { host: { value: name } }, querystring: {} }).uri;
    const routed = ['/', '/confirm', '/about/us', '/confirm/a@b.edu/x'];
    expect(routed.map(uriOf)).toEqual(routed.map(() => '/index.html'));
    const drawn = ['/about', '/education', '/final-steps', '/login', '/signup'];
    expect(drawn.map(uriOf)).toEqual(drawn.map((path) => `${path}.html`));
    expect(drawn.filter((path) => !existsSync(join(pages, `${path}.html`)))).toEqual([]);
    expect(uriOf('/About/')).toBe('/about.html');
    const ofStaff = ['/staff', '/Staff/', '/staff/applications/a@b.edu', '/staff/audit-log'];
    expect(ofStaff.map(uriOf)).toEqual(ofStaff.map(() => '/staff.html'));
    expect(uriOf('/staffing')).toBe('/index.html');
    const files = ['/assets/index-a1.js', '/assets/console-a1.js', '/staff.html', '/config.json'];
    expect(files.map(uriOf)).toEqual(files);
  });

  test('the calls function adds the site and the viewer and overwrites forged headers', () => {
    expect(call({ 'x-viewer-address': 'forged', 'content-length': String(maxBodyBytes) }).headers).toEqual({
      host: { value: name },
      'content-length': { value: String(maxBodyBytes) },
      'x-site-host': { value: 'd1.cloudfront.net' },
      'x-viewer-host': { value: name },
      'x-viewer-address': { value: '192.0.2.7' },
    });
  });

  test('the calls function rejects a body that is too large or has no length, before API Gateway reads it', () => {
    const replyTo = (headers: Readonly<Record<string, string>>) => {
      const { statusCode, body } = call(headers);
      return [statusCode, JSON.parse(String(body))];
    };
    const tooLarge = [413, { message: 'The request is too large.' }];
    expect(replyTo({ 'content-length': String(maxBodyBytes + 1) })).toEqual(tooLarge);
    expect(replyTo({ 'content-length': '8388608' })).toEqual(tooLarge);
    expect(replyTo({ 'transfer-encoding': 'chunked' })).toEqual([
      411,
      { message: 'The request must have a Content-Length.' },
    ]);
  });

  test('with a domain, the functions redirect or reject other hosts and pass on the domain', () => {
    const at = (id: string, host: string) =>
      visit(
        id,
        {
          uri: '/login',
          headers: { host: { value: host } },
          querystring: {
            b: { value: '1%202', multiValue: [{ value: '0' }, { value: '1%202' }] },
            a: { value: '' },
          },
        },
        'prod with a domain',
      );
    for (const other of ['d1.cloudfront.net', 'evil.example', `${name}.evil.example`, `${name}:8443`]) {
      expect(at('Site', other)).toMatchObject({
        statusCode: 301,
        headers: { location: { value: `https://${name}/login?b=0&b=1%202&a=` } },
      });
      expect(at('Calls', other)).toMatchObject({ statusCode: 421 });
    }
    expect(at('Site', name).uri).toBe('/login.html');
    expect(at('Calls', name).headers).toMatchObject({
      'x-site-host': { value: name },
      'x-viewer-host': { value: name },
    });
  });
});
