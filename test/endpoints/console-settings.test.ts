import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { university as northernLakes } from '../../shared/partners/index.ts';
import type { Settings } from '../../shared/partners/settings.ts';
import { ApiClient } from '../support/applicant.ts';
import { withoutDeliveries, withStaffCloud } from '../support/cloud.ts';
import { eventually } from '../support/eventually.ts';
import { completeAnswers } from '../support/form.ts';
import { person, submitted } from '../support/person.ts';
import { signIn } from '../support/staff.ts';
import { setInItems, tableOf } from '../support/table.ts';

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
  });

  it('that a person removes are not set, and the file does not return', async () => {
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
  it('on an outdated version is rejected and changes nothing', async () => {
    const { version: base } = (await current()) as { readonly version: number };
    await publish({ help: ['Call us.'] });
    const late = await send({ set: { help: ['Write to us.'] } }, { base });
    expect(late).toMatchObject({ status: 409, body: { is_outdated: true, message: /Someone else saved/ } });
    expect((await current()).settings).toMatchObject({ help: ['Call us.'] });
  });

  it.each<[string, object]>([
    ['some settings', { set: { help: ['Call us twice.'] } }],
    ['a restored version', { restore: 0 }],
  ])('that is repeated because its response was lost returns the same version: %s', async (_what, change) => {
    const { version: base } = (await current()) as { readonly version: number };
    const attempt = (note: string) => dana.call('POST', path, { base, change, note, confirmed: risksOfFile });
    const published = { status: 200, body: { version: base + 1 } };
    const both = await Promise.all([attempt('Ice'), attempt('Ice')]);
    expect([...both, await attempt('Ice')]).toMatchObject([published, published, published]);
    expect((await current()).version).toBe(base + 1);
    expect(await attempt('Fog')).toMatchObject({ status: 409, body: { is_outdated: true } });
  });

  it('of two persons at the same time succeeds once', async () => {
    const { version: base } = (await current()) as { readonly version: number };
    const outcomes = await Promise.all(
      ['One.', 'Two.', 'Three.'].map((text) => send({ set: { help: [text] } }, { base })),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await restoreFile();
  });

  it.each([
    [
      { dateBanner: { from: '2027-02-01', to: '2027-01-01', text: 'x' } },
      'dateBanner',
      'Banner: its last day is before its first.',
    ],
    [
      { deadlines: [deadline('2027-01-15T23:59', 30_000)] },
      'deadlines.0.graceMinutes',
      'Deadline 1, Minutes of grace: a whole number from 0 to 20160.',
    ],
    [{ nextSteps: [] }, 'nextSteps', 'Next steps: no step contains {fafsa}, and no other text shows it.'],
    [{ help: null }, 'help', 'Help: a list of paragraphs.'],
    [{ beforeYouStart: '' }, 'beforeYouStart', 'What you need: text is missing.'],
    [{ beforeYouStart: 'x'.repeat(5001) }, 'beforeYouStart', 'What you need: longer than 5000 characters.'],
  ])('is checked as the build checks a file: %j', async (set, faultPath, message) => {
    const { status, body } = await send({ set });
    expect({ status, body }).toMatchObject({ status: 400, body: { message, faults: [{ path: faultPath }] } });
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

describe('an extended deadline', () => {
  it('lets an applicant submit after the form was closed, and the submission has the version', async () => {
    const client = await person(cloud());
    await client.call('PUT', '/api/answer', { answer: completeAnswers });
    const submit = () => client.call('POST', '/api/submit');
    await publish({ deadlines: [deadline('2026-01-15T23:59')] }, { confirmed: ['closes'] });
    await eventually(async () => expect((await submit()).status).toBe(409));
    expect((await submit()).body.message).toMatch(/^The deadline has passed: Regular decision, January 15/);
    const version = await publish({ deadlines: [deadline('2034-01-15T23:59')] });
    await eventually(async () => expect((await submit()).status).toBe(200));
    const { body: profile } = await client.call('GET', '/api/profile');
    const { confirmation } = profile.receipt as { readonly confirmation: string };
    expect(await submissionsWith(confirmation)).toMatchObject([{ settings_version: version }]);
    await restoreFile();
  }, 120_000);

  it('that was undone is in effect no longer, and submissions have the version that undid it', async () => {
    const { version } = await current();
    await eventually(async () => {
      const { confirmation } = await submitted(cloud());
      expect(await submissionsWith(confirmation)).toMatchObject([{ settings_version: version }]);
    });
  }, 120_000);
});

describe('a session that is older than five minutes', () => {
  it('reads the settings and publishes none', async () => {
    await setInItems(cloud(), 'SESSION', { attribute: 'logged_in_at', value: 1 });
    expect((await dana.call('GET', path)).status).toBe(200);
    expect(await send({ set: { help: ['Call us.'] } })).toMatchObject({
      ...{ status: 403, body: { signInAgain: true } },
    });
  });
});
