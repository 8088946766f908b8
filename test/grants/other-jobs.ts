import {
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { LocalCloud } from '../../scripts/local-cloud/index.ts';
import { recordItemsReply, reportReply } from '../../shared/api/operator.ts';
import { ApiClient, goodPassword, newAddress, newApplicant } from '../support/applicant.ts';
import { clientSettings, s3Of } from '../support/aws-clients.ts';
import { completeAnswers } from '../support/form.ts';
import { functionName, runOperatorCommand, staffTokenFor } from '../support/operator.ts';
import { afterPauses } from '../support/outbox.ts';
import { runRetention } from '../support/retention.ts';
import { seededApplicant } from '../support/seeded-applicant.ts';
import { tableOf } from '../support/table.ts';
import { unsubscribeLink } from '../support/unsubscribe-link.ts';
import { save, submit, waitUntilDone } from './main-job.ts';
import type { Watch } from './watch.ts';

// Actions of staff, operators and anonymous visitors. Every failure is thrown.

/**
 * Opens an application with a staff link, follows the redirect to a new PDF, and ends the link and the
 * applicant's sessions.
 */
export async function readAsStaff(cloud: LocalCloud, applicant: ApiClient, watch: Watch): Promise<void> {
  await save(applicant);
  const user = await functionName(applicant);
  const { token, jti } = await staffTokenFor(cloud, applicant);
  const staff = new ApiClient(cloud);
  await waitUntilDone(staff.call('GET', `/service/tmp-pdf?service_token=${token}`));
  await readPdf(staff, token, watch);
  await save(applicant);
  await readPdf(staff, token, watch); // in the place of the first
  await readDocument(staff, token);
  await runOperatorCommand(cloud, { command: 'revoke-token', jti });
  await runOperatorCommand(cloud, { command: 'read-audit-log', user });
  await findIt(cloud, user);
  await runOperatorCommand(cloud, { command: 'list-work' });
  await runOperatorCommand(cloud, { command: 'redrive-work', user });
  await runOperatorCommand(cloud, { command: 'export-page', after: '2026-11-01', limit: 1 });
  await runOperatorCommand(cloud, { command: 'export-erased', after: '2026-11-01', limit: 1 });
  await runOperatorCommand(cloud, { command: 'export-columns' });
  await tickOff(cloud, user, false);
  await tickOff(cloud, user, true);
  await runOperatorCommand(cloud, { command: 'end-sessions', user });
  await runOperatorCommand(cloud, { command: 'end-staff-sessions', staff: 'former-reader' });
  await waitUntilDone(applicant.call('POST', '/public/login', { username: user, password: goodPassword }));
  await cloud.runSchedules(new Date('2026-11-22T06:30:00Z')); // the nightly export
  await listUsers(cloud);
  await watch.sees([
    'Contractsservice',
    ...['operator-link', 'operator-read', 'operator-change', 'operator-export'],
    ...['-UserExport', '-NightlyExport'],
  ]);
}

/** Finds the application in the list of its day. */
async function findIt(cloud: LocalCloud, user: string): Promise<void> {
  const { started_at = '' } = await runOperatorCommand(cloud, { command: 'show-application', user });
  const day = started_at.slice(0, 10);
  const list = { command: 'list-applications', status: 'draft', limit: 50 } as const;
  const found = await runOperatorCommand(cloud, { ...list, since: day, until: day });
  if (!JSON.stringify(found).includes(user)) throw new Error(JSON.stringify(found));
}

/** Logs in, is logged out everywhere by an operator, logs in again and deletes the application. */
export async function deleteOwnAccount(cloud: LocalCloud, watch: Watch): Promise<void> {
  const username = newAddress();
  await seededApplicant(cloud, username);
  const client = new ApiClient(cloud);
  const logIn = () => client.call('POST', '/public/login', { username, password: goodPassword });
  await waitUntilDone(logIn());
  await runOperatorCommand(cloud, { command: 'end-sessions', user: username });
  await waitUntilDone(logIn());
  await waitUntilDone(client.call('POST', '/api/account/deletion', { current_password: goodPassword }));
  await watch.sees(['Contractsaccount', 'operator-change']);
}

async function tickOff(cloud: LocalCloud, applicant: string, isTakingBack: boolean): Promise<void> {
  const rows = [{ line: 2, applicant, item: 'transcript', date: '2026-11-02' }];
  const reply = await runOperatorCommand(cloud, { command: 'receive-items', rows, isTakingBack });
  const [row] = recordItemsReply.parse(reply).rows;
  if (row?.outcome !== 'changed') throw new Error(JSON.stringify(reply));
}

/**
 * Runs the daily export of the users. Failures are among the complaints of the cloud, which the watch reads.
 */
const listUsers = (cloud: LocalCloud) => cloud.runSchedules(new Date('2026-11-22T07:00:00Z'));

/**
 * Submits while mail is down. The scheduled run then sends the receipt. The mail failure is logged, so the
 * watch starts afterwards.
 */
export async function getReceiptLate(cloud: LocalCloud, startWatch: () => Promise<Watch>): Promise<void> {
  const username = newAddress();
  const client = await newApplicant(cloud, username);
  await save(client);
  const restore = cloud.injectFault({
    matches: ({ url }) => url.pathname === '/v2/email/outbound-emails',
    effect: { errorName: 'SendingPausedException' },
  });
  await submit(client).finally(restore);
  const watch = await startWatch();
  await afterPauses(cloud);
  watch.refuseTrouble();
  if (!cloud.mail(username).some(({ subject }) => subject.includes('received')))
    throw new Error('There is no receipt.');
}

/** Reads the full personal-data report of a user, and follows each link. */
async function report(cloud: LocalCloud, user: string): Promise<void> {
  let part: unknown = 0;
  while (typeof part === 'number') {
    const reply = reportReply.parse(await runOperatorCommand(cloud, { command: 'report', user, part }));
    for (const { url } of reply.files ?? []) {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`A file: ${response.status} ${await response.text()}`);
    }
    part = reply.next;
  }
}

