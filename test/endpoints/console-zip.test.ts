import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { GetObjectCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { parse } from 'csv-parse/sync';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { extractEntry, readZip } from '../../lambdas/conversion/zip.ts';
import type { Fault } from '../../scripts/local-cloud/index.ts';
import type { ZipFile } from '../../shared/api/console-replies.ts';
import type { ApiClient } from '../support/applicant.ts';
import { s3Of } from '../support/aws-clients.ts';
import { withoutDeliveries } from '../support/cloud.ts';
import { eventually } from '../support/eventually.ts';
import { auditLogOf } from '../support/operator.ts';
import { readPdf } from '../support/pdf-reading.ts';
import { runRetention } from '../support/retention.ts';
import { seededApplicant } from '../support/seeded-applicant.ts';
import { signIn, withStaffCloud } from '../support/staff.ts';
import { type SubmittedApplication, submitted } from '../support/submitted.ts';
import { setInItems, tableOf } from '../support/table.ts';

const { cloud, provider } = withStaffCloud(withoutDeliveries);

let omar: ApiClient;
let dana: ApiClient;
let ada: SubmittedApplication;
let brian: SubmittedApplication;
let carla: SubmittedApplication;

beforeAll(async () => {
  omar = await signIn(cloud(), 'Omar Office', '?fresh=yes');
  dana = await signIn(cloud(), 'Dana Director', '?fresh=yes');
  ada = await submitted(cloud(), { first_name: 'Ada', last_name: 'Lindqvist' });
  brian = await submitted(cloud(), { first_name: 'Brían <br>', last_name: "O'Brien/Müller: 50%?" });
  carla = await submitted(cloud(), { first_name: 'Carla', last_name: '=1+1' });
});

const idsOf = (...all: readonly SubmittedApplication[]) => all.map(({ sub }) => sub);
const unknownIds = (count: number) => Array.from({ length: count }, () => crypto.randomUUID());

const request = (client: ApiClient, applicants: readonly string[]) =>
  client.call('POST', '/api/staff/zips', { applicants });

async function zipsOf(client: ApiClient): Promise<readonly ZipFile[]> {
  const { status, body } = await client.call('GET', '/api/staff/zips');
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.zips as unknown as readonly ZipFile[];
}

const newest = async (client: ApiClient): Promise<ZipFile> =>
  (await zipsOf(client))[0] ?? expect.unreachable('There is no ZIP file.');

const isRunning = ({ state }: ZipFile) => state === 'preparing' || state === 'writing';

/** Waits until the newest file is no longer being made. */
const ended = (client: ApiClient) =>
  eventually(async () => {
    const zip = await newest(client);
    expect(isRunning(zip)).toBe(false);
    return zip;
  });

async function make(client: ApiClient, applicants: readonly string[]): Promise<ZipFile> {
  const { status, body } = await request(client, applicants);
  expect({ status, body }).toMatchObject({ status: 200 });
  return ended(client);
}

const open = (client: ApiClient, { id }: ZipFile) => client.call('GET', `/api/staff/zips/${id}/file`);

async function linkTo(client: ApiClient, zip: ZipFile): Promise<string> {
  const { status, headers } = await open(client, zip);
  expect(status).toBe(302);
  return headers.get('location') ?? '';
}

/** Downloads a file through its link. */
async function download(client: ApiClient, zip: ZipFile): Promise<Buffer> {
  const response = await fetch(await linkTo(client, zip));
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="NLU-applications-\d{4}-\d\d-\d\d\.zip"$/,
  );
  return Buffer.from(await response.arrayBuffer());
}

/** The files of a ZIP, and the lines of its index. */
function contentOf(zip: Buffer) {
  const files = new Map(readZip(zip).map((entry) => [entry.name, extractEntry(entry)]));
  const index: Record<string, string>[] = parse(files.get('index.csv') ?? '', { bom: true, columns: true });
  return { files, names: [...files.keys()], index };
}

