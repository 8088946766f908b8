import type { Group } from '../../shared/api/routes.ts';
import type { Grant } from '../constructs/function-role.ts';
import type { ResourceArns } from './arns.ts';
import {
  addressChanges,
  addressLogs,
  applications,
  confirmations,
  counters,
  deviceLinks,
  erasures,
  listRows,
  lists,
  mailOutbox,
  movesOutbox,
  notes,
  operatorLog,
  pdfs,
  providerTokens,
  readMarks,
  rowRebuilds,
  sessions,
  sessionVersions,
  settings,
  settingsVersions,
  staffSessions,
  staffSessionsEnds,
  staffSignIns,
  staffTokens,
  systemsOutbox,
  validationReports,
} from './partitions.ts';
import {
  checkPasswords,
  countCalls,
  findAccount,
  findAddresses,
  onTable,
  readItems,
  readOriginSecret,
  readPepper,
  readSettings,
  readStaffTokenSecret,
  receiveItems,
  recordRequestedPdf,
  sendMail,
  serveCopies,
  writeAuditLog,
  writeDeviceLinks,
  writeItems,
} from './statements.ts';

/** The permissions of each group of calls. A new group does not compile until it has an entry here. */
export const apiGrants = (arns: ResourceArns): Readonly<Record<Group, readonly Grant[]>> => ({
  account: [
    readItems(arns, [...[sessions, sessionVersions, counters, addressChanges], ...[movesOutbox, erasures]]),
    writeItems(arns, [...[sessions, counters, addressChanges], ...[mailOutbox, movesOutbox]]),
    // One transaction puts a session, its audit event and the application's log-in record, unless the
    // applicant's data is being deleted or all sessions ended since. A change of address also puts its
    // record, its audit event, the new address and both mails in one transaction.
    onTable(
      arns,
      'OpenSession',
      ['PutItem', 'ConditionCheckItem'],
      [
        ...[applications, sessions, sessionVersions, erasures, addressChanges],
        ...[mailOutbox, movesOutbox, rowRebuilds],
      ],
    ),
    // One transaction records a deletion request, locks the draft, and adds the audit event and the mail.
    onTable(arns, 'AskForDeletion', ['PutItem', 'UpdateItem'], [applications, erasures, mailOutbox]),
    writeAuditLog(arns),
    readOriginSecret(arns),
    readPepper(arns),
    ...checkPasswords(arns),
    findAccount(arns),
    {
      sid: 'CreateAccount',
      actions: ['cognito-idp:AdminCreateUser', 'cognito-idp:AdminSetUserPassword'],
      resources: [arns.userPool],
    },
    { sid: 'ChangeAddress', actions: ['cognito-idp:AdminUpdateUserAttributes'], resources: [arns.userPool] },
    ...sendMail(arns),
  ],
  applicant: [
    // A withdrawal needs the password, whose wrong attempts are counted.
    readItems(arns, [applications, pdfs, sessions, sessionVersions, counters]),
    readSettings(arns),
    writeItems(
      arns,
      [applications, pdfs, mailOutbox, systemsOutbox, ...lists, listRows, counters],
      ['ConditionCheckItem'],
    ),
    writeAuditLog(arns),
    readPepper(arns),
    renewSession(arns),
    ...checkPasswords(arns),
    onTable(arns, 'ReportValidations', ['PutItem', 'UpdateItem'], [validationReports]),
    readOriginSecret(arns),
    ...sendMail(arns),
    { sid: 'PresignUpload', actions: ['s3:PutObject'], resources: [`${arns.uploads}/uploads/*`] },
    { sid: 'ReadUpload', actions: ['s3:GetObject'], resources: [`${arns.uploads}/uploads/*`] },
    // Without it, S3 returns the same error for a missing file and for one that the function may not read.
    { sid: 'MissUpload', actions: ['s3:ListBucket'], resources: [arns.uploads] },
    { sid: 'DeleteUpload', actions: ['s3:DeleteObject'], resources: [`${arns.uploads}/uploads/*`] },
    { sid: 'ReadDocument', actions: ['s3:GetObject'], resources: [`${arns.documents}/documents/*`] },
    { sid: 'DeleteDocument', actions: ['s3:DeleteObject'], resources: [`${arns.documents}/documents/*`] },
    { sid: 'StartConversion', actions: ['states:StartExecution'], resources: [arns.conversionMachine] },
    // Submitting, and deleting a document, also deletes the application PDFs.
    ...serveCopies(arns),
    { sid: 'StartDelivery', actions: ['lambda:InvokeFunction'], resources: [arns.outboxFunction] },
  ],
  // Visitors have no session. The function reads no application.
  public: [
    readOriginSecret(arns),
    readPepper(arns),
    writeDeviceLinks(arns),
    onTable(arns, 'ReadAnswers', ['UpdateItem'], [deviceLinks]),
    countCalls(arns),
    readSettings(arns),
    // One transaction turns the mails about deadlines off, unless the application is deleted.
    onTable(
      arns,
      'Unsubscribe',
      ['UpdateItem', 'ConditionCheckItem'],
      [applications],
      ['pk', 'sk', 'are_wanted', 'erased_at'],
    ),
    writeAuditLog(arns),
    ...(arns.geoPlaces === undefined ? [] : [findAddresses(arns.geoPlaces)]),
  ],
  // Staff can read one application and its files. They write only the request for a PDF and audit events.
  service: [
    readItems(arns, [applications, pdfs, staffTokens]),
    readSettings(arns),
    { sid: 'ReadDocument', actions: ['s3:GetObject'], resources: [`${arns.documents}/documents/*`] },
    readOriginSecret(arns),
    readPepper(arns),
    readStaffTokenSecret(arns),
    recordRequestedPdf(arns),
    writeAuditLog(arns),
    ...serveCopies(arns),
  ],
  // Alone knows the client secret. It reads no application.
  staffSession: [
    // One transaction opens or ends a session with its tokens.
    onTable(
      arns,
      'SignIn',
      ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      [staffSessions, staffSignIns, providerTokens],
    ),
    onTable(arns, 'SignOutEverywhere', ['GetItem', 'PutItem'], [staffSessionsEnds]),
    countCalls(arns),
    writeAuditLog(arns),
    readOriginSecret(arns),
    readPepper(arns),
    {
      sid: 'ReadClientSecret',
      actions: ['secretsmanager:GetSecretValue'],
      resources: [arns.staffClientSecret],
    },
  ],
  staff: [
    ...consoleGrants(arns),
    readItems(arns, [applications, pdfs, confirmations, notes, listRows]),
    readList(arns),
    readSettings(arns),
    findAccount(arns),
    onTable(arns, 'MarkRead', ['PutItem', 'DeleteItem'], [readMarks]),
    receiveItems(arns),
    onTable(arns, 'WriteNotes', ['PutItem', 'DeleteItem'], [notes]),
    writeAuditLog(arns),
    readAuditLog(arns),
    // The history of an application is in its own partition.
    {
      sid: 'ReadNoOtherAuditLog',
      denied: true,
      actions: ['dynamodb:Query'],
      resources: [arns.auditTable],
      partitions: [operatorLog, addressLogs],
    },
    { sid: 'ReadDocument', actions: ['s3:GetObject'], resources: [`${arns.documents}/documents/*`] },
    recordRequestedPdf(arns),
    ...serveCopies(arns),
  ],
  // Exports the list and publishes settings. It reads no application.
  staffOffice: [
    ...consoleGrants(arns),
    readList(arns),
    findAccount(arns),
    readSettings(arns),
    onTable(arns, 'ReadVersions', ['GetItem', 'Query'], [settingsVersions]),
    // One transaction puts a version into effect and stores it.
    onTable(arns, 'PublishSettings', ['PutItem'], [settings, settingsVersions, rowRebuilds]),
    writeAuditLog(arns),
    readAuditLog(arns, operatorLog),
  ],
});

