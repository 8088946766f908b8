import type { Group } from '../shared/api/routes.ts';
import type { Grant } from './constructs/function-role.ts';

/** The ARNs of the resources that grants name. */
export interface ResourceArns {
  readonly table: string;
  readonly uploads: string;
  readonly documents: string;
  readonly userPool: string;
  readonly mailIdentity: string;
  readonly mailConfigurationSet: string;
  readonly originSecret: string;
  readonly pepperSecret: string;
  readonly serviceTokenSecret: string;
  readonly conversionMachine: string;
  readonly copyMachine: string;
  /** Delivers submitted applications to the university. */
  readonly arrivalFunction: string;
  /** Amazon Location's place provider; undefined where addresses come from a list. */
  readonly geoPlaces: string | undefined;
}

/** The items of applications. */
const applications = 'APP#*';
/** Who changed or read an application, and when. */
const journal = 'LOG#*';
/** The newest PDF of each application. */
const pdfs = 'PDF#*';
const validationReports = 'REPORTS#*';
/** Sessions, and each applicant's list of them. */
const sessions = 'SESSION*';
const signUps = 'SIGNUP#*';
/** What is left of applicants' recovery codes. */
const recoveryCodes = 'RECOVERY#*';
const counters = 'RATE#*';
/** The browsers that have logged in to an account. */
const knownDevices = 'DEVICES#*';
/** The receipts that have not been mailed yet. */
const owed = 'OWED#*';
/** The lists in which staff find applications, by day, name and confirmation number. */
const lists = ['LIST#*', 'NAME#*', 'CONFIRMATION#*'];
const draftLists = 'LIST#draft#*';
const submittedLists = 'LIST#submitted#*';
/** How far the nightly export is. */
const nightlyExport = 'EXPORT';
/** The submissions whose package has not been delivered yet. */
const arrivals = 'ARRIVAL#*';
/** That the package of a submission was delivered. */
const packages = 'PACKAGE#*';
/** How far the list of drafts was read for the mails about a deadline. */
const warnings = 'WARNINGS';
/** The mails about papers that have not been sent yet. */
const owedPapers = 'OWED#papers#*';
/** Changes of address that wait for both codes. */
const addressChanges = 'ADDRESS#*';
/** The mails about the safety of accounts that have not been sent yet. */
const notices = 'NOTICES';
/** Erasures that are not finished. */
const erasures = 'ERASURE#*';
/** The answers behind device links. */
const temporary = 'TMP#*';
const serviceTokens = 'SERVICE#*';

/** The resources that grants are about. A function's environment names these and no others. */
export const namedIn = (grants: readonly Grant[], arns: ResourceArns): readonly (keyof ResourceArns)[] => {
  const granted = grants.flatMap(({ resources }) => resources);
  const isNamed = (arn: string) => granted.some((each) => each === arn || each.startsWith(`${arn}/`));
  return Object.entries(arns)
    .filter(([, arn]) => arn !== undefined && isNamed(arn))
    .map(([name]) => name as keyof ResourceArns);
};

type DataArns = Pick<ResourceArns, 'table' | 'uploads' | 'documents'>;