/** Lets the schedule finish an address change whose call ended early. */
async function finishAddressChange(cloud: LocalCloud, sub: string, address: string): Promise<void> {
  const { documents, TableName } = tableOf(cloud);
  const at = '2020-01-01T00:00:00.000Z';
  const about = { sub, address, username: newAddress(), session: 'hash', host: '', browser: '', at };
  const work = { id: sub, kind: 'address-move', added_at: at, tries: 0, next_at: 0 };
  const Item = { pk: 'OUTBOX#moves', sk: sub, ...work, about };
  await documents.send(new PutCommand({ TableName, Item }));
  await cloud.runSchedules(new Date('2026-11-22T08:05:00Z'));
  const { Item: left } = await documents.send(new GetCommand({ TableName, Key: { pk: Item.pk, sk: sub } }));
  if (left !== undefined) throw new Error('The change of address is not finished.');
}

/**
 * Reports and erases a user who has a file of each kind and an item. The items are written directly, because
 * signing up takes seconds.
 */
export async function eraseEverything(cloud: LocalCloud, watch: Watch): Promise<void> {
  const settings = clientSettings(cloud);
  const output = (name: string) => cloud.outputs[`Matricula-dev/Data/${name}/Resource`] ?? '';
  const username = newAddress();
  const users = new CognitoIdentityProviderClient(settings);
  const UserPoolId = output('Applicants/Pool');
  const { User } = await users.send(
    new AdminCreateUserCommand({
      UserPoolId,
      Username: username,
      UserAttributes: [{ Name: 'email', Value: username }],
      MessageAction: 'SUPPRESS',
    }),
  );
  // Without it, the user counts as one that does not exist.
  const password = { Password: goodPassword, Permanent: true };
  await users.send(new AdminSetUserPasswordCommand({ UserPoolId, Username: username, ...password }));
  const sub = User?.Username ?? '';
  const confirmation = `NLU-${sub.slice(0, 8).toUpperCase()}`;
  const files = [
    ['Uploads', `uploads/${sub}/transcript_document/${sub}`],
    ['Documents', `documents/${sub}/file.pdf`],
    ['Documents', `application-pdfs/${sub}/file.pdf`],
    ['Packages', `packages/${confirmation}/application.json`],
  ] as const;
  const s3 = s3Of(cloud);
  for (const [bucket, Key] of files)
    await s3.send(new PutObjectCommand({ Bucket: output(bucket), Key, Body: 'file' }));
  const { documents, TableName } = tableOf(cloud);
  const submitted_at = new Date().toISOString();
  const submission = {
    confirmation,
    submitted_at,
    username,
    answers: {},
    counts: {},
    tabs: {},
    documents: {},
  };
  const items = [
    { sk: 'SUBMISSION#1', ...submission },
    // A mail announces the deletion of a draft that was not changed for years.
    { sk: 'META', rev: 1, changed_on: '2020-01-01' },
  ];
  for (const item of items)
    await documents.send(new PutCommand({ TableName, Item: { pk: `APP#${sub}`, ...item } }));
  await report(cloud, username);
  await cloud.runSchedules(new Date('2026-11-22T09:30:00Z'));
  watch.refuseTrouble();
  if (cloud.mail(username).length === 0) throw new Error('Nobody announced the end of the draft.');
  await finishAddressChange(cloud, sub, username);
  const reply = await runRetention(cloud, { command: 'erase', user: username });
  if (reply.state !== 'settling') throw new Error(JSON.stringify(reply));
  await watch.sees(['operator-report', '-retention']);
}

