import type { SendEmailCommand } from '@aws-sdk/client-sesv2';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApplicantId } from '../../lambdas/runtime/ids.ts';
import type { PartnerWithSettings } from '../../shared/partners/partner.ts';
import { desertSky } from '../support/second-partner.ts';
import { day, hour, minute, startSmallStore } from '../support/small-store.ts';

// The mails before a deadline. The test sets the clock, and a list replaces the mailbox.

const world = vi.hoisted(() => ({
  partner: undefined as PartnerWithSettings | undefined,
  mails: [] as { to: string; subject: string; text: string; headers: Record<string, string> }[],
  /** The error for a mail that cannot be sent. */
  failure: (_to: string): Error | undefined => undefined,
}));
vi.mock('../../shared/partners/index.ts', async (importOriginal) => {
  const shipped = await importOriginal<typeof import('../../shared/partners/index.ts')>();
  return {
    ...shipped,
    get university() {
      return world.partner ?? shipped.university;
    },
  };
});
vi.mock('@aws-sdk/client-sesv2', async (importOriginal) => ({
  ...(await importOriginal<typeof import('@aws-sdk/client-sesv2')>()),
  SESv2Client: class {
    async send({ input: { Destination, Content } }: SendEmailCommand) {
      const { Subject, Body, Headers = [] } = Content?.Simple ?? {};
      const [to = ''] = Destination?.ToAddresses ?? [];
      const failure = world.failure(to);
      if (failure) throw failure;
      const headers = Object.fromEntries(Headers.map(({ Name = '', Value = '' }) => [Name, Value]));
      world.mails.push({ to, subject: Subject?.Data ?? '', text: Body?.Text?.Data ?? '', headers });
    }
  },
}));
vi.stubEnv('MAIL_FROM', 'admissions@desertsky.example').stubEnv('MAIL_CONFIGURATION_SET', 'mail');

/** First day that the run reads. Reading the lists of a year of empty days takes seconds. */
const firstDay = '2026-11-22';
vi.mock('../../lambdas/table/application-lists.ts', async (importOriginal) => {
  const lists = await importOriginal<typeof import('../../lambdas/table/application-lists.ts')>();
  const readList: typeof lists.readList = (range) =>
    lists.readList({ ...range, after: range.after < firstDay ? firstDay : range.after });
  return { ...lists, readList };
});

const store = await startSmallStore();
const { mailWarnings, applicantOfLink, saveReminders } = await import(
  '../../lambdas/application/deadline-mails.ts'
);
const { applicantId } = await import('../../lambdas/runtime/ids.ts');
const { saveAnswers } = await import('../../lambdas/application/answers.ts');
const { change } = await import('../../lambdas/table/change.ts');
const { askForErasure } = await import('../../lambdas/table/erasures.ts');
const { addressAuditLog } = await import('../../lambdas/table/audit-log.ts');
const { openSession } = await import('../../lambdas/table/sessions.ts');

/** Each test has its own deadline, because a mail about a deadline is never repeated. */
let deadlines = 0;
const setDeadline = (inDays: number, warnDays: readonly number[]) => {
  deadlines += 1;
  const at = new Date(store.now() + inDays * day)
    .toLocaleString('sv-SE', { timeZone: desertSky.timeZone, dateStyle: 'short', timeStyle: 'short' })
    .replace(' ', 'T');
  world.partner = {
    ...desertSky,
    deadlines: [{ id: `early-${deadlines}`, label: 'Early decision', at, graceMinutes: 30, warnDays }],
  };
};

let applicants = 0;
const begun: { readonly sub: ApplicantId; readonly username: string }[] = [];
/** Adds an applicant who has logged in and typed an answer. */
async function begin() {
  applicants += 1;
  const sub = applicantId.parse(`${applicants.toString(16).slice(-1)}-draft-${applicants}`);
  const username = `draft-${applicants}@example.edu`;
  await openSession({
    sub,
    username,
    isTrusted: true,
    host: 'apply.desertsky.example',
    sessionVersion: undefined,
  });
  await saveAnswers(sub, { city: 'Taos' }, {});
  begun.push({ sub, username });
  return { sub, username };
}

const submit = ({ sub }: Awaited<ReturnType<typeof begin>>) =>
  change(sub, () => ({
    ...{ event: 'submit', keys: [], writes: [], result: undefined },
    submittedAt: new Date(store.now()).toISOString(),
  }));

const askForDeletion = async ({ sub, username }: Awaited<ReturnType<typeof begin>>) => {
  const [at, host] = [new Date(store.now()).toISOString(), 'apply.desertsky.example'];
  const asked = {
    sk: sub,
    reason: 'applicant',
    asked_at: at,
    address_log: await addressAuditLog(username),
  } as const;
  return askForErasure(asked, { kind: 'deletion-asked', username, host, at, browser: 'Firefox' });
};

