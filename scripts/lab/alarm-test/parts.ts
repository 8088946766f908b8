import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { routes } from '../../../shared/api/routes.ts';
import { upload } from '../../../shared/smoke/application-checks.ts';
import { samples } from '../../../shared/smoke/samples.ts';
import { until } from '../../../shared/smoke/until.ts';
import type { Fault } from '../../local-cloud/index.ts';
import { reportBrokenPage } from './broken-page.ts';
import { logIn, newApplicant, type Part, signUpAgain, type TestBed } from './part.ts';
import { addPendingPackage } from './pending-package.ts';
import { addPendingReceipt } from './pending-receipt.ts';
import { startZipFile } from './zip-file.ts';

type Matcher = Fault['matches'];

const operations =
  (...names: readonly string[]): Matcher =>
  ({ headers }) =>
    names.includes(headers['x-amz-target']?.split('.')[1] ?? '');

/** Makes calls of a service fail. */
const fails =
  (matches: Matcher, errorName: string) =>
  ({ cloud }: TestBed) =>
    cloud.injectFault({ matches, effect: { errorName } });

/** Removes a permission from a role. The patterns match the role's path and the statement's text. */
const lacks =
  (role: RegExp, statement: RegExp) =>
  ({ cloud }: TestBed) => {
    const found = cloud
      .statements()
      .filter((each) => role.test(each.role) && statement.test(JSON.stringify(each.statement)));
    if (found.length === 0) throw new Error(`No role ${role} has a statement ${statement}.`);
    const restore = found.map((each) => cloud.withoutStatement(each));
    return () => {
      for (const each of restore) each();
    };
  };

const failingMails = fails(
  ({ url }) => url.pathname === '/v2/email/outbound-emails',
  'SendingPausedException',
);

/** A minute in which only the schedules that run every five minutes fire. */
const everyFiveMinutes = new Date('2027-01-15T10:05:00Z');
/** A minute in which only the schedules that run every minute fire. */
const everyMinute = new Date('2027-01-15T10:06:00Z');
/** The minute of the day in which the list of users is exported. */
const exportTime = new Date('2027-01-15T07:00:00Z');

/** The minute of the night in which retention runs. */
const retentionTime = new Date('2027-01-15T09:30:00Z');

/** Breaks nothing: the cause is outside of the product, or is only too much load. */
const nothing: Part['break'] = () => () => undefined;

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

/**
 * Addresses of SES's mailbox simulator, which bounces mail or marks it as spam:
 * https://docs.aws.amazon.com/ses/latest/dg/send-an-email-from-console.html#send-email-simulator-how-to-use
 */
const simulated = (kind: 'bounce' | 'complaint') => `${kind}+${crypto.randomUUID()}@simulator.amazonses.com`;

/** Breaks several parts at the same time. */
const all =
  (...breaks: readonly Part['break'][]): Part['break'] =>
  (testBed) => {
    const restores = breaks.map((each) => each(testBed));
    return () => {
      for (const restore of restores) restore();
    };
  };

/** Uploads a document, and waits until its conversion has succeeded or failed. */
async function convert({ cloud, client }: TestBed, sample: (typeof samples)[keyof typeof samples]) {
  await upload(client, sample);
  await cloud.quiet();
}

const waitForPdf = ({ client }: TestBed) =>
  until(15, async () => {
    const { status } = await client.call(routes.applicationPdf.getApplicationPdf);
    return status === 'FAILED' || status === 'COMPLETED' || undefined;
  });

/** Creates a sparse file of two gigabytes, which uses no space on this machine's disk. */
const fillsTheDisk = '#!/bin/sh\ntruncate -s 2G full\nsleep 5\n';

const search = '/lookup/find?category=hs_ceeb&text=lincoln';

