import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListExecutionsCommand, SFNClient } from '@aws-sdk/client-sfn';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { assemble } from '../../scripts/build/assemble.ts';
import { type LocalCloud, startLocalCloud } from '../../scripts/local-cloud/index.ts';
import { clientOf } from '../support/aws-clients.ts';
import { sampleDeliveries } from '../support/delivery-settings.ts';
import { eventually } from '../support/eventually.ts';
import { completeAnswers } from '../support/form.ts';
import { person } from '../support/person.ts';
import { quickCloud } from '../support/quick-cloud.ts';
import { pdf } from '../support/samples.ts';
import { lookSubmittedAgo } from '../support/submitted-ago.ts';
import { unzipped } from '../support/unzipped.ts';

// The files that a university with Slate gets by SFTP. A folder stands for its server.

const data = mkdtempSync(join(tmpdir(), 'matricula-slate-'));
const root = join(data, 'server');
const folder = join(root, 'incoming/Matricula');
const complaints: string[] = [];
let cloud: LocalCloud;

beforeAll(async () => {
  const { format, sftp } = sampleDeliveries;
  const assembly = await assemble({ deliveries: JSON.stringify({ format, sftp }) });
  cloud = await startLocalCloud({
    ...{ ...quickCloud, assembly, data: join(data, 'cloud'), port: 0, deliveries: root },
    log: (complaint) => void complaints.push(complaint),
  });
}, 120_000);
afterAll(async () => {
  await cloud.close();
  rmSync(data, { recursive: true, force: true });
});
beforeEach(() => {
  rmSync(root, { recursive: true, force: true });
  complaints.length = 0;
});

const transcript = 'transcript_document';
/** An export leaves out the last two minutes, and begins where the one before ended. */
const settlingSeconds = 120;

async function submit(): Promise<string> {
  const client = await person(cloud);
  await client.upload(transcript, 'grades.pdf', await pdf());
  const { confirmation, submittedAt: submitted_at } = await client.submit();
  await cloud.quiet();
  await lookSubmittedAgo(cloud, { confirmation, submitted_at }, settlingSeconds);
  return confirmation;
}

const night = () => cloud.runSchedules(new Date('2027-01-15T06:30:00Z'));
const refuseFiles = () => {
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, 'incoming'), 'not a folder');
};
const statuses = async () => {
  const stateMachineArn = cloud.outputs['Matricula-dev/Delivery/Sftp/Machine/Resource'];
  const list = new ListExecutionsCommand({ stateMachineArn });
  const { executions = [] } = await clientOf(cloud, SFNClient).send(list);
  return executions.map(({ status }) => status);
};

it('is the rows of a night and a ZIP file of the PDFs with their index', async () => {
  const confirmation = await submit();
  await night();
  await cloud.quiet();
  const [rows = '', zip = '', ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  expect([rows, zip]).toEqual([
    expect.stringMatching(/^applications-\d{8}T\d{9}Z-001\.csv$/),
    expect.stringMatching(/^dip-\d{8}T\d{9}Z-001\.zip$/),
  ]);
  expect(parse(readFileSync(join(folder, rows)), { columns: true })).toMatchObject([
    { 'Application Reference ID': confirmation, First: completeAnswers.first_name },
  ]);
  const files = unzipped(readFileSync(join(folder, zip)));
  expect([...files.keys()].toSorted()).toEqual([
    `${confirmation}-application.pdf`,
    `${confirmation}-${transcript}.pdf`,
    'index.txt',
  ]);
  expect(files.get(`${confirmation}-application.pdf`)?.subarray(0, 5).toString()).toBe('%PDF-');
});

it('comes when the server takes files again', async () => {
  await submit();
  refuseFiles();
  await night();
  await eventually(async () => expect(await statuses()).toContain('RUNNING'));
  rmSync(root, { recursive: true });
  await cloud.quiet();
  expect(readdirSync(folder)).toHaveLength(2);
  expect(complaints).toEqual([]);
});

it('is a failed execution after a day of tries', async () => {
  await submit();
  refuseFiles();
  await night();
  await cloud.quiet();
  expect((await statuses()).filter((status) => status === 'FAILED')).toHaveLength(2);
  expect(complaints.join('\n')).toContain('FileNotSent');
}, 30_000);
