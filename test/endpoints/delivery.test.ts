import { DeleteObjectCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../scripts/local-cloud/index.ts';
import { type ApplicationPackage, applicationPackage } from '../../shared/package/application-package.ts';
import { type ApiClient, newAddress } from '../support/applicant.ts';
import { s3Of } from '../support/aws-clients.ts';
import { isEvent, watchEvents } from '../support/bus-events.ts';
import { withCloud } from '../support/cloud.ts';
import { conversionEnded, conversionOf, upload } from '../support/documents.ts';
import { erasedItems, eraseToTheEnd } from '../support/erased.ts';
import { eventually } from '../support/eventually.ts';
import { completeAnswers } from '../support/form.ts';
import { auditLogOf, runOperatorCommand } from '../support/operator.ts';
import { afterPauses, workOf } from '../support/outbox.ts';
import { packagesBucket, packageVersions, readPackaged } from '../support/packages.ts';
import { readPdf } from '../support/pdf-reading.ts';
import { person } from '../support/person.ts';
import { runHere } from '../support/run-here.ts';
import { pdf } from '../support/samples.ts';
import { setInItems, tableOf } from '../support/table.ts';

const cloud = withCloud();

const file = 'transcript_document';
/** Runs the schedules of a minute in which only the every-minute schedule is due. */
const aMinuteLater = () => cloud().runSchedules(new Date('2027-01-15T10:06:00Z'));

const bucket = () => packagesBucket(cloud());
const s3 = () => s3Of(cloud());

interface Submitted {
  readonly username: string;
  readonly confirmation: string;
  readonly submitted_at: string;
}

/** An applicant whose application is complete, with a converted document. */
async function ready({ withDocument = true } = {}) {
  const username = newAddress();
  const client = await person(cloud(), username);
  await client.call('PUT', '/api/answer', { answer: completeAnswers });
  if (withDocument) {
    await upload(client, file, 'grades.pdf', await pdf({ texts: ['Transcript of Ada'] }));
    await conversionEnded(client, conversionOf(file));
  }
  return { client, username };
}

async function submit({ client, username }: { readonly client: ApiClient; readonly username: string }) {
  const { status, body } = await client.call('POST', '/api/submit');
  expect(status).toBe(200);
  return { username, confirmation: String(body.confirmation), submitted_at: String(body.submitted_at) };
}

/** The objects of a package with all their versions, by their path in it. */
async function versionsOf({ confirmation }: Submitted): Promise<readonly string[]> {
  const folder = `packages/${confirmation}/`;
  return (await packageVersions(cloud(), folder)).map((key) => key.slice(folder.length));
}

const read = ({ confirmation }: Submitted, path: string) =>
  readPackaged(cloud(), `packages/${confirmation}/${path}`);

const contentOf = async (submitted: Submitted): Promise<ApplicationPackage> =>
  applicationPackage.parse(JSON.parse(Buffer.from(await read(submitted, 'application.json')).toString()));

/** Reads the events about a submission that are put on the bus. */
function eventsOnBus() {
  const bodies = watchEvents(cloud());
  return (of: Submitted) => bodies.filter((body) => body.includes(of.confirmation));
}

const everything = ['application.json', 'application.pdf', `documents/${file}.pdf`];

/** The table's items about a submission: its pending package and its delivery receipt. */
async function recordsOf({ confirmation }: Submitted) {
  const { documents, TableName } = tableOf(cloud());
  const { Items = [] } = await documents.send(
    new ScanCommand({
      TableName,
      FilterExpression: 'confirmation = :it AND begins_with(pk, :done)',
      ExpressionAttributeValues: { ':it': confirmation, ':done': 'PACKAGE#' },
    }),
  );
  const pending = (await workOf(cloud())).filter(
    ({ kind, about }) => kind === 'package' && about.confirmation === confirmation,
  );
  return { pending, recorded: Items };
}

async function expectOnePackage(submitted: Submitted, paths: readonly string[] = everything) {
  expect(await versionsOf(submitted)).toEqual([...paths].sort());
  const { pending, recorded } = await recordsOf(submitted);
  expect(pending).toEqual([]);
  expect(recorded).toEqual([
    expect.objectContaining({ format: 3, folder: `packages/${submitted.confirmation}/` }),
  ]);
}

const delivered = (submitted: Submitted, paths?: readonly string[]) =>
  eventually(() => expectOnePackage(submitted, paths));

const redrive = (user?: string) => runOperatorCommand(cloud(), { command: 'redrive-work', user });

describe('a submitted application', () => {
  it('arrives as one package of its answers, its PDF with bookmarks and its documents, and then an event says so', async () => {
    const events = eventsOnBus();
    const submitted = await submit(await ready());
    await delivered(submitted);
    const { username, confirmation, submitted_at } = submitted;
    const content = await contentOf(submitted);
    expect(content).toMatchObject({
      ...{ format: 3, confirmation, submitted_at },
      applicant: { email: username },
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
    expect((await readPdf(await read(submitted, `documents/${file}.pdf`))).text).toContain(
      'Transcript of Ada',
    );
    const { pages, outline } = await readPdf(await read(submitted, 'application.pdf'));
    const [first = { text: '' }] = pages;
    expect(first.text).toContain(submitted.confirmation);
    expect(first.text.replace(/\s+/g, ' ')).toContain('Unofficial transcript (grades.pdf)');
    expect(first.text).toContain('About You');
    expect(outline.filter(({ depth }) => depth === 0).map(({ title }) => title)).toEqual([
      ...['About You', 'Academics', 'Final Steps', 'Uploaded documents'],
    ]);
    expect(outline.at(-1)).toMatchObject({ title: 'Unofficial transcript', page: pages.length });
    expect(pages.at(-1)?.text).toContain('Transcript of Ada');
    expect(events(submitted).map((body) => JSON.parse(body).Entries)).toEqual([
      [
        {
          Source: 'matricula',
          DetailType: 'ApplicationSubmitted',
          EventBusName: 'matricula-dev',
          Detail: JSON.stringify({
            ...{ format: 3, confirmation, submitted_at },
            package: { bucket: bucket(), folder: `packages/${confirmation}/` },
          }),
        },
      ],
    ]);
  });

  it('arrives without documents when none was uploaded, or none could be converted', async () => {
    const applicant = await ready({ withDocument: false });
    await upload(applicant.client, file, 'broken.pdf', Buffer.from('not a PDF'));
    await conversionEnded(applicant.client, conversionOf(file));
    const submitted = await submit(applicant);
    await delivered(submitted, ['application.json', 'application.pdf']);
    const { documents, answers } = await contentOf(submitted);
    expect(documents).toEqual([]);
    expect(answers[file]).toBeUndefined();
  });

  it('arrives with each of its documents or not at all, and says which file is missing until it is restored', async () => {
    const applicant = await ready();
    const Bucket = cloud().outputs['Matricula-dev/Data/Documents/Resource'];
    const find = async () => await s3().send(new ListObjectVersionsCommand({ Bucket, Prefix: 'documents/' }));
    const newest = ({ Versions = [] }: Awaited<ReturnType<typeof find>>) =>
      Versions.toSorted((one, other) => Number(other.LastModified) - Number(one.LastModified))[0]?.Key;
    const Key = newest(await find());
    const { VersionId } = await s3().send(new DeleteObjectCommand({ Bucket, Key }));
    const submitted = await submit(applicant);
    await cloud().quiet();
    expect(await versionsOf(submitted)).toEqual([]);
    expect((await recordsOf(submitted)).pending).toEqual([
      expect.objectContaining({
        tries: 1,
        reason: expect.stringMatching(`^reading documents/${file}.pdf: `),
      }),
    ]);
    await s3().send(new DeleteObjectCommand({ Bucket, Key, VersionId }));
    await redrive(submitted.username);
    await aMinuteLater();
    await expectOnePackage(submitted);
  });

  it('does not wait for its delivery, which the clock starts when the function could not be called', async () => {
    const events = eventsOnBus();
    const applicant = await ready({ withDocument: false });
    const calls: string[] = [];
    const restore = cloud().injectFault({
      matches: ({ url }) => {
        const isCall = url.pathname.includes('Outbox') && url.pathname.endsWith('/invocations');
        if (isCall) calls.push(url.pathname);
        return isCall;
      },
      effect: { errorName: 'ServiceException' },
    });
    const submitted = await submit(applicant);
    expect(calls).toHaveLength(1);
    await cloud().quiet();
    expect(await versionsOf(submitted)).toEqual([]);
    restore();
    await Promise.all([aMinuteLater(), aMinuteLater()]);
    await expectOnePackage(submitted, ['application.json', 'application.pdf']);
    await aMinuteLater();
    expect(events(submitted)).toHaveLength(1);
  });
});

const puts =
  (path: string): Fault['matches'] =>
  ({ method, url }) =>
    method === 'PUT' && url.pathname.includes('/packages/') && url.pathname.endsWith(path);
const operation =
  (name: string, about: string): Fault['matches'] =>
  ({ headers, body }) =>
    headers['x-amz-target'] === `DynamoDB_20120810.${name}` && body.toString().includes(about);

interface Step {
  readonly step: string;
  /** Its name in the list of pending packages, if that differs. */
  readonly name?: string;
  readonly matches: Fault['matches'];
  /** Only some applications have a document, which takes seconds to convert. */
  readonly withDocument?: boolean;
}

/** The calls of one delivery, in order. */
const steps: readonly Step[] = [
  {
    step: 'reading a document',
    name: `reading documents/${file}.pdf`,
    matches: ({ method, url }) =>
      method === 'GET' && /\/documents\/[^/]+\/transcript_document\//.test(url.pathname),
    withDocument: true,
  },
  {
    step: 'writing a document',
    name: `writing documents/${file}.pdf`,
    matches: puts(`documents/${file}.pdf`),
    withDocument: true,
  },
  { step: 'writing application.pdf', matches: puts('application.pdf') },
  { step: 'writing application.json', matches: puts('application.json') },
  { step: 'sending the event', matches: isEvent },
  { step: 'recording the package', matches: operation('PutItem', 'PACKAGE#') },
];
const pathsOf = ({ withDocument = false }: Step) => (withDocument ? everything : everything.slice(0, 2));

describe('a changed checklist', () => {
  const receive = ({ confirmation }: Submitted, item: string) =>
    runOperatorCommand(cloud(), {
      command: 'receive-items',
      rows: [{ line: 1, applicant: confirmation, item, date: '2026-11-20' }],
      isTakingBack: false,
    });
  const entriesOf = (bodies: readonly string[]) =>
    bodies.map((body) => {
      const [{ DetailType, Detail }] = JSON.parse(body).Entries;
      return { DetailType, ...JSON.parse(Detail) };
    });

  it('is announced by an event with the items and no answers, also if the bus was down for a while', async () => {
    const submitted = await submit(await ready({ withDocument: false }));
    await delivered(submitted, ['application.json', 'application.pdf']);
    const events = eventsOnBus();
    await receive(submitted, 'transcript');
    const restore = cloud().injectFault({ matches: isEvent, effect: { errorName: 'InternalException' } });
    await afterPauses(cloud());
    await cloud().quiet();
    restore();
    const failed = events(submitted).length;
    await afterPauses(cloud());
    await cloud().quiet();
    expect(entriesOf(events(submitted).slice(failed))).toEqual([
      {
        DetailType: 'checklist.changed',
        confirmation: submitted.confirmation,
        changed_at: expect.stringMatching(/^\d{4}-.*Z$/),
        checklist: { received: { transcript: '2026-11-20' }, missing: ['test-scores'] },
      },
    ]);
    await receive(submitted, 'transcript'); // changes nothing
    await afterPauses(cloud());
    await cloud().quiet();
    expect(events(submitted)).toHaveLength(failed + 1);
  });
});

describe('a deleted application', () => {
  it('is announced once by an event without an address, also if the bus was down at first', async () => {
    const submitted = await submit(await ready({ withDocument: false }));
    await delivered(submitted, ['application.json', 'application.pdf']);
    const events = eventsOnBus();
    const restore = cloud().injectFault({ matches: isEvent, effect: { errorName: 'InternalException' } });
    await eraseToTheEnd(cloud(), submitted.username);
    await afterPauses(cloud());
    await cloud().quiet();
    restore();
    const failed = events(submitted).length;
    expect(failed).toBeGreaterThan(0);
    await afterPauses(cloud());
    await cloud().quiet();
    await afterPauses(cloud());
    await cloud().quiet();
    const { confirmation } = submitted;
    const sent = events(submitted).slice(failed);
    expect(sent.map((body) => JSON.parse(body).Entries[0])).toEqual([
      {
        ...{ Source: 'matricula', DetailType: 'application.erased', EventBusName: 'matricula-dev' },
        Detail: expect.any(String),
      },
    ]);
    expect(JSON.parse(JSON.parse(sent[0] ?? '').Entries[0].Detail)).toEqual({
      ...{ confirmation, erased_at: expect.stringMatching(/^\d{4}-.*Z$/), reason: 'operator' },
    });
    const items = (await erasedItems(cloud())).filter((item) => item.confirmation === confirmation);
    expect(items).toHaveLength(1);
    expect(Object.keys(items[0] ?? {}).sort()).toEqual([
      ...['confirmation', 'erased_at', 'expires_at', 'pk', 'reason', 'sk'],
    ]);
  });
});

describe('a delivery that breaks off', () => {
  // Reads change nothing, and application.json is written as application.pdf is.
  const written = steps.filter(({ step }) => !/^reading|\.json$/.test(step));

  it.each(written)(
    'while $step is finished by another, and what the first still does changes nothing',
    async (one) => {
      const { matches, withDocument = false } = one;
      const events = eventsOnBus();
      const applicant = await ready({ withDocument });
      const isHeld = Promise.withResolvers<void>();
      let held = 0;
      const goOn = cloud().injectFault({
        matches: (request) => {
          if (held > 0 || !matches(request)) return false;
          held += 1;
          isHeld.resolve();
          return true;
        },
        effect: 'held',
      });
      const submitted = await submit(applicant);
      await isHeld.promise;
      // Retries wait some minutes, because a function that did not die may still be running.
      await aMinuteLater();
      expect((await recordsOf(submitted)).pending).toHaveLength(1);
      await redrive(submitted.username);
      await aMinuteLater();
      await expectOnePackage(submitted, pathsOf(one));
      const before = await read(submitted, 'application.pdf');
      goOn();
      await cloud().quiet();
      await expectOnePackage(submitted, pathsOf(one));
      expect(await read(submitted, 'application.pdf')).toEqual(before);
      expect(events(submitted).length).toBeGreaterThan(0);
    },
  );
});

describe('a delivery that fails', () => {
  const [first = expect.unreachable(), ...others] = steps;
  const readingApplication = { step: 'reading the application', matches: operation('Query', 'APP#') };

  /** Breaks one step while something happens. */
  async function without<T>({ matches }: Step, work: () => Promise<T>): Promise<T> {
    const restore = cloud().injectFault({ matches, effect: { errorName: 'AccessDeniedException' } });
    try {
      return await work();
    } finally {
      restore();
    }
  }

  const expectFailed = async (submitted: Submitted, { step, name = step }: Step) =>
    expect(await recordsOf(submitted)).toMatchObject({
      pending: [{ tries: 1, reason: expect.stringMatching(`^${name}: `) }],
      recorded: [],
    });

  it('at each of its steps in turn says at which, and the redrive finishes it as one package', async () => {
    const events = eventsOnBus();
    const applicant = await ready();
    const submitted = await without(first, async () => {
      const receipt = await submit(applicant);
      await cloud().quiet();
      return receipt;
    });
    await expectFailed(submitted, first);
    for (const step of [readingApplication, ...others]) {
      await redrive(submitted.username);
      await without(step, aMinuteLater);
      await expectFailed(submitted, step);
    }
    await redrive(submitted.username);
    await aMinuteLater();
    await expectOnePackage(submitted);
    // If the package could not be recorded, its event was already sent. The repeated event is the same.
    const details = events(submitted).map((body) => JSON.parse(body).Entries[0].Detail);
    expect(new Set(details).size).toBe(1);
  });
});

/** Runs `npx matricula ops redrive` against this cloud. */
const runRedrive = async (...args: readonly string[]) =>
  (await runHere(cloud(), 'ops', 'redrive', ...args)).out;

describe('npx matricula ops redrive', () => {
  it('redrive lists failed deliveries with their cause and delivers them after the fix', async () => {
    expect(await runRedrive('--list')).toBe('Every mail, package and event was sent.\n');
    expect(await runHere(cloud(), 'ops', 'redrive', '--list', '--user', 'ada@example.org')).toMatchObject({
      code: 1,
      error: expect.stringContaining('--list shows everything that is pending: omit --user.'),
    });
    const restore = cloud().injectFault({ matches: isEvent, effect: { errorName: 'AccessDeniedException' } });
    const [submitted, other] = [
      await submit(await ready({ withDocument: false })),
      await submit(await ready({ withDocument: false })),
    ];
    await cloud().quiet();
    restore();
    await aMinuteLater(); // neither is due yet
    const listed = await runRedrive('--list');
    for (const { confirmation, username } of [submitted, other])
      expect(listed).toMatch(
        new RegExp(
          `  package  ${confirmation}  ${username}  next try \\S+: sending the event: AccessDeniedException\\n`,
        ),
      );
    const redriven = await runRedrive('--user', submitted.username.toUpperCase(), '--json');
    expect(JSON.parse(redriven)).toMatchObject({ total: 2, redriven: 1 });
    const events = (await auditLogOf(cloud())).map(({ event }) => event);
    expect(events).toEqual(expect.arrayContaining(['work-listed', 'work-redriven']));
    await aMinuteLater();
    await expectOnePackage(submitted, everything.slice(0, 2));
    expect(await runRedrive()).toContain('Put back 0 of 1'); // the other has not failed for good
    await setInItems(cloud(), `${other.confirmation}#0`, {
      attribute: 'failed_at',
      value: 'now',
    });
    expect(await runRedrive('--list')).toMatch(/failed after 1 try: sending the event/);
    expect(await runRedrive()).toContain('Put back 1 of 1: the next minute sends what it can.');
    await aMinuteLater();
    await expectOnePackage(other, everything.slice(0, 2));
    expect(await auditLogOf(cloud())).toContainEqual(
      expect.objectContaining({ event: 'work-redriven', by: expect.stringContaining('arn:') }),
    );
  });

  it('also starts the conversion of a file whose upload was missed', async () => {
    const starts = cloud()
      .statements()
      .filter(({ statement }) => [statement.Action].flat().includes('states:StartExecution'));
    const restores = starts.map((each) => cloud().withoutStatement(each));
    const { client } = await ready({ withDocument: false });
    await upload(client, file, 'grades.pdf', await pdf({ texts: ['Transcript of Ada'] }));
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
      expect((await client.call('GET', '/api/document-answer')).body).toHaveProperty(file),
    );
    expect(JSON.parse(await runRedrive('--json'))).toMatchObject({
      uploads: { total: 0, uploads: [], started: 0 },
    });
  });
});