/** Runs the task that is scheduled every five minutes. */
const run = () => mailWarnings(store.now() + 4 * minute);
const mailsTo = ({ username }: { username: string }) => world.mails.filter(({ to }) => to === username);

beforeEach(() => {
  world.mails.length = 0;
  world.failure = () => undefined;
});

describe('before a deadline', () => {
  it('a draft gets two mails that say until when and how to stop them, and no third when the partner adds one', async () => {
    setDeadline(10, [7, 5]);
    const ada = await begin();
    await run();
    expect(mailsTo(ada)).toEqual([]);
    store.pass(3 * day + 2 * minute);
    await Promise.all([run(), run()]);
    store.pass(5 * minute);
    await run();
    expect(mailsTo(ada)).toHaveLength(1);
    expect(mailsTo(ada)[0]?.subject).toBe("Desert Sky College: you haven't submitted your application yet");
    const { text = '' } = mailsTo(ada)[0] ?? {};
    expect(text).toMatch(/Early decision: submit by \w+ \d+, \d{4} at \d+:\d\d [AP]M M[SD]T \(.+ UTC\)\./);
    expect(text).toContain('https://apply.desertsky.example/about');
    const { headers } = mailsTo(ada)[0] ?? {};
    const [link = ''] = /https:\S+\/public\/unsubscribe\?token=\S+/.exec(text) ?? [];
    expect(headers).toEqual({
      'List-Unsubscribe': `<${link}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(link).not.toContain(ada.username);
    const token = new URL(link).searchParams.get('token') ?? '';
    expect(await applicantOfLink(token)).toBe(ada.sub);
    const [, signature = ''] = token.split('.');
    for (const forged of [
      '',
      ada.sub,
      `${ada.sub}.`,
      `${ada.sub}x.${signature}`,
      `${token}0`,
      `${ada.sub}.${'0'.repeat(32)}`,
    ])
      expect(await applicantOfLink(forged), forged).toBeUndefined();
    store.pass(2 * day);
    await run();
    expect(mailsTo(ada)).toHaveLength(2);
    const [deadline] = world.partner?.deadlines ?? [];
    if (world.partner && deadline)
      world.partner = { ...world.partner, deadlines: [{ ...deadline, warnDays: [1] }] };
    for (const days of [4, 1]) {
      store.pass(days * day);
      await run();
    }
    expect(mailsTo(ada)).toHaveLength(2);
  });

  it('applicants who submitted, asked for deletion, turned the mails off, or began late get no mail', async () => {
    setDeadline(10, [7]);
    const [submitted, deleted, off, on] = [await begin(), await begin(), await begin(), await begin()];
    await submit(submitted);
    await askForDeletion(deleted);
    await saveReminders(off.sub, false);
    await saveReminders(on.sub, false);
    await saveReminders(on.sub, true);
    store.pass(3 * day + hour);
    const late = await begin();
    await run();
    const all = [submitted, deleted, off, on, late];
    expect(all.map((each) => mailsTo(each).length)).toEqual([0, 0, 0, 1, 0]);
  });

  it('the mails are sent when mail works again', async () => {
    setDeadline(10, [7]);
    const [ada, grace] = [await begin(), await begin()];
    store.pass(3 * day + hour);
    const paused = Object.assign(new Error('paused'), { name: 'SendingPausedException', $metadata: {} });
    world.failure = () => paused;
    await run();
    expect(world.mails).toEqual([]);
    world.failure = () => undefined;
    await run();
    expect([ada, grace].map((each) => mailsTo(each).length)).toEqual([1, 1]);
  });

  it('an address that SES rejects does not keep the mail from the drafts after it', async () => {
    setDeadline(10, [7]);
    for (const { sub } of begun) await saveReminders(sub, false);
    const rejected = await begin();
    for (let place = 0; place < 12; place += 1) await saveReminders((await begin()).sub, false);
    store.pass(minute);
    const grace = await begin();
    store.pass(3 * day + hour);
    const error = Object.assign(new Error('no domain'), { name: 'BadRequestException', $metadata: {} });
    world.failure = (to) => (to === rejected.username ? error : undefined);
    await run();
    expect(mailsTo(grace)).toHaveLength(1);
  });

  it('a mail with an unknown result is not sent again', async () => {
    setDeadline(10, [7]);
    const [ada, grace] = [await begin(), await begin()];
    store.pass(3 * day + hour);
    const timedOut = Object.assign(new Error('timed out'), { name: 'TimeoutError', $metadata: {} });
    world.failure = (to) => ([ada.username, grace.username].includes(to) ? timedOut : undefined);
    await run();
    world.failure = () => undefined;
    await run();
    expect([ada, grace].flatMap(mailsTo)).toEqual([]);
  });

  it('a run whose time is over goes on where it stopped', async () => {
    setDeadline(10, [7]);
    const ada = await begin();
    store.pass(3 * day + hour);
    await mailWarnings(store.now());
    expect(mailsTo(ada)).toEqual([]);
    await run();
    expect(mailsTo(ada)).toHaveLength(1);
  });
});