/** The permissions of each group of calls. A new group does not compile until it has an entry here. */
export const apiGrants = (arns: ResourceArns): Readonly<Record<Group, readonly Grant[]>> => ({
  account: [
    readItems(arns, [sessions, signUps, recoveryCodes, counters, knownDevices]),
    writeItems(arns, [sessions, signUps, recoveryCodes, counters, knownDevices, notices, addressChanges]),
    // A session, its journal entry and the record of the log-in in the application are put in one transaction, unless the applicant is
    // being erased. A new address is recorded there too. Who asks to be erased has not submitted.
    {
      sid: 'OpenSession',
      actions: ['dynamodb:PutItem', 'dynamodb:ConditionCheckItem'],
      resources: [arns.table],
      partitions: [applications, journal, sessions, erasures],
    },
    readOriginSecret(arns),
    readPepper(arns),
    { sid: 'LogIn', actions: ['cognito-idp:AdminInitiateAuth'], resources: [arns.userPool] },
    // A pool that offers authenticator apps no longer still asks those who have one, so this does not depend on the partner.
    // The set-up itself needs no permission: Cognito takes the applicant's own access token for it.
    {
      sid: 'AskForCode',
      actions: ['cognito-idp:AdminRespondToAuthChallenge', 'cognito-idp:AdminSetUserMFAPreference'],
      resources: [arns.userPool],
    },
    findAccount(arns),
    // After several sign-ups with one address: no account is deleted, but the password of somebody else may be replaced.
    { sid: 'ForgetPassword', actions: ['cognito-idp:AdminSetUserPassword'], resources: [arns.userPool] },
    { sid: 'ChangeAddress', actions: ['cognito-idp:AdminUpdateUserAttributes'], resources: [arns.userPool] },
    { sid: 'ReadClientSecret', actions: ['cognito-idp:DescribeUserPoolClient'], resources: [arns.userPool] },
    sendMail(arns),
  ],
  application: [
    readItems(arns, [applications, pdfs, sessions]),
    writeItems(arns, [applications, journal, pdfs, owed, arrivals, ...lists]),
    keepJournal(arns),
    readPepper(arns),
    renewSession(arns),
    {
      sid: 'ReportValidations',
      actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem'],
      resources: [arns.table],
      partitions: [validationReports],
    },
    readOriginSecret(arns),
    sendMail(arns),
    // Submitting removes the PDFs of the draft.
    ...removeCopies(arns),
    { sid: 'StartArrival', actions: ['lambda:InvokeFunction'], resources: [arns.arrivalFunction] },
  ],
  documents: [
    readItems(arns, [applications, pdfs, sessions]),
    // An upload may be the first change of an application.
    writeItems(arns, [applications, journal, pdfs, draftLists]),
    keepJournal(arns),
    readPepper(arns),
    renewSession(arns),
    readOriginSecret(arns),
    { sid: 'PresignUpload', actions: ['s3:PutObject'], resources: [`${arns.uploads}/uploads/*`] },
    { sid: 'ReadUpload', actions: ['s3:GetObject'], resources: [`${arns.uploads}/uploads/*`] },
    // Without it S3 returns the same error for a file that has not arrived and for one that may not be read.
    { sid: 'MissUpload', actions: ['s3:ListBucket'], resources: [arns.uploads] },
    { sid: 'DeleteUpload', actions: ['s3:DeleteObject'], resources: [`${arns.uploads}/uploads/*`] },
    { sid: 'ReadDocument', actions: ['s3:GetObject'], resources: [`${arns.documents}/documents/*`] },
    { sid: 'DeleteDocument', actions: ['s3:DeleteObject'], resources: [`${arns.documents}/documents/*`] },
    // When a document is removed, so are the application PDFs that contain it.
    ...removeCopies(arns),
    { sid: 'StartConversion', actions: ['states:StartExecution'], resources: [arns.conversionMachine] },
  ],
  lookup: [
    readOriginSecret(arns),
    ...(arns.geoPlaces === undefined ? [] : lookUpAddresses(arns.geoPlaces, arns)),
  ],
  applicationPdf: [
    readItems(arns, [applications, pdfs, sessions]),
    recordRequestedPdf(arns),
    writeJournal(arns),
    readPepper(arns),
    renewSession(arns),
    readOriginSecret(arns),
    ...serveCopies(arns),
  ],
  // Staff read one application and its files. They write nothing of it, only which PDF is drawn.
  service: [
    readItems(arns, [applications, pdfs, serviceTokens]),
    { sid: 'ReadDocument', actions: ['s3:GetObject'], resources: [`${arns.documents}/documents/*`] },
    readOriginSecret(arns),
    readPepper(arns),
    readServiceTokenSecret(arns),
    recordRequestedPdf(arns),
    writeJournal(arns),
    ...serveCopies(arns),
  ],
  deviceLink: [
    readOriginSecret(arns),
    readPepper(arns),
    keepAnswers(arns),
    {
      sid: 'ReadAnswers',
      actions: ['dynamodb:UpdateItem'],
      resources: [arns.table],
      partitions: [temporary],
    },
    { sid: 'CountCalls', actions: ['dynamodb:UpdateItem'], resources: [arns.table], partitions: [counters] },
  ],
});