async function readPdf(staff: ApiClient, token: string, watch: Watch): Promise<void> {
  const response = await fetch(await linkToPdf(staff, token, watch));
  if (!response.ok) throw new Error(`The PDF: ${response.status} ${await response.text()}`);
}

async function readDocument(staff: ApiClient, token: string): Promise<void> {
  const path = `/service/document-answer/transcript_document?service_token=${token}`;
  const { status, body, headers } = await staff.call('GET', path);
  if (status !== 302) throw new Error(`The document: ${status} ${JSON.stringify(body)}`);
  const response = await fetch(String(headers.get('location')));
  if (!response.ok) throw new Error(`The document: ${response.status} ${await response.text()}`);
}

async function linkToPdf(staff: ApiClient, token: string, watch: Watch): Promise<string> {
  let location = '';
  await watch.until(async () => {
    const { status, body, headers } = await staff.call('GET', `/service/pdf?service_token=${token}`);
    if (status !== 202 && status !== 302) throw new Error(`${status} ${JSON.stringify(body)}`);
    location = headers.get('location') ?? '';
    return status === 302;
  });
  return location;
}

/** Moves answers from one device to another, and turns the mails about deadlines off. */
export async function continueOnOtherDevice(cloud: LocalCloud, watch: Watch): Promise<void> {
  const { city } = completeAnswers;
  const { token } = await waitUntilDone(
    new ApiClient(cloud).call('POST', '/public/tmp', { answer: { city } }),
  );
  await waitUntilDone(new ApiClient(cloud).call('GET', `/public/tmp?token=${token}`));
  await waitUntilDone(new ApiClient(cloud).call('GET', '/public/settings'));
  const reader = await seededApplicant(cloud);
  await save(reader);
  await waitUntilDone(new ApiClient(cloud).call('POST', await unsubscribeLink(cloud, reader)));
  await watch.sees(['Contractspublic']);
}

/** Stores a file under a key that no upload has. Its event cannot be handled and is kept for operators. */
export async function missUpload(cloud: LocalCloud): Promise<void> {
  const Bucket = cloud.outputs['Matricula-dev/Data/Uploads/Resource'];
  await s3Of(cloud).send(new PutObjectCommand({ Bucket, Key: 'uploads/stray', Body: 'file' }));
  await cloud.quiet();
  const kept = cloud.messages('Matricula-dev/Conversion/MissedUploads/Resource');
  if (kept.length !== 1) throw new Error(`${kept.length} missed uploads are kept.`);
}
