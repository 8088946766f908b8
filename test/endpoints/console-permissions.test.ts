import { beforeAll, describe, expect, it } from 'vitest';
import type { AuditLogEntry } from '../../shared/api/console-replies.ts';
import { routes } from '../../shared/api/index.ts';
import type { Route } from '../../shared/api/route.ts';
import { permissions, type StaffRole, staffRoles } from '../../shared/api/staff-roles.ts';
import { ApiClient } from '../support/applicant.ts';
import { withoutDeliveries, withStaffCloud } from '../support/cloud.ts';
import { type Submitted, submitted } from '../support/person.ts';
import { type Staff, signIn } from '../support/staff.ts';

const { cloud } = withStaffCloud(withoutDeliveries);

const people: Readonly<Record<StaffRole, Staff>> = {
  ...{ reader: 'Rita Reader', records: 'Remy Records', office: 'Omar Office', director: 'Dana Director' },
};
const signedIn = new Map<StaffRole, ApiClient>();
let ada: Submitted;

beforeAll(async () => {
  ada = await submitted(cloud());
  for (const role of staffRoles) signedIn.set(role, await signIn(cloud(), people[role], '?fresh=yes'));
}, 60_000);

const all: readonly Route[] = Object.values(routes).flatMap((group) => Object.values(group));
const ofConsole = all.filter(({ access }) => access === 'staff');
const guarded = ofConsole.filter(({ permission }) => permission !== undefined);

/** The address of a call with an application that exists. */
const addressOf = ({ path, method }: Route, sub: string) => {
  const filled = path
    .replace('{applicant}', sub)
    .replace('{answer_key}', 'transcript_document')
    .replace('{item}', 'transcript')
    .replace('{note}', 'bm90ZQ');
  return method === 'DELETE' && path.includes('{item}') ? `${filled}?day=2026-03-03` : filled;
};
const bodies: Readonly<Record<string, object>> = {
  PUT: { day: '2026-03-03' },
  POST: { text: 'hello' },
  '/api/staff/export': { applicants: ['no-such-applicant'] },
  '/api/staff/checklist': { rows: [], is_preview: false, is_undo: false },
  '/api/staff/settings': {
    ...{ base: 0, change: { set: { help: ['Call us.'] } }, note: 'hello', confirmed: [] },
  },
};
const bodyOf = ({ method, path }: Route) =>
  method === 'GET' || method === 'DELETE' ? undefined : (bodies[path] ?? bodies[method]);
const send = (client: ApiClient, route: Route) =>
  client.call(route.method, addressOf(route, ada.sub), bodyOf(route));

describe('a call of the console', () => {
  it('has a permission, unless it is about the session', () => {
    const without = ofConsole.filter(({ permission }) => permission === undefined);
    expect(without.map(({ path }) => path)).toEqual(['/api/staff/me', '/api/staff/sign-out']);
    expect(guarded).toHaveLength(21);
  });

  it.each(
    guarded.flatMap((route) => staffRoles.map((role) => [route.method, route.path, role, route] as const)),
  )('%s %s: a %s gets what the role allows', async (_method, _path, role, route) => {
    const { permission = 'list' } = route;
    const allowed = (permissions[permission] as readonly StaffRole[]).includes(role);
    const { status, body } = await send(signedIn.get(role) ?? expect.unreachable(), route);
    if (allowed) expect([200, 202, 302, 404]).toContain(status);
    else
      expect({ status, body }).toEqual({
        ...{ status: 403, body: { message: 'Your role in the console does not include this.' } },
      });
  });

  it('that a role does not allow is in the audit log with the person, at most ten times a session', async () => {
    const dana = signedIn.get('director') ?? expect.unreachable();
    const denials = async () => {
      const { body } = await dana.call('GET', '/api/staff/audit-log');
      const { entries } = body as { readonly entries: readonly AuditLogEntry[] };
      return entries.filter(({ event }) => event === 'staff-denied');
    };
    const before = (await denials()).length;
    const remy = await signIn(cloud(), 'Remy Records');
    for (let call = 0; call < 12; call++)
      expect((await remy.call('GET', `/api/staff/applications/${ada.sub}/answers`)).status).toBe(403);
    const [newest, ...others] = await denials();
    expect(others).toHaveLength(before + 9);
    expect(newest).toMatchObject({
      by: expect.stringMatching(/^Remy Records/),
      names: ['GET /api/staff/applications/{applicant}/answers'],
    });
  });

  it.each(ofConsole.map((route) => [route.method, route.path, route] as const))(
    '%s %s is worth nothing to visitors, applicants and forged cookies',
    async (_method, _path, route) => {
      const session = ada.client.cookies.get('__Host-session') ?? '';
      const asStaff = new ApiClient(cloud());
      asStaff.cookies.set('__Host-staff', session);
      for (const client of [new ApiClient(cloud()), ada.client, asStaff])
        expect((await send(client, route)).status).toBe(401);
    },
  );
});

describe('a session of the console', () => {
  const asApplicant = () => {
    const dana = signedIn.get('director') ?? expect.unreachable();
    const client = new ApiClient(cloud());
    for (const name of ['__Host-staff', '__Host-session'])
      client.cookies.set(name, dana.cookies.get('__Host-staff') ?? '');
    return client;
  };

  it.each(
    all
      .filter(({ access }) => access === 'applicant')
      .map((route) => [route.method, route.path, route] as const),
  )('is worth nothing for %s %s', async (_method, _path, route) => {
    const path = route.path.replaceAll(/\{\w+\}/g, 'transcript_document');
    expect(
      (await asApplicant().call(route.method, path, route.method === 'GET' ? undefined : {})).status,
    ).toBe(401);
  });

  it.each(
    all
      .filter(({ access }) => access === 'service')
      .map((route) => [route.method, route.path, route] as const),
  )('is worth nothing for the staff link %s %s', async (_method, _path, route) => {
    const path = route.path.replaceAll(/\{\w+\}/g, 'transcript_document');
    expect((await asApplicant().call(route.method, path)).status).toBe(403);
  });
});
