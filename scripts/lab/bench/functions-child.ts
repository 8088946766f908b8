import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { root } from '../../build/root.ts';

// One measurement in a separate process: the time to load a function, or the time of a call.

const named = [
  ...['TABLE_NAME', 'UPLOADS_BUCKET', 'DOCUMENTS_BUCKET', 'USER_POOL_ID', 'USER_POOL_CLIENT_ID', 'MAIL_FROM'],
  ...['CONVERSION_MACHINE_ARN', 'APPLICATION_PDF_MACHINE_ARN', 'ORIGIN_SECRET_ARN', 'PEPPER_SECRET_ARN'],
  ...['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'SERVICE_TOKEN_SECRET_ARN'],
];
Object.assign(process.env, Object.fromEntries(named.map((name) => [name, 'bench'])), {
  AWS_REGION: 'us-east-1',
  PARTNER: 'northern-lakes',
});

const microseconds = ({ user, system }: NodeJS.CpuUsage) => user + system;

async function importCost(name: string) {
  const before = process.cpuUsage();
  await import(join(root, 'dist/functions', name, 'index.mjs'));
  return microseconds(process.cpuUsage(before)) / 1000;
}

/** The functions read the origin's secret once, from this server. */
async function answerSecrets() {
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'application/x-amz-json-1.1').end('{"SecretString":"secret"}'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env.AWS_ENDPOINT_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return server;
}

const event = (body: string) => ({
  routeKey: 'POST /bench',
  rawPath: '/bench',
  headers: {
    'content-type': 'application/json',
    'x-origin-secret': 'secret',
    'x-viewer-host': 'apply.example',
    'x-site-host': 'apply.example',
    'sec-fetch-site': 'same-origin',
  },
  body,
  isBase64Encoded: false,
  requestContext: { requestId: 'bench' },
});

const large = JSON.stringify({
  answer: Object.fromEntries(
    Array.from({ length: 250 }, (_, index) => [`question_number_${index}`, 'x'.repeat(28)]),
  ),
});

async function callCost() {
  const server = await answerSecrets();
  const { handler } = await import(join(root, '.cache/bench/handling/index.mjs'));
  const cost = async (body: string, times: number) => {
    for (let index = 0; index < times / 4; index += 1) await handler(event(body), {});
    const before = process.cpuUsage();
    for (let index = 0; index < times; index += 1) await handler(event(body), {});
    return microseconds(process.cpuUsage(before)) / times;
  };
  const shown = console.info;
  console.info = () => {}; // excludes the cost of writing to a terminal
  const result = { small: await cost('{"answer":{}}', 200_000), large: await cost(large, 2_000) };
  console.info = shown;
  server.close();
  return JSON.stringify(result);
}

const [, , what = '', name = ''] = process.argv;
console.log(what === 'import' ? await importCost(name) : await callCost());
