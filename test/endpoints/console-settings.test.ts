import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { applicationSummary } from '../../shared/api/applications.ts';
import { university as northernLakes } from '../../shared/partners/index.ts';
import type { Settings } from '../../shared/partners/settings.ts';
import { ApiClient } from '../support/applicant.ts';
import { withoutDeliveries, withStaffCloud } from '../support/cloud.ts';
import { eventually } from '../support/eventually.ts';
import { completeAnswers } from '../support/form.ts';
import { runOperatorCommand } from '../support/operator.ts';
import { person } from '../support/person.ts';
import { signIn } from '../support/staff.ts';
import { tableOf } from '../support/table.ts';

const { cloud } = withStaffCloud({ ...withoutDeliveries, isEmpty: true });
const path = '/api/staff/settings';

let dana: ApiClient;
beforeAll(async () => {
  dana = await signIn(cloud(), 'Dana Director', '?fresh=yes');
});

const current = async () => (await dana.call('GET', path)).body;
interface More {
  readonly base?: number;
  readonly confirmed?: readonly string[];
}
const send = async (change: object, { base, confirmed = [] }: More = {}) =>
  dana.call('POST', path, {
    ...{ base: base ?? (await current()).version, change, note: 'Snowstorm', confirmed },
  });
/** Publishes settings, and fails if they are rejected. */
async function publish(set: Settings, more?: More): Promise<number> {
  const { status, body } = await send({ set }, more);
  expect({ status, body }).toEqual({ status: 200, body: { version: expect.any(Number) } });
  return Number(body.version);
}
const restoreFile = async () => {
  if (JSON.stringify((await current()).settings) !== '{}')
    expect((await send({ restore: 0 }, { confirmed: risksOfFile })).status).toBe(200);
};
const risksOfFile = ['removed-deadline:regular', 'removed-item:essay'];

const deadline = (at: string, graceMinutes = 0) => ({
  ...{ id: 'regular', label: 'Regular decision', at, graceMinutes, warnDays: [7] },
});
/** The stored submissions with a confirmation number. */
async function submissionsWith(confirmation: string) {
  const { documents, TableName } = tableOf(cloud());
  const { Items = [] } = await documents.send(
    new ScanCommand({
      TableName,
      FilterExpression: 'sk = :sk AND confirmation = :confirmation',
      ExpressionAttributeValues: { ':sk': 'SUBMISSION#1', ':confirmation': confirmation },
    }),
  );
  return Items;
}

const publicSettings = () => new ApiClient(cloud()).call('GET', '/public/settings');

describe('settings', () => {
  it('are those of the file until a version is published', async () => {
    expect(await current()).toEqual({ version: 0, settings: {} });
    const { status, body, headers } = await publicSettings();
    expect({ status, body }).toEqual({ status: 200, body: { version: 0, settings: {} } });
    expect(headers.get('cache-control')).toBe('public, max-age=20');
    expect((await dana.call('GET', `${path}/versions`)).body).toEqual({ versions: [] });
  });

  it('that are published are in effect immediately, with who published what and why', async () => {
    const dateBanner = { from: '2027-01-15', to: '2027-02-01', text: 'The office is closed today.' };
    const version = await publish({ dateBanner });
    expect((await publicSettings()).body).toEqual({ version, settings: { dateBanner } });
    expect((await dana.call('GET', `${path}/versions`)).body).toMatchObject({
      versions: [
        {
          ...{ version, by: 'Dana Director', note: 'Snowstorm', at: expect.any(String) },
          changed: ['dateBanner'],
        },
      ],
    });
    const { body } = await dana.call('GET', '/api/staff/audit-log');
    expect(body.entries).toContainEqual(
      expect.objectContaining({
        ...{ event: 'settings-published', by: 'Dana Director (dana)' },
        names: [`version=${version}`, 'dateBanner'],
      }),
    );
    expect(body.entries).toContainEqual(expect.objectContaining({ event: 'settings-read' }));
    await publish({ dateBanner: null });
    expect((await publicSettings()).body.settings).toEqual({ dateBanner: null });
  });

  it('can be restored to any version, which publishes a new one', async () => {
    const first = await publish({ help: ['Call us.'] });
    await publish({ help: ['Write to us.'], beforeYouStart: 'It takes an hour.' });
    const { body } = await send({ restore: first });
    expect((await current()).settings).toMatchObject({ help: ['Call us.'] });
    expect((await current()).settings).not.toHaveProperty('beforeYouStart');
    const { versions } = (await dana.call('GET', `${path}/versions`)).body as {
      readonly versions: readonly { readonly version: number }[];
    };
    expect(versions[0]).toMatchObject({ version: body.version, changed: ['beforeYouStart', 'help'] });
    expect(versions.map(({ version }) => version)).toEqual(
      Array.from({ length: versions.length }, (_, place) => versions.length - place),
    );
    await restoreFile();
    expect((await current()).settings).toEqual({});
    expect((await send({ restore: 400_000 })).status).toBe(404);
  });

  it('are listed twenty versions at a time', async () => {
    for (let count = 0; count < 21; count += 1)
      await publish({ beforeYouStart: `It takes ${count + 2} hours.` });
    const { version } = await current();
    const first = (await dana.call('GET', `${path}/versions`)).body as { versions: object[]; next: number };
    expect(first.versions).toHaveLength(20);
    const next = (await dana.call('GET', `${path}/versions?before=${first.next}`)).body;
    expect((next.versions as readonly object[])[0]).toMatchObject({ version: Number(version) - 20 });
    await restoreFile();
  }, 60_000);
});

