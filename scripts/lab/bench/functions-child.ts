import { join } from 'node:path';
import { root } from '../../build/root.ts';

// One measurement in a separate process: the time to load a function, also with its first call, or the time
// of later calls.

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

/** In milliseconds. With `firstCall`, the function also reads its secrets, a session and an application. */
async function importCost(name: string, firstCall: boolean) {
  const before = process.cpuUsage();
  const { handler } = await import(join(root, 'dist/functions', name, 'index.mjs'));
  const reply = firstCall ? await handler(event('', 'GET /api/profile'), { getRemainingTimeInMillis }) : {};
  const used = microseconds(process.cpuUsage(before)) / 1000;
  if (firstCall && reply.statusCode !== 200) throw new Error(`The first call failed: ${reply.body}`);
  return used;
}

const getRemainingTimeInMillis = () => 10_000;

const event = (body: string, routeKey = 'POST /bench') => ({
  routeKey,
  rawPath: routeKey.split(' ')[1],
  cookies: ['__Host-session=session'],
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
  return JSON.stringify(result);
}

const [, , what = '', name = ''] = process.argv;
console.log(what === 'calls' ? await callCost() : await importCost(name, what === 'first call'));
