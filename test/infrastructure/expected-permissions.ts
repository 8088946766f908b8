import type { Permissions } from './permissions.ts';

const writeAuditLog = 'WriteAuditLog: dynamodb:PutItem on AuditLog';
const table = {
  recordOutcome: (...partitions: string[]) => [
    `RecordOutcome: dynamodb:ConditionCheckItem dynamodb:PutItem dynamodb:UpdateItem on Applications within ${partitions.join(' ')}`,
    writeAuditLog,
  ],
  readItems: (...partitions: string[]) =>
    `ReadItems: dynamodb:GetItem dynamodb:Query on Applications within ${partitions.join(' ')}`,
  writeItems: (...partitions: string[]) =>
    `WriteItems: dynamodb:DeleteItem dynamodb:PutItem dynamodb:UpdateItem on Applications within ${partitions.join(' ')}`,
  writeAuditLog,
  renewSession: 'RenewSession: dynamodb:UpdateItem on Applications within SESSION*',
  recordRequestedPdf: 'RecordRequestedPdf: dynamodb:DeleteItem dynamodb:PutItem on Applications within PDF#*',
};
const readOriginSecret = 'ReadOriginSecret: secretsmanager:GetSecretValue on OriginSecret';
const readPepper = 'ReadPepper: secretsmanager:GetSecretValue on PepperSecret';
const countCalls = 'CountCalls: dynamodb:UpdateItem on Applications within RATE#*';
const readStaffTokenSecret = 'ReadServiceTokenSecret: secretsmanager:GetSecretValue on ServiceTokenSecret';
const findApplications =
  'FindApplications: dynamodb:GetItem dynamodb:Query on Applications within LIST#* NAME#* CONFIRMATION#* APP#*';
const sendMail = [
  'SendMail: ses:SendEmail on arn:aws:ses:us-east-1:AWS::AccountId:identity/* if ses:FromAddress is admissions@example.edu',
  'CountMail: ses:SendEmail on arn:aws:ses:us-east-1:AWS::AccountId:configuration-set/MailEventsSet',
];
const networkActions =
  'ec2:AssignPrivateIpAddresses ec2:CreateNetworkInterface ec2:DeleteNetworkInterface ec2:DescribeNetworkInterfaces ec2:DescribeSubnets ec2:UnassignPrivateIpAddresses';
const checkPasswords = [
  'LogIn: cognito-idp:AdminInitiateAuth on ApplicantsPool',
  'ReadClientSecret: secretsmanager:GetSecretValue on ApplicantsClientSecret',
];
const findAccount = 'FindAccount: cognito-idp:AdminGetUser on ApplicantsPool';
const readAuditLog = 'ReadAuditLog: dynamodb:Query on AuditLog';
const readSettings = 'ReadSettings: dynamodb:GetItem on Applications within SETTINGS';
const removeCopies = [
  'ListApplicationPdfs: s3:ListBucketVersions on Documents within application-pdfs/*',
  'RemoveApplicationPdfs: s3:DeleteObjectVersion on Documents/application-pdfs/*',
];
const serveCopies = [
  'ReadApplicationPdf: s3:GetObject on Documents/application-pdfs/*',
  'StartApplicationPdf: states:StartExecution on Machine',
  ...removeCopies,
];
const readUpload = 'ReadUpload: s3:GetObject on Uploads/uploads/*';
const readDocument = 'ReadDocument: s3:GetObject on Documents/documents/*';
const writeDocument = 'WriteDocument: s3:PutObject on Documents/documents/*';
const deleteDocument = 'DeleteDocument: s3:DeleteObject on Documents/documents/*';
const writeLogAndTraces = (name: string) => [
  `WriteLog: logs:CreateLogStream logs:PutLogEvents on ${name}Log`,
  'Trace: xray:PutTelemetryRecords xray:PutTraceSegments on *',
];
/** Every function of the console but the one that signs in. */
const inConsole = (group: string) => [
  ...writeLogAndTraces(`Contracts${group}`),
  'ReadStaffSession: dynamodb:GetItem on Applications within STAFF#* STAFFS#*',
  'RenewStaffSession: dynamodb:UpdateItem on Applications within STAFF#*',
  readOriginSecret,
  readPepper,
];
const readList =
  'ReadList: dynamodb:BatchGetItem dynamodb:GetItem dynamodb:Query on Applications within ROW#* READ#* CONFIRMATION#*';
