/** The items of applications. */
export const applications = 'APP#*';
/** The newest PDF of each application. */
export const pdfs = 'PDF#*';
export const validationReports = 'REPORTS#*';
/** Sessions, and each applicant's list of them. */
export const sessions = 'SESSION*';
/** Versions of accounts' sessions, trusted browsers and mailed links. */
export const sessionVersions = 'EPOCH#*';
export const counters = 'RATE#*';
/** Mails that have not been sent yet. */
export const mailOutbox = 'OUTBOX#mail';
/** Packages and events that the university's systems have not received yet. */
export const systemsOutbox = 'OUTBOX#systems';
/** Changes of address that are not finished. */
export const movesOutbox = 'OUTBOX#moves';
/** The applicants of confirmation numbers. */
export const confirmations = 'CONFIRMATION#*';
/** The lists of applications for staff, by day, name and confirmation number. */
export const lists = ['LIST#*', 'NAME#*', confirmations];
export const draftLists = 'LIST#draft#*';
export const submittedLists = 'LIST#submitted#*';
/** Submitted applications whose checklist or withdrawal changed. */
export const changedLists = 'LIST#changed#*';
/** Deleted applications that had been submitted. */
export const erasedLists = 'LIST#erased#*';
/** The list of the staff console. */
export const listRows = 'ROW#*';
/** Marks of the staff who read an application. */
export const readMarks = 'READ#*';
export const rowRebuilds = 'REBUILD';
/** Private notes of the staff about applications. */
export const notes = 'NOTE#*';
/** The published settings in effect. */
export const settings = 'SETTINGS';
/** Every published version of the settings. */
export const settingsVersions = 'SETTINGS#VERSIONS';
/** Progress of the nightly export. */
export const nightlyExport = 'EXPORT';
/** Delivery receipts of packages. */
export const packages = 'PACKAGE#*';
/** Progress through the list of drafts for the deadline mails. */
export const warnings = 'WARNINGS';
/** Changes of address that wait for both codes. */
export const addressChanges = 'ADDRESS#*';
/** Erasures that are not finished. */
export const erasures = 'ERASURE#*';
/** Progress of the nightly pass over all users. */
export const retentionRun = 'RETENTION';
/** The answers behind device links. */
export const deviceLinks = 'TMP#*';
/** The table keeps the earlier name. */
export const staffTokens = 'SERVICE#*';
/** The sessions of the staff console. */
export const staffSessions = 'STAFF#*';
/** The identity provider's tokens of these sessions. */
export const providerTokens = 'STAFFTOKENS#*';
/** Times before which no session of a person of the staff counts. */
export const staffSessionsEnds = 'STAFFS#*';
/** Sign-ins of staff that are at the identity provider. */
export const staffSignIns = 'STAFFSIGNIN#*';

/** All stored data of an applicant outside the audit log, as listed in lambdas/table/personal-data.ts. */
export const aboutApplicants = [
  ...[applications, pdfs, validationReports, sessions, sessionVersions],
  ...[mailOutbox, systemsOutbox, movesOutbox, addressChanges, staffTokens, ...lists, packages],
  ...[listRows, readMarks, rowRebuilds, notes],
];

/** In the audit log: events that concern no applicant, and those of addresses. */
export const operatorLog = 'operators';
export const addressLogs = '@*';