/** Sets an attribute of every stored ZIP file, as if time had passed. */
async function setInZips(attribute: string, value: unknown): Promise<void> {
  const { documents, TableName } = tableOf(cloud());
  const filter = { FilterExpression: 'begins_with(pk, :zip)', ExpressionAttributeValues: { ':zip': 'ZIP#' } };
  const { Items = [] } = await documents.send(new ScanCommand({ TableName, ...filter }));
  for (const { pk, sk } of Items)
    await documents.send(
      new UpdateCommand({
        ...{ TableName, Key: { pk, sk }, UpdateExpression: 'SET #name = :value' },
        ExpressionAttributeNames: { '#name': attribute },
        ExpressionAttributeValues: { ':value': value },
      }),
    );
}

/** Injects a fault until the test ends, or until the returned function is called. */
function fault(matches: Fault['matches'], effect: Fault['effect']): () => void {
  const end = cloud().injectFault({ matches, effect });
  onTestFinished(end);
  return end;
}

const isPdfWrite: Fault['matches'] = ({ method, url }) =>
  method === 'PUT' && url.pathname.includes('/application-pdfs/');
const isZipPart: Fault['matches'] = ({ method, url }) =>
  method === 'PUT' && url.pathname.includes('/zips/') && url.searchParams.has('partNumber');

/** The SDK sends a request this often before the worker fails. */
const sdkTries = 3;

const bucket = () => cloud().outputs['Matricula-dev/Data/Packages/Resource'] ?? expect.unreachable();
const zipObjects = async () => {
  const listed = await s3Of(cloud()).send(
    new ListObjectVersionsCommand({ Bucket: bucket(), Prefix: 'zips/' }),
  );
  return (listed.Versions ?? []).map(({ Key = '' }) => Key);
};

