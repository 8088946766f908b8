import { beforeEach, expect, it, vi } from 'vitest';
import type { StaffMember } from '../../lambdas/store/staff-sessions.ts';
import { day, startSmallStore } from '../support/small-store.ts';

const started = vi.hoisted(() => [] as string[]);
vi.mock('../../lambdas/aws/step-functions.ts', () => ({
  startZip: async ({ id }: { readonly id: string }) => void started.push(id),
}));

const store = await startSmallStore();
const { cancelZip, requestZip } = await import('../../lambdas/use-cases/zip-files.ts');

let person: StaffMember;
const request = () => requestZip(person, ['1-applicant'], 'staff.example');

beforeEach(() => {
  started.length = 0;
  person = {
    ...{ subject: store.sub(), name: 'Olive Office', roles: ['office'], session: 'session' },
    operator: { by: 'Olive Office (olive)', request: 'request-1' },
  };
});

it('a person makes one ZIP file at a time, also with two requests at the same moment', async () => {
  store.beforeNextTransaction(request);
  await expect(request()).rejects.toThrow('Another ZIP file is being made.');
  expect(started).toHaveLength(1);
});

it('a person makes another ZIP file after one was canceled or has expired', async () => {
  await request();
  await cancelZip(person, String(started[0]));
  await request();
  store.pass(day);
  await request();
  expect(started).toHaveLength(3);
});