/**
 * The permissions of the operator's function: tokens for staff, device links, ending sessions and second factors, the journal, and
 * finding applications.
 */
export const operatorGrants = (
  arns: Pick<
    ResourceArns,
    'table' | 'userPool' | 'pepperSecret' | 'serviceTokenSecret' | 'mailIdentity' | 'mailConfigurationSet'
  >,
): readonly Grant[] => [
  findAccount(arns),
  readPepper(arns),
  { sid: 'ReadJournal', actions: ['dynamodb:Query'], resources: [arns.table], partitions: [journal] },
  {
    sid: 'FindApplications',
    actions: ['dynamodb:Query', 'dynamodb:GetItem'],
    resources: [arns.table],
    partitions: [...lists, applications],
  },
  readServiceTokenSecret(arns),
  // One statement for both: a token and its journal entry are written in one transaction.
  {
    sid: 'IssueToken',
    actions: ['dynamodb:PutItem'],
    resources: [arns.table],
    partitions: [serviceTokens, journal],
  },
  {
    sid: 'RevokeToken',
    actions: ['dynamodb:UpdateItem'],
    resources: [arns.table],
    partitions: [serviceTokens],
  },
  keepAnswers(arns),
  {
    sid: 'EndSessions',
    actions: ['dynamodb:Query', 'dynamodb:DeleteItem'],
    resources: [arns.table],
    partitions: [sessions],
  },
  // Papers that arrive are ticked off with their journal entry, and a mail is owed about the last of them, in one transaction.
  {
    sid: 'ReceivePapers',
    actions: ['dynamodb:UpdateItem', 'dynamodb:ConditionCheckItem', 'dynamodb:PutItem'],
    resources: [arns.table],
    partitions: [applications, journal, owedPapers],
  },
  keepJournal(arns),
  // A lost second factor: its owner gets a mail.
  { sid: 'StopAsking', actions: ['cognito-idp:AdminSetUserMFAPreference'], resources: [arns.userPool] },
  {
    sid: 'ForgetRecoveryCodes',
    actions: ['dynamodb:DeleteItem'],
    resources: [arns.table],
    partitions: [recoveryCodes],
  },
  sendMail(arns),
  // Packages that could not be delivered.
  {
    sid: 'RetryArrivals',
    actions: ['dynamodb:Query', 'dynamodb:UpdateItem'],
    resources: [arns.table],
    partitions: [arrivals],
  },
  // What an earlier version did not list: the user pool says which applications there are, so nothing scans the table. One statement
  // for what is read and what one transaction writes.
  { sid: 'ListUsers', actions: ['cognito-idp:ListUsers'], resources: [arns.userPool] },
  {
    sid: 'Reindex',
    actions: ['dynamodb:GetItem', 'dynamodb:ConditionCheckItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
    resources: [arns.table],
    partitions: [applications, ...lists, arrivals, packages],
  },
];

/** The permissions of the function that mails late receipts and notices. It reads one application at a time, and writes no answer. */
export const lateReceiptGrants = (
  arns: Pick<ResourceArns, 'table' | 'mailIdentity' | 'mailConfigurationSet'>,
): readonly Grant[] => [
  {
    sid: 'FindOwed',
    actions: ['dynamodb:Query', 'dynamodb:DeleteItem'],
    resources: [arns.table],
    partitions: [owed, notices],
  },
  readItems(arns, [applications]),
  // Before a deadline it goes through the list of drafts.
  { sid: 'FindDrafts', actions: ['dynamodb:Query'], resources: [arns.table], partitions: [draftLists] },
  {
    sid: 'KeepProgress',
    actions: ['dynamodb:GetItem', 'dynamodb:PutItem'],
    resources: [arns.table],
    partitions: [warnings],
  },
  {
    sid: 'ClaimReceipt',
    actions: ['dynamodb:UpdateItem'],
    resources: [arns.table],
    partitions: [applications],
  },
  sendMail(arns),
];

/** Everything that is held about an applicant, except for the journal: what lambdas/store/held-items.ts lists. */
const aboutApplicants = [
  ...[applications, pdfs, validationReports, sessions, signUps, recoveryCodes, knownDevices],
  ...[owed, addressChanges, notices, serviceTokens, ...lists, arrivals, packages],
];

/**
 * The permissions of the function that erases, and reports what is held about one applicant. It is the only one that may delete what belongs
 * to any applicant.
 */
export const endingsGrants = (
  arns: Pick<
    ResourceArns,
    'table' | 'uploads' | 'documents' | 'userPool' | 'pepperSecret' | 'mailIdentity' | 'mailConfigurationSet'
  > & {
    readonly packages: string;
  },
): readonly Grant[] => [
  {
    sid: 'FindHeld',
    actions: ['dynamodb:Query'],
    resources: [arns.table],
    partitions: [...aboutApplicants, erasures, journal],
  },
  // The journal is in it because the end of an erasure and its entries are written in one transaction.
  {
    sid: 'EraseHeld',
    actions: ['dynamodb:DeleteItem'],
    resources: [arns.table],
    partitions: [...aboutApplicants, erasures, journal],
  },
  {
    sid: 'RecordErasure',
    actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem'],
    resources: [arns.table],
    partitions: [applications, erasures, journal, notices],
  },
  keepJournal(arns),
  readPepper(arns),
  findAccount(arns),
  { sid: 'ListUsers', actions: ['cognito-idp:ListUsers'], resources: [arns.userPool] },
  // Before a draft ends, its applicant gets a mail.
  sendMail(arns),
  { sid: 'DeleteAccount', actions: ['cognito-idp:AdminDeleteUser'], resources: [arns.userPool] },
  ...removeVersions('Uploads', arns.uploads, 'uploads/*'),
  ...removeVersions('Documents', arns.documents, 'documents/*'),
  ...removeVersions('Packages', arns.packages, 'packages/*'),
  ...removeCopies(arns),
  // By links that the report's reader follows at once.
  {
    sid: 'ReadFiles',
    actions: ['s3:GetObject'],
    resources: [
      ...[`${arns.uploads}/uploads/*`, `${arns.documents}/documents/*`, `${arns.documents}/copies/*`],
      `${arns.packages}/packages/*`,
    ],
  },
];

/** The permissions of the function that lists all users in a file each day. It cannot read what it wrote. */
export const userExportGrants = (
  arns: Pick<ResourceArns, 'userPool'> & { readonly userExports: string },
): readonly Grant[] => [
  { sid: 'ListUsers', actions: ['cognito-idp:ListUsers'], resources: [arns.userPool] },
  { sid: 'WriteExport', actions: ['s3:PutObject'], resources: [`${arns.userExports}/users/*`] },
];

/** The canary comes in from outside, as applicants do: it may read its own password, and nothing else. */
export const canaryGrants = (arns: { readonly password: string }): readonly Grant[] => [
  { sid: 'ReadPassword', actions: ['secretsmanager:GetSecretValue'], resources: [arns.password] },
];

/** The permissions of each step of a conversion. A step that opens an applicant's file cannot reach the table. */
export const conversionGrants = (arns: DataArns) => ({
  inspect: [
    recordOutcome(arns),
    keepJournal(arns),
    { sid: 'ReadUpload', actions: ['s3:GetObject'], resources: [`${arns.uploads}/uploads/*`] },
  ],
  convert: convertFiles(arns),
  office: convertFiles(arns),
  record: [
    recordOutcome(arns),
    keepJournal(arns),
    { sid: 'ReadItem', actions: ['dynamodb:GetItem'], resources: [arns.table], partitions: [applications] },
    // The PDF of a document that was deleted during its conversion is removed.
    { sid: 'DeleteDocument', actions: ['s3:DeleteObject'], resources: [`${arns.documents}/documents/*`] },
  ],
});

/** The permissions of the function that draws application PDFs. */
export const applicationPdfGrants = (arns: DataArns): readonly Grant[] => [
  readItems(arns, [applications, pdfs]),
  {
    sid: 'RecordCopy',
    actions: ['dynamodb:UpdateItem'],
    resources: [arns.table],
    partitions: [pdfs],
  },
  { sid: 'ReadDocument', actions: ['s3:GetObject'], resources: [`${arns.documents}/documents/*`] },
  { sid: 'WriteCopy', actions: ['s3:PutObject'], resources: [`${arns.documents}/copies/*`] },
  // A PDF that became outdated while it was drawn is removed.
  ...removeCopies(arns),
];

/** The permissions of the function that delivers submitted applications. It changes nothing of them, and cannot read a package. */
export const arrivalGrants = (
  arns: Pick<ResourceArns, 'table' | 'documents'> & { readonly packages: string; readonly bus: string },
): readonly Grant[] => [
  readItems(arns, [applications, arrivals]),
  // One statement for both: a package is recorded and taken off the list in one transaction.
  {
    sid: 'RecordPackage',
    actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
    resources: [arns.table],
    partitions: [arrivals, packages],
  },
  { sid: 'ReadDocument', actions: ['s3:GetObject'], resources: [`${arns.documents}/documents/*`] },
  { sid: 'WritePackage', actions: ['s3:PutObject'], resources: [`${arns.packages}/packages/*`] },
  { sid: 'SendEvent', actions: ['events:PutEvents'], resources: [arns.bus] },
];

/** The permissions of the function that exports each night what was submitted. It changes no application, and cannot read what it wrote. */
export const nightlyExportGrants = (
  arns: Pick<ResourceArns, 'table'> & { readonly packages: string },
): readonly Grant[] => [
  readItems(arns, [submittedLists, applications]),
  {
    sid: 'KeepPlace',
    actions: ['dynamodb:UpdateItem'],
    resources: [arns.table],
    partitions: [nightlyExport],
  },
  { sid: 'WriteExport', actions: ['s3:PutObject'], resources: [`${arns.packages}/exports/*`] },
];

/** No function reads what it does not need: neither the sessions of others nor the journal. */
const readItems = ({ table }: Pick<ResourceArns, 'table'>, partitions: readonly string[]): Grant => ({
  sid: 'ReadItems',
  actions: ['dynamodb:GetItem', 'dynamodb:Query'],
  resources: [table],
  partitions,
});

/**
 * IAM checks each item of a transaction as the action that it is. Whether it then sees the partition of that item or of
 * all of them is not documented, so one statement names all partitions that a transaction writes.
 */
const writeItems = ({ table }: Pick<ResourceArns, 'table'>, partitions: readonly string[]): Grant => ({
  sid: 'WriteItems',
  actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
  resources: [table],
  partitions,
});

/** Journal entries are added in the transaction that they are about, and never changed or deleted. */
const keepJournal = ({ table }: Pick<ResourceArns, 'table'>): Grant => ({
  sid: 'KeepJournal',
  denied: true,
  actions: ['dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
  resources: [table],
  partitions: [journal],
});

/** Each call, at most once a minute, says that the session is in use. */
const renewSession = ({ table }: Pick<ResourceArns, 'table'>): Grant => ({
  sid: 'RenewSession',
  actions: ['dynamodb:UpdateItem'],
  resources: [table],
  partitions: [sessions],
});

const recordRequestedPdf = ({ table }: Pick<ResourceArns, 'table'>): Grant => ({
  sid: 'RecordRequestedPdf',
  actions: ['dynamodb:PutItem', 'dynamodb:DeleteItem'],
  resources: [table],
  partitions: [pdfs],
});

const readOriginSecret = ({ originSecret }: Pick<ResourceArns, 'originSecret'>): Grant => ({
  sid: 'ReadOriginSecret',
  actions: ['secretsmanager:GetSecretValue'],
  resources: [originSecret],
});

/** One statement for both: the outcome of a conversion and its journal entry are written in one transaction. */
const recordOutcome = ({ table }: Pick<ResourceArns, 'table'>): Grant => ({
  sid: 'RecordOutcome',
  actions: ['dynamodb:UpdateItem', 'dynamodb:PutItem'],
  resources: [table],
  partitions: [applications, journal],
});

/**
 * Amazon Location charges for each lookup, so lookups are limited by source address. The counter's name is made with
 * the pepper.
 */
const lookUpAddresses = (
  places: string,
  { table, pepperSecret }: Pick<ResourceArns, 'table' | 'pepperSecret'>,
): readonly Grant[] => [
  { sid: 'FindAddress', actions: ['geo-places:Autocomplete', 'geo-places:GetPlace'], resources: [places] },
  { sid: 'CountLookUps', actions: ['dynamodb:UpdateItem'], resources: [table], partitions: [counters] },
  readPepper({ pepperSecret }),
];

const readPepper = ({ pepperSecret }: Pick<ResourceArns, 'pepperSecret'>): Grant => ({
  sid: 'ReadPepper',
  actions: ['secretsmanager:GetSecretValue'],
  resources: [pepperSecret],
});

const readServiceTokenSecret = ({ serviceTokenSecret }: Pick<ResourceArns, 'serviceTokenSecret'>): Grant => ({
  sid: 'ReadServiceTokenSecret',
  actions: ['secretsmanager:GetSecretValue'],
  resources: [serviceTokenSecret],
});

/** SES checks the sender and the configuration set. */
const sendMail = ({
  mailIdentity,
  mailConfigurationSet,
}: Pick<ResourceArns, 'mailIdentity' | 'mailConfigurationSet'>): Grant => ({
  sid: 'SendMail',
  actions: ['ses:SendEmail'],
  resources: [mailIdentity, mailConfigurationSet],
});

const findAccount = ({ userPool }: Pick<ResourceArns, 'userPool'>): Grant => ({
  sid: 'FindAccount',
  actions: ['cognito-idp:AdminGetUser'],
  resources: [userPool],
});

const writeJournal = ({ table }: Pick<ResourceArns, 'table'>): Grant => ({
  sid: 'WriteJournal',
  actions: ['dynamodb:PutItem'],
  resources: [table],
  partitions: [journal],
});

const keepAnswers = ({ table }: Pick<ResourceArns, 'table'>): Grant => ({
  sid: 'KeepAnswers',
  actions: ['dynamodb:PutItem'],
  resources: [table],
  partitions: [temporary],
});

const serveCopies = ({
  documents,
  copyMachine,
}: Pick<ResourceArns, 'documents' | 'copyMachine'>): readonly Grant[] => [
  { sid: 'ReadCopy', actions: ['s3:GetObject'], resources: [`${documents}/copies/*`] },
  { sid: 'StartCopy', actions: ['states:StartExecution'], resources: [copyMachine] },
  // A new PDF replaces every earlier one.
  ...removeCopies({ documents }),
];

/** Removes every version of objects, so that their bytes are gone at once. */
const removeVersions = (name: string, bucket: string, prefix: string): readonly Grant[] => [
  { sid: `List${name}`, actions: ['s3:ListBucketVersions'], resources: [bucket], prefix },
  { sid: `Remove${name}`, actions: ['s3:DeleteObjectVersion'], resources: [`${bucket}/${prefix}`] },
];

const removeCopies = ({ documents }: Pick<ResourceArns, 'documents'>): readonly Grant[] =>
  removeVersions('Copies', documents, 'copies/*');

const convertFiles = ({ uploads, documents }: DataArns): readonly Grant[] => [
  { sid: 'ReadUpload', actions: ['s3:GetObject'], resources: [`${uploads}/uploads/*`] },
  { sid: 'WriteDocument', actions: ['s3:PutObject'], resources: [`${documents}/documents/*`] },
];
