import type { Group } from '../shared/api/routes.ts';
import type { Grant } from './constructs/function-role.ts';

/** The ARNs of the resources that grants name. */
export interface ResourceArns {
  readonly table: string;
  readonly uploads: string;
  readonly documents: string;
  readonly userPool: string;
  readonly mailIdentity: string;
  readonly originSecret: string;
  readonly pepperSecret: string;
  readonly serviceTokenSecret: string;
  readonly conversionMachine: string;
  readonly copyMachine: string;
  /** Amazon Location's place index; undefined where addresses come from a list. */
  readonly geoPlaces: string | undefined;
}

/** The items of applications. Sessions, counters and the journal are in other partitions. */
const applications = 'APP#*';
/** Sessions, and each applicant's list of them. */
const sessions = 'SESSION*';
const counters = 'RATE#*';
/** The answers behind device links. */
const temporary = 'TMP#*';

type DataPlaces = Pick<ResourceArns, 'table' | 'uploads' | 'documents'>;

/** The permissions of each group of calls. A new group does not compile until it has an entry here. */
export const apiGrants = (at: ResourceArns): Readonly<Record<Group, readonly Grant[]>> => ({
  account: [
    readItems(at),
    writeItems(at),
    readOriginSecret(at),
    readPepper(at),
    { sid: 'LogIn', actions: ['cognito-idp:AdminInitiateAuth'], resources: [at.userPool] },
    findAccount(at),
    // After several sign-ups with one address: no account is deleted, but the password of somebody else may be replaced.
    { sid: 'ForgetPassword', actions: ['cognito-idp:AdminSetUserPassword'], resources: [at.userPool] },
    { sid: 'ReadClientSecret', actions: ['cognito-idp:DescribeUserPoolClient'], resources: [at.userPool] },
    sendMail(at),
  ],
  application: [
    readItems(at),
    writeItems(at),
    readOriginSecret(at),
    sendMail(at),
    // Submitting removes the PDFs of the draft.
    ...removeCopies(at),
  ],
  documents: [
    readItems(at),
    writeItems(at),
    readOriginSecret(at),
    { sid: 'PresignUpload', actions: ['s3:PutObject'], resources: [`${at.uploads}/uploads/*`] },
    { sid: 'ReadUpload', actions: ['s3:GetObject'], resources: [`${at.uploads}/uploads/*`] },
    // Without it S3 returns the same error for a file that has not arrived and for one that may not be read.
    { sid: 'MissUpload', actions: ['s3:ListBucket'], resources: [at.uploads] },
    { sid: 'DeleteUpload', actions: ['s3:DeleteObject'], resources: [`${at.uploads}/uploads/*`] },
    { sid: 'ReadDocument', actions: ['s3:GetObject'], resources: [`${at.documents}/documents/*`] },
    { sid: 'DeleteDocument', actions: ['s3:DeleteObject'], resources: [`${at.documents}/documents/*`] },
    // When a document is removed, so are the application PDFs that contain it.
    ...removeCopies(at),
    { sid: 'StartConversion', actions: ['states:StartExecution'], resources: [at.conversionMachine] },
  ],
  lookup: [readOriginSecret(at), ...(at.geoPlaces === undefined ? [] : lookUpAddresses(at.geoPlaces, at))],
  applicationPdf: [readItems(at), writeItems(at), readOriginSecret(at), ...serveCopies(at)],
  // Staff read one application. No grant here can write an answer.
  service: [
    readItems(at),
    readOriginSecret(at),
    readPepper(at),
    readServiceTokenSecret(at),
    {
      sid: 'KeepCopy',
      actions: ['dynamodb:PutItem', 'dynamodb:DeleteItem'],
      resources: [at.table],
      partition: applications,
    },
    writeJournal(at),
    ...serveCopies(at),
  ],
  deviceLink: [
    readOriginSecret(at),
    readPepper(at),
    keepAnswers(at),
    { sid: 'ReadAnswers', actions: ['dynamodb:UpdateItem'], resources: [at.table], partition: temporary },
    { sid: 'CountCalls', actions: ['dynamodb:UpdateItem'], resources: [at.table], partition: counters },
  ],
});

