import { DeleteObjectCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { applicationPackage } from '../../shared/package/application-package.ts';
import { s3Of } from '../support/aws-clients.ts';
import { isEvent, watchEvents } from '../support/bus-events.ts';
import { withCloud } from '../support/cloud.ts';
import { upload } from '../support/documents.ts';
import { erasedItems, eraseToTheEnd } from '../support/erased.ts';
import { eventually } from '../support/eventually.ts';
import { completeAnswers } from '../support/form.ts';
import { holdCalls } from '../support/held-calls.ts';
import { auditLogOf, runOperatorCommand } from '../support/operator.ts';
import { afterPauses, workOf } from '../support/outbox.ts';
import { packagesBucket, packageVersions, readPackaged } from '../support/packages.ts';
import { readPdf } from '../support/pdf-reading.ts';
import { type Person, person, type Receipt, submitted } from '../support/person.ts';
import { runHere } from '../support/run-here.ts';
import { pdf } from '../support/samples.ts';
import { setInItems } from '../support/table.ts';

const cloud = withCloud({ isEmpty: true });

const file = 'transcript_document';
const withoutDocuments = ['application.json', 'application.pdf'];
const everything = [...withoutDocuments, `documents/${file}.pdf`];

/** Runs the schedules of a minute in which only the every-minute schedule is due. */
const aMinuteLater = () => cloud().runSchedules(new Date('2027-01-15T10:06:00Z'));
/** A minute with all schedules, and what it starts. */
async function afterAllPauses() {
  await afterPauses(cloud());
  await cloud().quiet();
}

type Submission = Pick<Receipt, 'confirmation'>;

/** An applicant with a converted document. */
async function withDocument(): Promise<Person> {
  const client = await person(cloud());
  await client.upload(file, 'grades.pdf', await pdf({ texts: ['Transcript of Ada'] }));
  return client;
}

/** The objects of a package with all their versions, by their path in it. */
async function versionsOf({ confirmation }: Submission): Promise<readonly string[]> {
  const folder = `packages/${confirmation}/`;
  return (await packageVersions(cloud(), folder)).map((key) => key.slice(folder.length));
}

const read = ({ confirmation }: Submission, path: string) =>
  readPackaged(cloud(), `packages/${confirmation}/${path}`);

/** Reads the events about a submission that are put on the bus from now on. */
function eventsOnBus() {
  const bodies = watchEvents(cloud());
  return ({ confirmation }: Submission) =>
    bodies
      .filter((body) => body.includes(confirmation))
      .map((body) => {
        const [{ Detail, ...entry }] = JSON.parse(body).Entries;
        return { ...entry, Detail: JSON.parse(Detail) };
      });
}

const pendingOf = async ({ confirmation }: Submission) =>
  (await workOf(cloud())).filter(
    ({ kind, about }) => kind === 'package' && about.confirmation === confirmation,
  );

async function expectOnePackage(submission: Submission, paths: readonly string[] = withoutDocuments) {
  expect(await versionsOf(submission)).toEqual(paths);
  expect(await pendingOf(submission)).toEqual([]);
}

const delivered = (submission: Submission, paths?: readonly string[]) =>
  eventually(() => expectOnePackage(submission, paths));

/** An application without documents that was delivered. */
async function arrived() {
  const submission = await submitted(cloud());
  await delivered(submission);
  const events = eventsOnBus();
  return { ...submission, events: () => events(submission) };
}

const redrive = (user: string) => runOperatorCommand(cloud(), { command: 'redrive-work', user });

describe('a submitted application', () => {
  it('arrives as one package of its answers, its PDF with bookmarks and its documents, and then an event says so', async () => {
    const client = await withDocument();
    const events = eventsOnBus();
    const { confirmation, submittedAt: submitted_at } = await client.submit();
    const submission = { confirmation };
    await delivered(submission, everything);
    const content = Buffer.from(await read(submission, 'application.json')).toString();
    expect(applicationPackage.parse(JSON.parse(content))).toMatchObject({
      ...{ format: 3, confirmation, submitted_at },
      applicant: { email: client.username },
      answers: { first_name: { value: 'Ada' }, gender: { value: 'F', label: 'Female' } },
      documents: [
        {
          key: file,
          question: 'Unofficial transcript',
          file_name: 'grades.pdf',
          pdf: `documents/${file}.pdf`,
        },
      ],
      statuses: ['started', 'validating', 'submitted'],
      checklist: { received: {}, missing: ['transcript', 'test-scores'] },
    });
    expect((await readPdf(await read(submission, `documents/${file}.pdf`))).text).toContain(
      'Transcript of Ada',
    );
    const { pages, outline } = await readPdf(await read(submission, 'application.pdf'));
    const first = pages[0]?.text.replace(/\s+/g, ' ');
    for (const text of [confirmation, 'Unofficial transcript (grades.pdf)', 'About You'])
      expect(first).toContain(text);
    expect(outline.filter(({ depth }) => depth === 0).map(({ title }) => title)).toEqual([
      ...['About You', 'Academics', 'Final Steps', 'Uploaded documents'],
    ]);
    expect(outline.at(-1)).toMatchObject({ title: 'Unofficial transcript', page: pages.length });
    expect(pages.at(-1)?.text).toContain('Transcript of Ada');
    expect(events(submission)).toEqual([
      {
        ...{ Source: 'matricula', DetailType: 'ApplicationSubmitted', EventBusName: 'matricula-dev' },
        Detail: {
          ...{ format: 3, confirmation, submitted_at },
          package: { bucket: packagesBucket(cloud()), folder: `packages/${confirmation}/` },
        },
      },
    ]);
  });

  it('arrives with each of its documents or not at all, and says which file is missing until it is restored', async () => {
    const client = await withDocument();
    const Bucket = cloud().outputs['Matricula-dev/Data/Documents/Resource'];
    const s3 = s3Of(cloud());
    const { Versions: [{ Key } = expect.unreachable()] = [] } = await s3.send(
      new ListObjectVersionsCommand({ Bucket, Prefix: `documents/${client.sub}/` }),
    );
    const { VersionId } = await s3.send(new DeleteObjectCommand({ Bucket, Key }));
    const submission = await client.submit();
    await cloud().quiet();
    expect(await versionsOf(submission)).toEqual([]);
    expect(await pendingOf(submission)).toMatchObject([
      { tries: 1, reason: expect.stringMatching(`^reading documents/${file}.pdf: `) },
    ]);
    await s3.send(new DeleteObjectCommand({ Bucket, Key, VersionId }));
    await redrive(client.username);
    await aMinuteLater();
    await expectOnePackage(submission, everything);
  });

  it('does not wait for its delivery, which the clock starts when the function could not be called', async () => {
    const restore = cloud().injectFault({
      matches: ({ url }) => url.pathname.includes('Outbox') && url.pathname.endsWith('/invocations'),
      effect: { errorName: 'ServiceException' },
    });
    const events = eventsOnBus();
    const submission = await submitted(cloud());
    await cloud().quiet();
    expect(await versionsOf(submission)).toEqual([]);
    restore();
    await Promise.all([aMinuteLater(), aMinuteLater()]);
    await expectOnePackage(submission);
    await aMinuteLater();
    expect(events(submission)).toHaveLength(1);
  });

  it('is delivered by another function when one hangs, and what the first still does changes nothing', async () => {
    using writing = holdCalls(
      cloud(),
      ({ method, url }) => method === 'PUT' && url.pathname.endsWith('application.pdf'),
    );
    const submission = await submitted(cloud());
    await writing.arrived();
    // Retries wait some minutes, because a function that did not die may still be running.
    await aMinuteLater();
    expect(await pendingOf(submission)).toHaveLength(1);
    await redrive(submission.username);
    const another = aMinuteLater();
    await writing.arrived(2);
    writing.goOn();
    await another;
    await cloud().quiet();
    await expectOnePackage(submission);
  });
});

it('a changed checklist is announced by an event with the items and no answers, also if the bus was down for a while', async () => {
  const { confirmation, events } = await arrived();
  const receive = () =>
    runOperatorCommand(cloud(), {
      command: 'receive-items',
      rows: [{ line: 1, applicant: confirmation, item: 'transcript', date: '2026-11-20' }],
      isTakingBack: false,
    });
  await receive();
  const restore = cloud().injectFault({ matches: isEvent, effect: { errorName: 'InternalException' } });
  await afterAllPauses();
  restore();
  const failed = events().length;
  await afterAllPauses();
  expect(events().slice(failed)).toMatchObject([
    {
      DetailType: 'checklist.changed',
      Detail: {
        confirmation,
        changed_at: expect.stringMatching(/^\d{4}-.*Z$/),
        checklist: { received: { transcript: '2026-11-20' }, missing: ['test-scores'] },
      },
    },
  ]);
  expect(JSON.stringify(events())).not.toContain(completeAnswers.last_name);
  await receive(); // changes nothing
  await afterAllPauses();
  expect(events()).toHaveLength(failed + 1);
});

it('a deleted application is announced once by an event without an address, also if the bus was down at first', async () => {
  const { confirmation, username, events } = await arrived();
  const restore = cloud().injectFault({ matches: isEvent, effect: { errorName: 'InternalException' } });
  await eraseToTheEnd(cloud(), username);
  await afterAllPauses();
  restore();
  const failed = events().length;
  expect(failed).toBeGreaterThan(0);
  await afterAllPauses();
  await afterAllPauses();
  expect(events().slice(failed)).toEqual([
    {
      ...{ Source: 'matricula', DetailType: 'application.erased', EventBusName: 'matricula-dev' },
      Detail: { confirmation, erased_at: expect.stringMatching(/^\d{4}-.*Z$/), reason: 'operator' },
    },
  ]);
  const items = (await erasedItems(cloud())).filter((item) => item.confirmation === confirmation);
  expect(items.map((item) => Object.keys(item).sort())).toEqual([
    ['confirmation', 'erased_at', 'expires_at', 'pk', 'reason', 'sk'],
  ]);
});

describe('npx matricula ops redrive', () => {
  const runRedrive = async (...args: readonly string[]) =>
    (await runHere(cloud(), 'ops', 'redrive', ...args)).out;

  it('lists failed deliveries with their cause and delivers them after the fix', async () => {
    expect(await runRedrive('--list')).toBe('Every mail, package and event was sent.\n');
    const restore = cloud().injectFault({ matches: isEvent, effect: { errorName: 'AccessDeniedException' } });
    const [one, other] = [await submitted(cloud()), await submitted(cloud())];
    await cloud().quiet();
    restore();
    await aMinuteLater(); // neither is due yet
    const listed = await runRedrive('--list');
    for (const { confirmation, username } of [one, other])
      expect(listed).toMatch(
        new RegExp(
          `  package  ${confirmation}  ${username}  next try \\S+: sending the event: AccessDeniedException\\n`,
        ),
      );
    const redriven = await runRedrive('--user', one.username.toUpperCase(), '--json');
    expect(JSON.parse(redriven)).toMatchObject({ total: 2, redriven: 1 });
    await aMinuteLater();
    await expectOnePackage(one);
    expect(await runRedrive()).toContain('Put back 0 of 1'); // the other has not failed for good
    await setInItems(cloud(), `${other.confirmation}#0`, { attribute: 'failed_at', value: 'now' });
    expect(await runRedrive('--list')).toMatch(/failed after 1 try: sending the event/);
    expect(await runRedrive()).toContain('Put back 1 of 1: the next minute sends what it can.');
    await aMinuteLater();
    await expectOnePackage(other);
    const by = expect.stringContaining('arn:');
    for (const event of ['work-listed', 'work-redriven'])
      expect(await auditLogOf(cloud())).toContainEqual(expect.objectContaining({ event, by }));
  });

  it('also starts the conversion of a file whose upload was missed', async () => {
    const restores = cloud()
      .statements()
      .filter(({ statement }) => [statement.Action].flat().includes('states:StartExecution'))
      .map((each) => cloud().withoutStatement(each));
    const client = await person(cloud());
    await upload(client, file, 'grades.pdf', await pdf());
    await cloud().quiet();
    for (const restore of restores) restore();
    const listed = await runRedrive('--list');
    expect(listed).toMatch(/^1 uploaded file started no conversion:$/m);
    expect(listed).toMatch(
      new RegExp(`^uploads/.*/${file}/.*  .*not authorized to perform: states:StartExecution`, 'm'),
    );
    expect(await runRedrive()).toMatch(/^Started 1 conversion\.$/m);
    // Do not request the status of the conversion: that request would start it too.
    await eventually(async () =>
      expect((await client.get('/api/document-answer')).body).toHaveProperty(file),
    );
    expect(JSON.parse(await runRedrive('--json'))).toMatchObject({
      uploads: { total: 0, uploads: [], started: 0 },
    });
  });
});