describe('a ZIP file of PDFs', () => {
  let zip: ZipFile;
  let bytes: Buffer;

  beforeAll(async () => {
    const draft = await seededApplicant(cloud());
    await draft.call('PUT', '/api/answer', { answer: { first_name: 'Dora', last_name: 'Draft' } });
    const { documents, TableName } = tableOf(cloud());
    const { Items = [] } = await documents.send(new ScanCommand({ TableName }));
    const ofDraft = String(Items.find(({ a: _, ...item }) => JSON.stringify(item).includes('Draft'))?.pk);
    expect(ofDraft).toMatch(/^APP#/);
    const chosen = [...idsOf(ada, brian, carla, ada), ofDraft.replace('APP#', ''), 'no-such-applicant'];
    zip = await make(omar, chosen);
    bytes = await download(omar, zip);
  });

  it('has a PDF of each application, under a name that every system can store', () => {
    expect(zip).toMatchObject({ state: 'completed', done: 5, total: 5, size: bytes.length });
    expect(contentOf(bytes).names).toEqual([
      `Lindqvist Ada ${ada.confirmation}.pdf`,
      `O'Brien Müller 50% Brían br ${brian.confirmation}.pdf`,
      `=1+1 Carla ${carla.confirmation}.pdf`,
      'index.csv',
    ]);
  });

  it('has the PDFs of the right applicants', async () => {
    const { files } = contentOf(bytes);
    const { pages } = await readPdf(files.get(`Lindqvist Ada ${ada.confirmation}.pdf`) ?? Buffer.alloc(0));
    expect(pages[0]?.text).toContain('Lindqvist');
    expect(pages[0]?.text).toContain(ada.confirmation);
  });

  it('has an index with the facts, the file and a link, safe in a spreadsheet', () => {
    const { index } = contentOf(bytes);
    expect(index[0]).toEqual({
      Withdrawn: '',
      ...{ Name: 'Ada Lindqvist', 'Confirmation number': ada.confirmation, Email: ada.username },
      ...{ Submitted: expect.stringMatching(/^\w{3} \d+, \d{4}, /), Term: 'Fall 2027' },
      ...{ Major: expect.stringMatching(/./), Status: 'Awaiting documents', Late: '', Problem: '' },
      ...{ Missing: 'transcript; test scores', 'Copies sent': '', 'Open requests': '' },
      File: `Lindqvist Ada ${ada.confirmation}.pdf`,
      'Link to the console': `${cloud().url}/staff/applications/${ada.sub}`,
    });
    expect(index[2]).toMatchObject({ File: `'=1+1 Carla ${carla.confirmation}.pdf` });
  });

  it('names a draft and an unknown id as deleted, and says nothing else of them', () => {
    const { index } = contentOf(bytes);
    expect(index).toHaveLength(5);
    for (const line of index.slice(3))
      expect(Object.entries(line).filter(([, text]) => text !== '')).toEqual([
        ['Problem', 'The application was deleted.'],
      ]);
    expect(zip.failed).toMatchObject([
      { name: '', confirmation: '', reason: 'The application was deleted.' },
      { applicant: 'no-such-applicant', name: '', reason: 'The application was deleted.' },
    ]);
    expect(bytes.includes('Draft')).toBe(false);
  });

  it('opens with other programs', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'matricula-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'applications.zip');
    writeFileSync(path, bytes);
    const tested = await promisify(execFile)('python3', [
      '-c',
      'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip()); print(*z.namelist(), sep="\\n")',
      path,
    ]);
    expect(tested.stdout.trim().split('\n')).toEqual(['None', ...contentOf(bytes).names]);
  });

  it('resumes with a new link where the download was interrupted', async () => {
    const half = Math.floor(bytes.length / 2);
    const part = async (Range: string) => {
      const response = await fetch(await linkTo(omar, zip), { headers: { Range } });
      expect(response.status).toBe(206);
      return Buffer.from(await response.arrayBuffer());
    };
    const joined = [await part(`bytes=0-${half - 1}`), await part(`bytes=${half}-`)];
    expect(Buffer.concat(joined).equals(bytes)).toBe(true);
  });

  it('is recorded for the person, and for each applicant whose PDF it has', async () => {
    const entries = await auditLogOf(cloud());
    const by = 'Omar Office (omar)';
    expect(entries.find(({ event }) => event === 'zip-requested')).toMatchObject({
      ...{ by, names: ['applications=5'] },
    });
    expect(entries.find(({ event }) => event === 'zip-downloaded')).toMatchObject({
      ...{ by, names: ['applications=3'] },
    });
    for (const { username } of [ada, brian, carla]) {
      const own = await auditLogOf(cloud(), username);
      expect(own.filter(({ event }) => event === 'application-read')).toMatchObject([
        { by, names: ['application-pdf'], purpose: 'ZIP file' },
      ]);
    }
  });

  it('is there for the person alone', async () => {
    expect(await zipsOf(dana)).toEqual([]);
    expect(await open(dana, zip)).toMatchObject({ status: 404 });
    expect(await dana.call('DELETE', `/api/staff/zips/${zip.id}`)).toMatchObject({ status: 404 });
    expect((await newest(omar)).state).toBe('completed');
  });

  it('cannot be downloaded by a person whose role was taken away', async () => {
    const client = await signIn(cloud(), 'Omar Office', '?fresh=yes');
    expect(await open(client, zip)).toMatchObject({ status: 302 });
    provider().setGroups('omar', ['admissions-readers']);
    onTestFinished(() => provider().setGroups('omar', ['admissions-office']));
    await setInItems(cloud(), 'SESSION', { attribute: 'checked_at', value: 0 });
    expect(await open(client, zip)).toMatchObject({ status: 409, body: { recheck: true } });
    expect(await client.call('GET', '/api/staff/me')).toMatchObject({ body: { roles: ['reader'] } });
    expect(await open(client, zip)).toMatchObject({ status: 403 });
    provider().setGroups('omar', ['admissions-office']);
    for (const each of [omar, dana]) await each.call('GET', '/api/staff/me');
  });

  it('is not changed by canceling it after it is complete', async () => {
    expect(await omar.call('DELETE', `/api/staff/zips/${zip.id}`)).toMatchObject({ status: 200 });
    expect((await newest(omar)).state).toBe('completed');
  });

  it('is gone after a day: the item by its time to live, the file by a rule of the bucket', async () => {
    const { expires_at, created_at } = await newest(omar);
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(86_400_000);
    await setInZips('ends', Date.now() - 1);
    expect(await zipsOf(omar)).toEqual([]);
    expect(await open(omar, zip)).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining('Make a new one.') },
    });
    const page = await fetch(`${cloud().url}/api/staff/zips/${zip.id}/file`, {
      headers: { accept: 'text/html', cookie: `__Host-staff=${omar.cookies.get('__Host-staff')}` },
    });
    expect(page.headers.get('content-type')).toMatch('text/html');
    expect(await page.text()).toContain('files are deleted after a day');
  });
});