/** The permissions that each function of the console needs to identify the caller. */
const consoleGrants = (arns: ResourceArns): readonly Grant[] => [
  readStaffSession(arns),
  renewStaffSession(arns),
  readOriginSecret(arns),
  readPepper(arns),
];

const readStaffSession = (arns: Pick<ResourceArns, 'table'>): Grant =>
  onTable(arns, 'ReadStaffSession', ['GetItem'], [staffSessions, staffSessionsEnds]);

/** Each call of the console updates the last use of its session at most once a minute, and counts denials. */
const renewStaffSession = (arns: Pick<ResourceArns, 'table'>): Grant =>
  onTable(arns, 'RenewStaffSession', ['UpdateItem'], [staffSessions], ['pk', 'sk', 'last_seen', 'denied']);

const readList = (arns: Pick<ResourceArns, 'table'>): Grant =>
  onTable(arns, 'ReadList', ['GetItem', 'BatchGetItem', 'Query'], [listRows, readMarks, confirmations]);

const readAuditLog = ({ auditTable }: Pick<ResourceArns, 'auditTable'>, ...partitions: string[]): Grant => ({
  sid: 'ReadAuditLog',
  actions: ['dynamodb:Query'],
  resources: [auditTable],
  ...(partitions.length > 0 && { partitions }),
});

/** Each call updates the session's last use, at most once a minute. */
const renewSession = (arns: Pick<ResourceArns, 'table'>): Grant =>
  onTable(arns, 'RenewSession', ['UpdateItem'], [sessions], ['pk', 'sk', 'last_seen']);