/** The permissions of the operator's function: tokens for staff, device links, and ending an applicant's sessions. */
export const operatorGrants = (
  at: Pick<ResourceArns, 'table' | 'userPool' | 'serviceTokenSecret'>,
): readonly Grant[] => [
  findAccount(at),
  readServiceTokenSecret(at),
  {
    sid: 'KeepToken',
    actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem'],
    resources: [at.table],
    partition: 'SERVICE#*',
  },
  writeJournal(at),
  keepAnswers(at),
  {
    sid: 'EndSessions',
    actions: ['dynamodb:Query', 'dynamodb:DeleteItem'],
    resources: [at.table],
    partition: sessions,
  },
];

/** The permissions of each step of a conversion. A step that opens an applicant's file cannot reach the table. */
export const conversionGrants = (at: DataPlaces) => ({
  inspect: [
    updateItem(at),
    { sid: 'ReadUpload', actions: ['s3:GetObject'], resources: [`${at.uploads}/uploads/*`] },
  ],
  convert: convertFiles(at),
  office: convertFiles(at),
  record: [
    updateItem(at),
    { sid: 'ReadItem', actions: ['dynamodb:GetItem'], resources: [at.table], partition: applications },
    // The PDF of a document that was deleted during its conversion is removed.
    { sid: 'DeleteDocument', actions: ['s3:DeleteObject'], resources: [`${at.documents}/documents/*`] },
  ],
});

/** The permissions of the function that draws application PDFs. */
export const applicationPdfGrants = (at: DataPlaces): readonly Grant[] => [
  { ...readItems(at), partition: applications },
  { sid: 'RecordCopy', actions: ['dynamodb:UpdateItem'], resources: [at.table], partition: applications },
  { sid: 'ReadDocument', actions: ['s3:GetObject'], resources: [`${at.documents}/documents/*`] },
  { sid: 'WriteCopy', actions: ['s3:PutObject'], resources: [`${at.documents}/copies/*`] },
  // A PDF that became outdated while it was drawn is removed.
  ...removeCopies(at),
];

const readItems = ({ table }: Pick<ResourceArns, 'table'>): Grant => ({
  sid: 'ReadItems',
  actions: ['dynamodb:GetItem', 'dynamodb:Query'],
  resources: [table],
});

/** IAM checks each item of a transaction as the action that it is. */
const writeItems = ({ table }: Pick<ResourceArns, 'table'>): Grant => ({
  sid: 'WriteItems',
  actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
  resources: [table],
});

const readOriginSecret = ({ originSecret }: Pick<ResourceArns, 'originSecret'>): Grant => ({
  sid: 'ReadOriginSecret',
  actions: ['secretsmanager:GetSecretValue'],
  resources: [originSecret],
});

const updateItem = ({ table }: Pick<ResourceArns, 'table'>): Grant => ({
  sid: 'UpdateItem',
  actions: ['dynamodb:UpdateItem'],
  resources: [table],
  partition: applications,
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
  { sid: 'CountLookUps', actions: ['dynamodb:UpdateItem'], resources: [table], partition: counters },
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

const sendMail = ({ mailIdentity }: Pick<ResourceArns, 'mailIdentity'>): Grant => ({
  sid: 'SendMail',
  actions: ['ses:SendEmail'],
  resources: [mailIdentity],
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
  partition: 'LOG#*',
});

const keepAnswers = ({ table }: Pick<ResourceArns, 'table'>): Grant => ({
  sid: 'KeepAnswers',
  actions: ['dynamodb:PutItem'],
  resources: [table],
  partition: temporary,
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

/** Removes every version of a PDF, so that its bytes are gone at once. */
const removeCopies = ({ documents }: Pick<ResourceArns, 'documents'>): readonly Grant[] => [
  { sid: 'ListCopies', actions: ['s3:ListBucketVersions'], resources: [documents], prefix: 'copies/*' },
  { sid: 'RemoveCopies', actions: ['s3:DeleteObjectVersion'], resources: [`${documents}/copies/*`] },
];

const convertFiles = ({ uploads, documents }: DataPlaces): readonly Grant[] => [
  { sid: 'ReadUpload', actions: ['s3:GetObject'], resources: [`${uploads}/uploads/*`] },
  { sid: 'WriteDocument', actions: ['s3:PutObject'], resources: [`${documents}/documents/*`] },
];
