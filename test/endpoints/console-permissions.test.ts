import { beforeAll, describe, expect, it } from 'vitest';
import type { AuditLogEntry } from '../../shared/api/console-replies.ts';
import { routes } from '../../shared/api/index.ts';
import type { Route } from '../../shared/api/route.ts';
import { permissions, type StaffRole, staffRoles } from '../../shared/api/staff-roles.ts';
import { ApiClient } from '../support/applicant.ts';
import { withoutDeliveries, withStaffCloud } from '../support/cloud.ts';
import { type Submitted, submitted } from '../support/person.ts';
import { type Staff, signIn } from '../support/staff.ts';
import { setInItems } from '../support/table.ts';

const { cloud } = withStaffCloud(withoutDeliveries);

const people: Readonly<Record<StaffRole, Staff>> = {
  ...{ reader: 'Rita Reader', records: 'Remy Records', office: 'Omar Office', director: 'Dana Director' },
};
const signedIn = new Map<StaffRole, ApiClient>();
const as = (role: StaffRole) => signedIn.get(role) ?? expect.unreachable();
let ada: Submitted;

beforeAll(async () => {
  ada = await submitted(cloud());
  for (const role of staffRoles) signedIn.set(role, await signIn(cloud(), people[role], '?fresh=yes'));
});

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
    ...{ base: 0, change: { restore: 400_000 }, note: 'hello', confirmed: [] },
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

  it.each(guarded.map((route) => [route.method, route.path, route] as const))(
    '%s %s: each role gets what it allows',
    async (_method, _path, route) => {
      const allowed: readonly StaffRole[] = permissions[route.permission ?? 'list'];
      for (const role of staffRoles) {
        const { status, body } = await send(as(role), route);
        if (allowed.includes(role)) expect([200, 202, 302, 404], role).toContain(status);
        else
          expect({ role, status, body }).toEqual({
            ...{ role, status: 403, body: { message: 'Your role in the console does not include this.' } },
          });
      }
    },
  );

  it('that a role does not allow is in the audit log with the person, at most ten times a session', async () => {
    const denials = async () => {
      const { body } = await as('director').call('GET', '/api/staff/audit-log');
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

  it('that takes data out or changes settings needs a log-in of the last five minutes', async () => {
    const fresh = guarded.filter(({ needsFreshSignIn }) => needsFreshSignIn);
    expect(fresh.map(({ method, path }) => `${method} ${path}`)).toEqual([
      ...['GET /api/staff/export', 'POST /api/staff/settings', 'GET /api/staff/audit-log/export'],
    ]);
    const dana = await signIn(cloud(), 'Dana Director', '?fresh=yes');
    await setInItems(cloud(), 'SESSION', { attribute: 'logged_in_at', value: Date.now() - 5 * 60_000 });
    for (const route of fresh)
      expect(await send(dana, route), route.path).toMatchObject({ status: 403, body: { signInAgain: true } });
    expect((await dana.call('GET', '/api/staff/settings')).status).toBe(200);
  });

  it('is worth nothing to visitors, applicants and forged cookies', async () => {
    const asStaff = new ApiClient(cloud());
    asStaff.cookies.set('__Host-staff', ada.client.cookies.get('__Host-session') ?? '');
    for (const route of ofConsole)
      for (const client of [new ApiClient(cloud()), ada.client, asStaff])
        expect((await send(client, route)).status, route.path).toBe(401);
  });
});

it('a session of the console is worth nothing for calls of applicants and of staff links', async () => {
  const session = as('director').cookies.get('__Host-staff') ?? '';
  for (const { access, method, path } of all) {
    if (access !== 'applicant' && access !== 'service') continue;
    const client = new ApiClient(cloud());
    for (const name of ['__Host-staff', '__Host-session']) client.cookies.set(name, session);
    const body = method === 'GET' ? undefined : {};
    const { status } = await client.call(method, path.replaceAll(/\{\w+\}/g, 'transcript_document'), body);
    expect(status, path).toBe(access === 'applicant' ? 401 : 403);
  }
});
