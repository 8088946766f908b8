import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalCloud, startLocalCloud } from '../../scripts/local-cloud/index.ts';
import { applicationSummary } from '../../shared/api/applications.ts';
import { dataModel } from '../../shared/form/index.ts';
import { applicationOf } from '../../shared/questions/index.ts';
import { formatTime } from '../../shared/rules/format-time.ts';
import { type ApiClient, newAddress } from '../support/applicant.ts';
import { completeAnswers } from '../support/form.ts';
import { runOperatorCommand } from '../support/operator.ts';
import { person } from '../support/person.ts';
import { quickCloud } from '../support/quick-cloud.ts';
import { desertSky } from '../support/second-partner.ts';
import { type SecondPartnerProduct, secondPartnerProduct } from '../support/second-partner-product.ts';

// A university whose last deadline was three hours ago, with a grace period of a day. To end the grace period
// without waiting, the tests move the deadline back in the deployed functions.

const [minute, hour] = [60_000, 60 * 60_000];
const folder = mkdtempSync(join(tmpdir(), 'matricula-deadline-'));
const thisMinute = Math.floor(Date.now() / minute) * minute;
const [within, over] = [thisMinute - 3 * hour, thisMinute - 72 * hour];
const [longAgo, longerAgo] = [Date.UTC(2021, 0, 15), Date.UTC(2020, 11, 1)];

let cloud: LocalCloud;
let product: SecondPartnerProduct;

beforeAll(async () => {
  product = await secondPartnerProduct(folder);
  product.moveDeadlines({ early: longerAgo, regular: longAgo, priority: within });
  cloud = await startLocalCloud({
    assembly: product.assembly,
    data: join(folder, 'data'),
    port: 0,
    ...quickCloud,
  });
}, 600_000); // builds a second product
afterAll(async () => {
  await cloud.close();
  rmSync(folder, { recursive: true });
});

/** Deploys the functions with another last deadline. */
async function moveDeadline(moment: number): Promise<void> {
  const functions = product.moveDeadlines({ priority: moment });
  expect(functions.size).toBeGreaterThan(0);
  await Promise.all([...functions].map((each) => cloud.reloadFunctions(each)));
}

const form = applicationOf(desertSky, new Date().toISOString());
const all = { ...completeAnswers, applied_major: 'GEO', entry_term: '202801' };
/** The answers that applicants type. The function adds the labels of choices. */
const answers = Object.fromEntries(
  Object.entries(all).filter(([key]) => dataModel(form).has(key) && !key.endsWith('_desc')),
);

const saved = async (client: ApiClient) => (await client.call('GET', '/api/profile')).body.answer;

/** An applicant who typed everything, and submits now. */
async function submitNow() {
  const email = newAddress();
  const client = await person(cloud, email);
  expect((await client.call('PUT', '/api/answer', { answer: answers })).status).toBe(200);
  const typed = await saved(client);
  return { email, client, typed, submitted: await client.call('POST', '/api/submit') };
}

const shown = async (user: string) =>
  applicationSummary.parse(await runOperatorCommand(cloud, { command: 'show-application', user }));

describe('a submission after the last deadline', () => {
  it('is accepted within the grace, and recorded as late', async () => {
    const { email, submitted } = await submitNow();
    expect(submitted).toMatchObject({ status: 200, body: { confirmation: expect.stringMatching(/^DSC-/) } });
    const { status, late } = await shown(email);
    expect(status).toBe('submitted');
    expect(late).toMatchObject({ label: 'Priority date', minutes: expect.any(Number) });
    expect(late?.minutes).toBeGreaterThanOrEqual(3 * 60);
  });

  it('is rejected after the grace period with the deadline and a contact, and answers are kept and can be changed', async () => {
    const { client: early, submitted: inTime } = await submitNow();
    await moveDeadline(over);
    const { email, client, typed, submitted } = await submitNow();
    const at = formatTime(new Date(over).toISOString(), desertSky.timeZone);
    expect(submitted).toMatchObject({
      status: 409,
      body: {
        message: `The deadline has passed: Priority date, ${at}. You can no longer submit this application. Your answers are still saved. Questions? Write to help@desertsky.example or call (505) 555-0177.`,
      },
    });
    expect(typed).toMatchObject(answers);
    expect(await saved(client)).toEqual(typed);
    expect((await client.call('PUT', '/api/answer', { answer: { city: 'Taos' } })).status).toBe(200);
    expect(await saved(client)).toEqual({ ...(typed as object), city: 'Taos' });
    expect(await shown(email)).toMatchObject({ status: 'draft' });
    expect((await early.call('POST', '/api/submit')).body).toEqual(inTime.body);
  });
});