describe('a request for a ZIP file', () => {
  it.each([
    ['no application', 0, 'Choose an application first.'],
    ['more than 500', 501, 'Choose at most 500 applications.'],
  ])('with %s is rejected', async (_, count, message) => {
    for (const path of ['/api/staff/zips', '/api/staff/export'])
      expect(await dana.call('POST', path, { applicants: unknownIds(count) })).toMatchObject({
        ...{ status: 400, body: { message: expect.stringContaining(message) } },
      });
  });

  it('with ids that cannot be ids is rejected', async () => {
    for (const id of ['../x', '__proto__', '', 7])
      expect(await dana.call('POST', '/api/staff/zips', { applicants: [id] })).toMatchObject({ status: 400 });
  });

  it('with 500 applications is accepted', async () => {
    const zip = await make(dana, unknownIds(500));
    expect(zip).toMatchObject({ state: 'completed', total: 500 });
    expect(zip.failed).toHaveLength(500);
    expect(contentOf(await download(dana, zip)).index).toHaveLength(500);
  });

  it('needs a log-in of the last five minutes, but progress and download do not', async () => {
    const client = await signIn(cloud(), 'Dana Director', '?fresh=yes');
    const zip = await newest(client);
    await setInItems(cloud(), 'SESSION', { attribute: 'logged_in_at', value: Date.now() - 301_000 });
    expect(await request(client, idsOf(ada))).toMatchObject({ status: 403, body: { signInAgain: true } });
    expect(await open(client, zip)).toMatchObject({ status: 302 });
    await setInItems(cloud(), 'SESSION', { attribute: 'logged_in_at', value: Date.now() });
  });
});

describe('a ZIP file that is being made', () => {
  beforeEach(() => setInZips('ends', Date.now() - 1));

  it('shows its progress, can be canceled, and then leaves no file', async () => {
    const before = await zipObjects();
    await setInItems(cloud(), 'PDF', { attribute: 'deadline', value: 0 }); // as if they were a day old
    const release = fault(isPdfWrite, 'held');
    await request(omar, idsOf(ada, brian));
    const zip = await newest(omar);
    expect(zip).toMatchObject({ state: 'preparing', done: 0, total: 2, size: 0 });
    expect(await open(omar, zip)).toMatchObject({ status: 409 });
    expect(await request(omar, idsOf(ada))).toMatchObject({
      ...{ status: 409, body: { message: expect.stringContaining('cancel it') } },
    });
    const { body } = await omar.call('DELETE', `/api/staff/zips/${zip.id}`);
    expect(body.zips).toMatchObject([{ id: zip.id, state: 'canceled' }]);
    release();
    await cloud().quiet();
    expect((await newest(omar)).state).toBe('canceled');
    expect(await open(omar, zip)).toMatchObject({ status: 409 });
    expect(await zipObjects()).toEqual(before);
    const entries = (await auditLogOf(cloud())).filter(({ event }) => event === 'zip-canceled');
    expect(entries).toMatchObject([{ by: 'Omar Office (omar)', names: ['applications=2'] }]);
  });

  it('is written again if the worker stopped in the middle', async () => {
    let cut = 0;
    fault((each) => isZipPart(each) && ++cut <= sdkTries, 'cut');
    const zip = await make(omar, idsOf(ada, brian));
    expect(cut).toBe(sdkTries + 1);
    expect(zip).toMatchObject({ state: 'completed', failed: [] });
    expect(contentOf(await download(omar, zip)).names).toHaveLength(3);
  });

  it('has failed if its worker cannot write, and another can be requested', async () => {
    const statement = cloud()
      .statements()
      .find(({ role, statement: { Sid } }) => /Zip\/Role/.test(role) && Sid === 'WriteZip');
    const restore = cloud().withoutStatement(statement ?? expect.unreachable());
    onTestFinished(restore);
    const failed = await make(omar, idsOf(ada));
    expect(failed).toMatchObject({ state: 'failed' });
    expect(await open(omar, failed)).toMatchObject({
      ...{ status: 409, body: { message: 'The file could not be made. Make a new one.' } },
    });
    restore();
    expect(await make(omar, idsOf(ada))).toMatchObject({ state: 'completed' });
  });

  it('has failed after its deadline, even if no process is left to record it', async () => {
    await setInItems(cloud(), 'PDF', { attribute: 'deadline', value: 0 });
    const release = fault(isPdfWrite, 'held');
    await request(omar, idsOf(ada));
    await setInZips('deadline', Date.now() - 1);
    expect((await newest(omar)).state).toBe('failed');
    release();
    await cloud().quiet();
    expect((await newest(omar)).state).toBe('failed');
  });

  it('omits an applicant who was deleted in the meantime, and a PDF that cannot be made', async () => {
    const gone = await submitted(cloud(), { last_name: 'Vanishing' });
    await runRetention(cloud(), { command: 'erase', user: gone.username });
    await setInItems(cloud(), 'PDF', { attribute: 'deadline', value: 0 });
    const matches: Fault['matches'] = (each) => isPdfWrite(each) && each.url.pathname.includes(carla.sub);
    fault(matches, { errorName: 'AccessDenied' });
    const zip = await make(omar, idsOf(ada, gone, carla));
    expect(zip).toMatchObject({
      state: 'completed',
      failed: [
        { applicant: gone.sub, name: '', reason: 'The application was deleted.' },
        { name: 'Carla =1+1', confirmation: carla.confirmation, reason: 'The PDF could not be made.' },
      ],
    });
    const { names, index } = contentOf(await download(omar, zip));
    expect(names).toEqual([`Lindqvist Ada ${ada.confirmation}.pdf`, 'index.csv']);
    expect(index[1]).toMatchObject({ Name: '', Problem: 'The application was deleted.' });
    expect(index[2]).toMatchObject({ Name: 'Carla =1+1', Problem: 'The PDF could not be made.', File: '' });
    const own = await auditLogOf(cloud(), carla.username);
    expect(own.filter(({ event }) => event === 'application-read')).toHaveLength(1);
  });
});

