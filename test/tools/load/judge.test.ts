import { afterAll, beforeAll, expect, it } from 'vitest';
import { Applicant } from '../../../scripts/lab/applicants/applicant.ts';
import { type Call, violationsOf } from '../../../scripts/lab/load/judge.ts';
import { Slots } from '../../../scripts/lab/load/slots.ts';
import { TimedClient } from '../../../scripts/lab/load/timed-client.ts';
import { startBrokenProduct } from './broken-product.ts';

let product: Awaited<ReturnType<typeof startBrokenProduct>>;
beforeAll(async () => {
  product = await startBrokenProduct();
});
afterAll(() => product.close());

/** A browser that sends its calls immediately, and the list of its calls. */
function newBrowser(patience: number) {
  const slots = new Slots();
  slots.open();
  const calls: Call[] = [];
  const record = (call: Call) => void calls.push(call);
  const url = `http://127.0.0.1:${product.port}`;
  return { client: new TimedClient({ url, slots, from: undefined, patience, record }), calls };
}

it.each([
  ['GET', '/lookup/find', 'had no answer within 0.2 seconds.', 200],
  ['PUT', '/api/last-page', 'lost its connection: Error: socket hang up.', 60_000],
  ['GET', '/about', 'answered 503 without Retry-After.', 60_000],
  ['GET', '/api/submit', 'answered 500.', 60_000],
] as const)(
  'npx matricula lab load: a call %s %s that breaks a promise is found: it %s',
  async (method, path, found, patience) => {
    const { client, calls } = newBrowser(patience);
    await client.send(method, path).catch(() => {});
    expect(violationsOf(calls, patience)).toEqual([`${method} ${path} ${found}`]);
  },
);

it('npx matricula lab load: a refusal that says when to try again, or that API Gateway answers itself, breaks no promise', async () => {
  const { client, calls } = newBrowser(60_000);
  await client.send('GET', '/api/pdf');
  await client.send('GET', '/api/document-answer');
  expect(calls).toMatchObject([
    { outcome: { status: 429, retryAfter: '5', isOfFunction: true } },
    { outcome: { status: 503, retryAfter: null, isOfFunction: false } },
  ]);
  expect(violationsOf(calls, 60_000)).toEqual([]);
});

it('npx matricula lab load: says once how often a promise was broken', async () => {
  const { client, calls } = newBrowser(60_000);
  for (let time = 0; time < 3; time += 1) await client.reload('/about', performance.now());
  expect(violationsOf(calls, 60_000)).toEqual(['GET /about answered 503 without Retry-After. (3 times)']);
});

it('npx matricula lab load: an acknowledged write that is missing afterwards is found', async () => {
  let steps = 0;
  const isOver = () => ++steps > 5;
  const { client } = newBrowser(60_000);
  const applicant = new Applicant(client, { weights: { save: 1 }, random: Math.random, isOver });
  await applicant.live(5);
  expect(applicant.problems).toEqual([]);
  await applicant.checkAtEnd();
  expect(applicant.problems).toContainEqual(
    expect.stringMatching(/^applicant-.*: \w+ is undefined, acknowledged was "\w+ \d"\.$/),
  );
});