describe('a publication', () => {
  it('of several persons at the same time succeeds once, and changes nothing for the others', async () => {
    const { version: base } = (await current()) as { readonly version: number };
    const outcomes = await Promise.all(
      ['One.', 'Two.', 'Three.'].map((text) => send({ set: { help: [text] } }, { base })),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(outcomes.find(({ status }) => status === 409)?.body).toMatchObject({
      ...{ is_outdated: true, message: expect.stringContaining('Someone else saved') },
    });
    expect((await current()).version).toBe(base + 1);
    await restoreFile();
  });

  it('that is repeated because its response was lost returns the same version', async () => {
    const { version: base } = (await current()) as { readonly version: number };
    const change = { set: { help: ['Call us twice.'] } };
    const attempt = (note: string) => dana.call('POST', path, { base, change, note, confirmed: [] });
    const published = { status: 200, body: { version: base + 1 } };
    const both = await Promise.all([attempt('Ice'), attempt('Ice')]);
    expect([...both, await attempt('Ice')]).toMatchObject([published, published, published]);
    expect((await current()).version).toBe(base + 1);
    expect(await attempt('Fog')).toMatchObject({ status: 409, body: { is_outdated: true } });
    await restoreFile();
  });

  it('is checked as the build checks a file', async () => {
    expect(await send({ set: { deadlines: [deadline('2027-01-15T23:59', 30_000)] } })).toMatchObject({
      status: 400,
      body: {
        message: 'Deadline 1, Minutes of grace: a whole number from 0 to 20160.',
        faults: [{ path: 'deadlines.0.graceMinutes' }],
      },
    });
  });

  it('needs a reason, a known setting and a difference', async () => {
    const { version: base } = await current();
    const unnamed = await dana.call('POST', path, { base, change: { set: {} }, note: ' ', confirmed: [] });
    expect(unnamed).toMatchObject({ status: 400, body: { message: 'Write why you change this.' } });
    expect((await send({ set: { theme: {} } })).status).toBe(400);
    expect(await send({ set: { help: northernLakes.help } })).toMatchObject({
      ...{ status: 400, body: { message: 'Nothing differs from the current settings.' } },
    });
  });

  it('that closes the form, removes a deadline or a checklist item must be confirmed', async () => {
    const steps = [
      ...northernLakes.nextSteps,
      { title: 'Send an essay', text: 'By mail.', checklistItem: 'essay' },
    ];
    await publish({ nextSteps: steps, deadlines: [deadline('2034-01-15T23:59')] });
    const past = { deadlines: [deadline('2025-01-15T23:59')] };
    expect(await send({ set: past })).toMatchObject({
      status: 409,
      body: { risks: [{ id: 'closes', text: /closes now/ }, { id: 'earlier-deadline:regular' }] },
    });
    expect(await send({ set: { deadlines: null, nextSteps: northernLakes.nextSteps } })).toMatchObject({
      status: 409,
      body: { risks: [{ id: 'removed-deadline:regular' }, { id: 'removed-item:essay' }] },
    });
    expect((await send({ set: past }, { confirmed: ['closes'] })).status).toBe(409);
    await publish(past, { confirmed: ['closes', 'earlier-deadline:regular'] });
    await restoreFile();
  });
});

describe('a submission after the last deadline', () => {
  /** A time on the university's clocks. */
  const onItsClocks = (milliseconds: number) =>
    new Date(milliseconds)
      .toLocaleString('sv-SE', { timeZone: northernLakes.timeZone, dateStyle: 'short', timeStyle: 'short' })
      .replace(' ', 'T');
  const shown = async (user: string) =>
    applicationSummary.parse(await runOperatorCommand(cloud(), { command: 'show-application', user }));

  it('is rejected, answers are kept and can be changed, and within a grace period it is accepted and recorded as late', async () => {
    const [early, client] = [await person(cloud()), await person(cloud())];
    const { confirmation } = await early.submit();
    await client.save(completeAnswers);
    await publish({ deadlines: [deadline('2026-01-15T23:59')] }, { confirmed: ['closes'] });
    await eventually(async () => expect((await client.post('/api/submit')).status).toBe(409));
    expect((await client.post('/api/submit')).body.message).toMatch(
      /^The deadline has passed: Regular decision, January 15, .+\. You can no longer submit this application\. Your answers are still saved\. Questions\? Write to /,
    );
    expect((await client.save({ city: 'Taos' })).status).toBe(200);
    expect((await client.get('/api/profile')).body.answer).toEqual({ ...completeAnswers, city: 'Taos' });
    expect(await shown(client.username)).toMatchObject({ status: 'draft' });
    expect((await early.post('/api/submit')).body).toMatchObject({ confirmation });
    const threeHoursAgo = onItsClocks(Date.now() - 3 * 3_600_000);
    const version = await publish({ deadlines: [deadline(threeHoursAgo, 24 * 60)] });
    await eventually(async () => expect((await client.post('/api/submit')).status).toBe(200));
    const { status, late, ...accepted } = await shown(client.username);
    expect({ status, late }).toMatchObject({ status: 'submitted', late: { label: 'Regular decision' } });
    expect(late?.minutes).toBeGreaterThanOrEqual(3 * 60);
    expect(await submissionsWith(accepted.confirmation ?? '')).toMatchObject([{ settings_version: version }]);
  });
});