/** The parts that the alarm test breaks. Add a part for each new alarm. */
export const parts: readonly Part[] = [
  {
    name: 'mail',
    broken: 'Cognito and SES send no mail. An applicant asks for a reset link, and signs up again.',
    break: all(
      fails(operations('SignUp', 'ResendConfirmationCode', 'ForgotPassword'), 'CodeDeliveryFailureException'),
      failingMails,
    ),
    use: async (testBed) => {
      await testBed.client.call(routes.account.forgotPassword, { body: { username: testBed.username } });
      await signUpAgain(testBed);
    },
    alarms: ['CodesNotMailed', 'MailsFail'],
  },
  {
    name: 'staff sign-in',
    broken: 'The identity provider does not respond. Staff try to sign in three times.',
    break: nothing,
    use: ({ cloud }) => Promise.all(times(3, () => fetch(`${cloud.url}/api/staff/sign-in`))),
    alarms: ['StaffSignInFails'],
  },
  {
    name: 'log-in',
    broken: 'Cognito throttles log-ins. An applicant logs in.',
    break: fails(operations('AdminInitiateAuth'), 'TooManyRequestsException'),
    use: logIn,
    alarms: ['AccountsThrottled'],
  },
  {
    name: 'attempts',
    broken: 'Somebody asks again and again for a code for one address.',
    break: nothing,
    use: ({ client }) => {
      const again = { body: { username: 'many@example.org' } };
      return Promise.allSettled(times(70, () => client.call(routes.account.resendConfirm, again)));
    },
    alarms: ['AttemptsLimited'],
  },
  {
    name: 'late receipts',
    broken: 'SES sends no mail. The receipt of an applicant who submitted two hours ago is tried again.',
    break: failingMails,
    use: async ({ cloud }) => {
      await addPendingReceipt(cloud);
      await cloud.runSchedules(everyFiveMinutes);
    },
    alarms: ['ReceiptsLate'],
  },
  {
    name: 'packages',
    broken:
      'Applications cannot be read. One that was submitted two hours ago is to be delivered for the tenth time.',
    break: ({ cloud }) =>
      cloud.injectFault({
        matches: (request) => operations('Query')(request) && request.body.toString().includes('APP#'),
        effect: { errorName: 'InternalServerError' },
      }),
    use: async ({ cloud }) => {
      await addPendingPackage(cloud);
      await cloud.runSchedules(everyMinute);
    },
    alarms: ['PackagesFail', 'PackagesLate'],
  },
  {
    name: 'converter',
    broken: 'LibreOffice is missing. An applicant uploads a Word document.',
    break: ({ officeProgram }) => {
      renameSync(officeProgram, `${officeProgram}.away`);
      return () => renameSync(`${officeProgram}.away`, officeProgram);
    },
    use: (testBed) => convert(testBed, samples.word),
    alarms: ['ConverterFails'],
  },
  {
    name: 'table',
    broken: 'DynamoDB throttles writes. An applicant saves an answer.',
    break: fails(operations('TransactWriteItems'), 'ProvisionedThroughputExceededException'),
    use: ({ client }) =>
      client.call(routes.application.putAnswer, { body: { answer: { first_name: 'Test' } } }),
    alarms: ['TableThrottled'],
  },
  {
    name: 'slow calls',
    broken: 'DynamoDB takes six seconds for a write. An applicant saves an answer.',
    break: ({ cloud }) =>
      cloud.injectFault({ matches: operations('TransactWriteItems'), effect: { milliseconds: 6_000 } }),
    use: ({ client }) =>
      client.call(routes.application.putAnswer, { body: { answer: { first_name: crypto.randomUUID() } } }),
    alarms: ['CallsSlow'],
  },
  {
    name: 'api',
    broken: 'Reading the table fails. Applicants open their applications.',
    break: fails(operations('GetItem', 'Query'), 'InternalServerError'),
    use: ({ client }) => Promise.all(times(6, () => client.send('GET', routes.application.getProfile.path))),
    alarms: ['CallsFail'],
  },
  {
    name: 'state machine',
    broken: 'The last step of a conversion may not write its outcome. An applicant uploads a PDF.',
    break: lacks(/Record\/Role/, /dynamodb:UpdateItem/),
    // Files of a single applicant would wait for each other: this step also releases the applicant's
    // conversion lock.
    use: async (testBed) => convert({ ...testBed, ...(await newApplicant(testBed.cloud)) }, samples.pdf),
    alarms: ['ConversionsStop'],
  },
  {
    name: 'look-up',
    broken: 'The look-up function lost a permission. An applicant looks for a school.',
    break: lacks(/lookup\/Role/, /ReadOriginSecret/),
    use: ({ client }) => client.send('GET', search),
    alarms: ['LookUpsFail'],
  },
  {
    name: 'crowd',
    broken: 'More calls arrive at once than the API accepts. Applicants look for a school.',
    break: nothing,
    use: ({ client }) => Promise.all(times(500, () => client.send('GET', search))),
    alarms: ['CallsThrottled'],
  },
  {
    name: 'concurrency',
    broken:
      "Other functions use all of the account's concurrent executions. An applicant opens the application and looks for a school.",
    break: ({ cloud }) => cloud.limitConcurrency(0),
    use: ({ client }) =>
      Promise.all([
        client.send('GET', routes.application.getProfile.path),
        client.send('GET', search),
        client.send('GET', routes.applicationPdf.getApplicationPdf.path),
      ]),
    alarms: ['Api-applicationThrottled', 'Api-lookupThrottled', 'Api-applicationPdfThrottled'],
  },
  {
    name: 'application PDF',
    broken: 'The PDF of an application cannot be stored. An applicant asks for it.',
    break: fails(
      ({ method, url }) => method === 'PUT' && /\/application-pdfs\//.test(url.pathname),
      'AccessDenied',
    ),
    use: waitForPdf,
    alarms: ['ApplicationPdfsFail'],
  },
  {
    name: 'application PDF machine',
    broken: 'The PDF of an application cannot be recorded, nor that it failed. An applicant asks for it.',
    break: lacks(/Make\/Role/, /RecordApplicationPdf/),
    use: async ({ cloud, client }) => {
      // Changes an answer: each attempt then draws a new PDF.
      await client.call(routes.application.putAnswer, {
        body: { answer: { first_name: crypto.randomUUID() } },
      });
      await client.call(routes.applicationPdf.getApplicationPdf);
      await cloud.quiet();
    },
    alarms: ['ApplicationPdfsStop', 'ApplicationPdfErrors'],
  },
  {
    name: 'ZIP files',
    broken: 'The function that makes ZIP files may not read the table. Staff ask for a file.',
    break: lacks(/Zip\/Role/, /ReadItems/),
    use: ({ cloud }) => startZipFile(cloud),
    alarms: ['ZipFilesStop'],
  },
  {
    name: 'pages',
    broken: 'A page crashes in the browsers of applicants in two networks, who reload it.',
    break: nothing, // the error is in the browser, which reports it
    use: async ({ cloud }) => {
      for (const network of ['192.0.2.1', '198.51.100.1']) await reportBrokenPage(cloud, network);
    },
    alarms: ['PagesBreak'],
  },
  {
    name: 'disk',
    broken: 'LibreOffice fills the disk of its function. An applicant uploads a Word document.',
    break: ({ officeProgram }) => {
      const before = readFileSync(officeProgram);
      writeFileSync(officeProgram, fillsTheDisk);
      return () => writeFileSync(officeProgram, before);
    },
    use: (testBed) => convert(testBed, samples.word),
    alarms: ['ConverterFails'],
  },
  // Late in the list: it fires for two periods and would fire again with the next part.
  {
    name: 'edge',
    broken: 'CloudFront reaches neither pages nor API. Applicants open the site.',
    break: ({ cloud }) =>
      cloud.injectFault({ matches: ({ method }) => method === 'GET', effect: 'origin down' }),
    use: ({ client }) => client.send('GET', '/'),
    alarms: ['SiteFails'],
  },
  // The alarms of the next five parts stay on for 15 to 60 minutes. No later part waits for them.
  {
    name: 'search for late receipts',
    broken: 'The function that looks for late receipts lost a permission. It fails three times in a row.',
    break: lacks(/LateReceipts\/Role/, /FindPending/),
    use: ({ cloud }) => cloud.runSchedules(everyFiveMinutes),
    alarms: ['ReceiptsNotResent'],
  },
  {
    name: 'erasures',
    broken:
      'The function that erases lost a permission. Somebody has asked to be erased, and it fails three times.',
    break: lacks(/Retention\/Role/, /FindPersonalData/),
    use: ({ cloud }) => cloud.runSchedules(everyFiveMinutes),
    alarms: ['ErasuresFail'],
  },
  {
    name: 'retention',
    broken: 'The function that ends what is over may not list users any more. It runs as each night.',
    break: lacks(/Retention\/Role/, /ListUsers/),
    use: ({ cloud }) => cloud.runSchedules(retentionTime),
    alarms: ['RetentionFails'],
  },
  {
    name: 'mailboxes',
    broken: 'Receipts come back, and others are marked as spam.',
    break: nothing,
    use: async ({ cloud }) => {
      const usernames = [...times(21, () => simulated('bounce')), ...times(6, () => simulated('complaint'))];
      await Promise.all(usernames.map((username) => addPendingReceipt(cloud, username)));
      await cloud.runSchedules(everyFiveMinutes);
    },
    alarms: ['MailsBounce', 'MailsMarkedAsSpam'],
  },
  {
    name: 'list of users',
    broken: 'The function that lists the users each day may not read them. Lambda tries three times.',
    break: lacks(/UserExport\/Role/, /ListUsers/),
    use: ({ cloud }) => cloud.runSchedules(exportTime),
    alarms: ['UsersNotExported'],
  },
  // Last: as on AWS, this alarm stays on until the events are taken from their queue.
  {
    name: 'events',
    broken: 'Uploads start no conversion. An applicant uploads a photo.',
    break: lacks(/Conversion.*Begin/, /states:StartExecution/),
    use: ({ client }) => upload(client, samples.photo),
    alarms: ['UploadsMissed'],
  },
];