describe('the stored files', () => {
  it('are in no place that the links of applicants and of staff reach', async () => {
    const [Key = ''] = await zipObjects();
    expect(Key).toMatch(/^zips\/[\w-]+\/[\w-]+\.zip$/);
    const link = `${cloud().url}/${bucket()}/${Key}`;
    expect((await fetch(link)).status).toBe(403);
    const found = await s3Of(cloud()).send(new GetObjectCommand({ Bucket: bucket(), Key }));
    expect(found.ContentType).toBe('application/zip');
    await found.Body?.transformToByteArray();
  });
});

describe('the list of chosen applications', () => {
  const rows = async (body: object) => {
    const reply = await dana.call('POST', '/api/staff/export', body);
    expect(reply).toMatchObject({ status: 200 });
    return (reply.body.applications as unknown as { applicant: string }[]).map(({ applicant }) => applicant);
  };

  it('has their rows in the order of the list, and omits deleted ones', async () => {
    const applicants = [...idsOf(brian, ada, carla, ada), 'no-such-applicant'];
    expect(await rows({ applicants })).toEqual(idsOf(carla, brian, ada));
    expect(await rows({ applicants, sort: 'oldest' })).toEqual(idsOf(ada, brian, carla));
    expect(await rows({ applicants, sort: 'name' })).toEqual(idsOf(carla, ada, brian));
  });

  it('is recorded with the number of its rows', async () => {
    await rows({ applicants: idsOf(ada) });
    const entries = (await auditLogOf(cloud())).filter(({ event }) => event === 'list-exported');
    expect(entries.at(-1)).toMatchObject({
      ...{ by: 'Dana Director (dana)', names: ['chosen', 'sort=newest', 'rows=1'] },
    });
  });

  it('needs a log-in of the last five minutes', async () => {
    await setInItems(cloud(), 'SESSION', { attribute: 'logged_in_at', value: Date.now() - 301_000 });
    expect(await dana.call('POST', '/api/staff/export', { applicants: idsOf(ada) })).toMatchObject({
      ...{ status: 403, body: { signInAgain: true } },
    });
  });
});