const deliverLogsAndTraces =
  '-: logs:CreateLogDelivery logs:DeleteLogDelivery logs:DescribeLogGroups logs:DescribeResourcePolicies logs:GetLogDelivery logs:ListLogDeliveries logs:PutResourcePolicy logs:UpdateLogDelivery xray:GetSamplingRules xray:GetSamplingTargets xray:PutTelemetryRecords xray:PutTraceSegments on *';
const invoke = (...names: string[]) =>
  `-: lambda:InvokeFunction on ${names.map((name) => `${name}Function`).join(' ')}`;

/** All items in the table of applications about an applicant. */
const aboutApplicants = [
  ...['APP#*', 'PDF#*', 'REPORTS#*', 'SESSION*', 'EPOCH#*', 'SIGNUP#*'],
  ...['OUTBOX#mail', 'OUTBOX#systems', 'OUTBOX#moves', 'ADDRESS#*', 'SERVICE#*', 'LIST#*', 'NAME#*'],
  ...['CONFIRMATION#*', 'PACKAGE#*', 'ROW#*', 'READ#*', 'REBUILD', 'NOTE#*'],
];

/** All permissions in the cloud. A new permission must be added here, which makes it part of code review. */
export const expectedPermissions: Permissions = {
  'Data/AccountMail': writeLogAndTraces('AccountMail'),
  'Backup/UserExport': [
    ...writeLogAndTraces('UserExport'),
    'ListUsers: cognito-idp:ListUsers on ApplicantsPool',
    'WriteExport: s3:PutObject on UserExports/users/*',
  ],
  'Conversion/Inspect': [...writeLogAndTraces('Inspect'), ...table.recordOutcome('APP#*'), readUpload],
  'Conversion/Convert': [...writeLogAndTraces('Convert'), readUpload, writeDocument],
  'Conversion/Office/Convert': [
    ...writeLogAndTraces('OfficeConvert'),
    `${readUpload} if aws:SourceVpce is OfficeSealedNetworkFiles`,
    `${writeDocument} if aws:SourceVpce is OfficeSealedNetworkFiles`,
    `JoinNetwork: ${networkActions} on *`,
    `Deny LeaveNetworkToLambda: ${networkActions} on * if lambda:SourceFunctionArn is arn:aws:lambda:us-east-1:AWS::AccountId:function:*`,
  ],
  'Conversion/Record': [
    ...writeLogAndTraces('Record'),
    ...table.recordOutcome('APP#*', 'ROW#*'),
    table.readItems('APP#*'),
    readSettings,
    deleteDocument,
  ],
  'Conversion/Machine': [invoke('Convert', 'Inspect', 'OfficeConvert', 'Record'), deliverLogsAndTraces],
  'Conversion/Begin': [
    ...writeLogAndTraces('Begin'),
    'StartConversion: states:StartExecution on Machine',
    'KeepMissed: sqs:SendMessage on MissedUploads',
  ],
  'ApplicationPdf/Make': [
    ...writeLogAndTraces('Make'),
    table.readItems('APP#*', 'PDF#*'),
    readSettings,
    'RecordApplicationPdf: dynamodb:UpdateItem on Applications within PDF#*',
    readDocument,
    'WriteApplicationPdf: s3:PutObject on Documents/application-pdfs/*',
    ...removeCopies,
  ],
  'ApplicationPdf/Machine': [invoke('Make'), deliverLogsAndTraces],
  'Delivery/NightlyExport': [
    ...writeLogAndTraces('NightlyExport'),
    table.readItems('LIST#submitted#*', 'LIST#changed#*', 'LIST#erased#*', 'APP#*'),
    readSettings,
    'KeepPlace: dynamodb:UpdateItem on Applications within EXPORT',
    'WriteExport: s3:AbortMultipartUpload s3:PutObject on Packages/exports/*',
  ],
  'Delivery/Outbox': [
    ...writeLogAndTraces('Outbox'),
    table.readItems('APP#*', 'OUTBOX#mail', 'OUTBOX#systems'),
    readSettings,
    'TryWork: dynamodb:DeleteItem dynamodb:UpdateItem on Applications within OUTBOX#mail OUTBOX#systems',
    'RecordMailed: dynamodb:UpdateItem on Applications within APP#*',
    'RecordPackage: dynamodb:PutItem on Applications within PACKAGE#*',
    readDocument,
    'WritePackage: s3:PutObject on Packages/packages/*',
    'SendEvent: events:PutEvents on Events',
    'FindDrafts: dynamodb:Query on Applications within LIST#draft#*',
    'KeepProgress: dynamodb:GetItem dynamodb:PutItem on Applications within WARNINGS',
    'FindRebuilds: dynamodb:DeleteItem dynamodb:PutItem dynamodb:Query on Applications within REBUILD',
    'RebuildRows: dynamodb:ConditionCheckItem dynamodb:PutItem dynamodb:Query on Applications within APP#* ROW#*',
    readPepper,
    ...sendMail,
  ],
  'Api/Contracts/account': [
    ...writeLogAndTraces('Contractsaccount'),
    table.readItems(
      ...['SESSION*', 'EPOCH#*', 'SIGNUP#*', 'RATE#*', 'ADDRESS#*'],
      ...['OUTBOX#moves', 'ERASURE#*'],
    ),
    table.writeItems(...['SESSION*', 'SIGNUP#*', 'RATE#*', 'ADDRESS#*', 'OUTBOX#mail', 'OUTBOX#moves']),
    'OpenSession: dynamodb:ConditionCheckItem dynamodb:PutItem on Applications within APP#* SESSION* EPOCH#* ERASURE#* ADDRESS#* OUTBOX#mail OUTBOX#moves REBUILD',
    'AskForDeletion: dynamodb:PutItem dynamodb:UpdateItem on Applications within APP#* ERASURE#* OUTBOX#mail',
    writeAuditLog,
    readOriginSecret,
    readPepper,
    ...checkPasswords,
    findAccount,
    'SetPassword: cognito-idp:AdminSetUserPassword on ApplicantsPool',
    'ChangeAddress: cognito-idp:AdminUpdateUserAttributes on ApplicantsPool',
    ...sendMail,
  ],
  'Api/Contracts/application': [
    ...writeLogAndTraces('Contractsapplication'),
    table.readItems('APP#*', 'PDF#*', 'SESSION*', 'EPOCH#*', 'RATE#*'),
    readSettings,
    'WriteItems: dynamodb:ConditionCheckItem dynamodb:DeleteItem dynamodb:PutItem dynamodb:UpdateItem on Applications within APP#* PDF#* OUTBOX#mail OUTBOX#systems LIST#* NAME#* CONFIRMATION#* ROW#* RATE#*',
    table.writeAuditLog,
    readPepper,
    table.renewSession,
    ...checkPasswords,
    'ReportValidations: dynamodb:PutItem dynamodb:UpdateItem on Applications within REPORTS#*',
    readOriginSecret,
    ...sendMail,
    ...removeCopies,
    'StartDelivery: lambda:InvokeFunction on OutboxFunction',
  ],
  'Api/Contracts/documents': [
    ...writeLogAndTraces('Contractsdocuments'),
    table.readItems('APP#*', 'PDF#*', 'SESSION*'),
    'WriteItems: dynamodb:ConditionCheckItem dynamodb:DeleteItem dynamodb:PutItem dynamodb:UpdateItem on Applications within APP#* PDF#* LIST#draft#* ROW#*',
    readSettings,
    table.writeAuditLog,
    readPepper,
    table.renewSession,
    readOriginSecret,
    'PresignUpload: s3:PutObject on Uploads/uploads/*',
    readUpload,
    'MissUpload: s3:ListBucket on Uploads',
    'DeleteUpload: s3:DeleteObject on Uploads/uploads/*',
    readDocument,
    deleteDocument,
    ...removeCopies,
    'StartConversion: states:StartExecution on Machine',
  ],
  'Api/Contracts/lookup': [
    ...writeLogAndTraces('Contractslookup'),
    readOriginSecret,
    'FindAddress: geo-places:Autocomplete geo-places:GetPlace on arn:aws:geo-places:us-east-1::provider/default',
    'CountLookUps: dynamodb:UpdateItem on Applications within RATE#*',
    'ReadPepper: secretsmanager:GetSecretValue on PepperSecret',
  ],
  'Api/Contracts/applicationPdf': [
    ...writeLogAndTraces('ContractsapplicationPdf'),
    table.readItems('APP#*', 'PDF#*', 'SESSION*'),
    readSettings,
    table.recordRequestedPdf,
    writeAuditLog,
    readPepper,
    table.renewSession,
    readOriginSecret,
    ...serveCopies,
  ],
  'Api/Contracts/service': [
    ...writeLogAndTraces('Contractsservice'),
    table.readItems('APP#*', 'PDF#*', 'SERVICE#*'),
    readSettings,
    readDocument,
    readOriginSecret,
    readPepper,
    readStaffTokenSecret,
    table.recordRequestedPdf,
    writeAuditLog,
    ...serveCopies,
  ],
  'Api/Contracts/deviceLink': [
    ...writeLogAndTraces('ContractsdeviceLink'),
    readOriginSecret,
    readPepper,
    'KeepAnswers: dynamodb:PutItem on Applications within TMP#*',
    'ReadAnswers: dynamodb:UpdateItem on Applications within TMP#*',
    countCalls,
    readSettings,
  ],
  'Api/Contracts/staffSession': [
    ...writeLogAndTraces('ContractsstaffSession'),
    'SignIn: dynamodb:DeleteItem dynamodb:GetItem dynamodb:PutItem dynamodb:UpdateItem on Applications within STAFF#* STAFFSIGNIN#*',
    'SignOutEverywhere: dynamodb:GetItem dynamodb:PutItem on Applications within STAFFS#*',
    countCalls,
    writeAuditLog,
    readOriginSecret,
    readPepper,
    'ReadClientSecret: secretsmanager:GetSecretValue on StaffClientSecret',
  ],
  'Api/Contracts/staffList': [...inConsole('staffList'), writeAuditLog, readList, readSettings, findAccount],
  'Api/Contracts/staffRead': [
    ...inConsole('staffRead'),
    table.readItems('APP#*', 'PDF#*'),
    readSettings,
    'MarkRead: dynamodb:DeleteItem dynamodb:PutItem on Applications within READ#*',
    writeAuditLog,
    readDocument,
    table.recordRequestedPdf,
    ...serveCopies,
  ],
  'Api/Contracts/staffChecklist': [
    ...inConsole('staffChecklist'),
    table.readItems('APP#*', 'CONFIRMATION#*'),
    findAccount,
    readSettings,
    'ReceiveItems: dynamodb:ConditionCheckItem dynamodb:PutItem dynamodb:UpdateItem on Applications within APP#* ROW#* LIST#changed#* OUTBOX#mail OUTBOX#systems',
    writeAuditLog,
  ],
  'Api/Contracts/staffNotes': [
    ...inConsole('staffNotes'),
    table.readItems('NOTE#*', 'ROW#*'),
    'WriteNotes: dynamodb:DeleteItem dynamodb:PutItem on Applications within NOTE#*',
    writeAuditLog,
    readAuditLog,
    'Deny ReadNoOtherAuditLog: dynamodb:Query on AuditLog within operators @*',
  ],
  'Api/Contracts/staffExport': [...inConsole('staffExport'), writeAuditLog, readList, findAccount],
  'Api/Contracts/staffSettings': [
    ...inConsole('staffSettings'),
    readSettings,
    'ReadVersions: dynamodb:GetItem dynamodb:Query on Applications within SETTINGS#VERSIONS',
    'PublishSettings: dynamodb:PutItem on Applications within SETTINGS SETTINGS#VERSIONS REBUILD',
    writeAuditLog,
  ],
  'Api/Contracts/staffAudit': [
    ...inConsole('staffAudit'),
    writeAuditLog,
    'ReadAuditLog: dynamodb:Query on AuditLog within operators',
  ],
  'Api/OperatorLink': [
    ...writeLogAndTraces('OperatorLink'),
    findAccount,
    readStaffTokenSecret,
    'WriteToken: dynamodb:PutItem dynamodb:UpdateItem on Applications within SERVICE#*',
    writeAuditLog,
  ],
  'Api/OperatorRead': [
    ...writeLogAndTraces('OperatorRead'),
    findAccount,
    readPepper,
    readAuditLog,
    findApplications,
    readSettings,
    writeAuditLog,
    'ListWork: dynamodb:Query on Applications within OUTBOX#mail OUTBOX#systems',
  ],
  'Api/OperatorChange': [
    ...writeLogAndTraces('OperatorChange'),
    findAccount,
    readPepper,
    findApplications,
    readSettings,
    'EndSessions: dynamodb:DeleteItem dynamodb:Query on Applications within SESSION*',
    'EndLogIns: dynamodb:PutItem on Applications within EPOCH#*',
    'EndStaffSessions: dynamodb:PutItem on Applications within STAFFS#*',
    'ReceiveItems: dynamodb:ConditionCheckItem dynamodb:PutItem dynamodb:UpdateItem on Applications within APP#* ROW#* LIST#changed#* OUTBOX#mail OUTBOX#systems',
    writeAuditLog,
  ],
  'Api/OperatorExport': [
    ...writeLogAndTraces('OperatorExport'),
    findApplications,
    readSettings,
    writeAuditLog,
    'RedriveWork: dynamodb:Query dynamodb:UpdateItem on Applications within OUTBOX#mail OUTBOX#systems',
  ],
  'Api/OperatorReport': [
    ...writeLogAndTraces('OperatorReport'),
    findAccount,
    readPepper,
    `FindPersonalData: dynamodb:Query on Applications within ${[...aboutApplicants, 'ERASURE#*'].join(' ')}`,
    readAuditLog,
    writeAuditLog,
    'ListUploads: s3:ListBucketVersions on Uploads within uploads/*',
    'ListDocuments: s3:ListBucketVersions on Documents within documents/*',
    'ListApplicationPdfs: s3:ListBucketVersions on Documents within application-pdfs/*',
    'ListPackages: s3:ListBucketVersions on Packages within packages/*',
    'ReadFiles: s3:GetObject on Documents/application-pdfs/* Documents/documents/* Packages/packages/* Uploads/uploads/*',
  ],
  'Retention/Retention': [
    ...writeLogAndTraces('Retention'),
    `FindPersonalData: dynamodb:Query on Applications within ${[...aboutApplicants, 'ERASURE#*'].join(' ')}`,
    readAuditLog,
    `EraseHeld: dynamodb:DeleteItem on Applications within ${[...aboutApplicants, 'ERASURE#*'].join(' ')}`,
    'RecordErasure: dynamodb:PutItem dynamodb:UpdateItem on Applications within APP#* ERASURE#* LIST#erased#* REBUILD OUTBOX#mail OUTBOX#systems OUTBOX#moves',
    'EndLogIns: dynamodb:PutItem on Applications within EPOCH#*',
    'MoveSession: dynamodb:UpdateItem on Applications within SESSION*',
    'KeepPlace: dynamodb:DeleteItem dynamodb:PutItem dynamodb:UpdateItem on Applications within RETENTION',
    writeAuditLog,
    readPepper,
    findAccount,
    'ListUsers: cognito-idp:ListUsers on ApplicantsPool',
    ...sendMail,
    'DeleteAccount: cognito-idp:AdminDeleteUser on ApplicantsPool',
    'ListUploads: s3:ListBucketVersions on Uploads within uploads/*',
    'RemoveUploads: s3:DeleteObjectVersion on Uploads/uploads/*',
    'ListDocuments: s3:ListBucketVersions on Documents within documents/*',
    'RemoveDocuments: s3:DeleteObjectVersion on Documents/documents/*',
    'ListPackages: s3:ListBucketVersions on Packages within packages/*',
    'RemovePackages: s3:DeleteObjectVersion on Packages/packages/*',
    ...removeCopies,
  ],
  'Web/Custom::CDKBucketDeployment8693BB64968944B69AAFB0CC9EB8756C': [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder of CloudFormation, not ours
    '-: s3:GetBucket* s3:GetObject* s3:List* on arn:aws:s3:::cdk-hnb659fds-assets-${AWS::AccountId}-us-east-1/* arn:aws:s3:::cdk-hnb659fds-assets-${AWS::AccountId}-us-east-1',
    '-: s3:Abort* s3:DeleteObject* s3:GetBucket* s3:GetObject* s3:List* s3:PutObject s3:PutObjectLegalHold s3:PutObjectRetention s3:PutObjectTagging s3:PutObjectVersionTagging on Site Site/*',
  ],
};
