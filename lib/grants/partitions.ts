/** The items of applications. */
export const applications = 'APP#*';
/** Who changed or read an application, and when. */
export const auditLog = 'LOG#*';
/** The newest PDF of each application. */
export const pdfs = 'PDF#*';
export const validationReports = 'REPORTS#*';
/** Sessions, and each applicant's list of them. */
export const sessions = 'SESSION*';
export const sessionVersions = 'EPOCH#*';
export const signUps = 'SIGNUP#*';
/** What is left of applicants' recovery codes. */
export const recoveryCodes = 'RECOVERY#*';
export const counters = 'RATE#*';
/** The browsers that have logged in to an account. */
export const trustedBrowsers = 'DEVICES#*';
/** The receipts that have not been mailed yet. */
export const pending = 'PENDING#*';
/** The lists in which staff find applications, by day, name and confirmation number. */
export const lists = ['LIST#*', 'NAME#*', 'CONFIRMATION#*'];
export const draftLists = 'LIST#draft#*';
export const submittedLists = 'LIST#submitted#*';
/** How far the nightly export is. */
export const nightlyExport = 'EXPORT';
/** The submissions whose package has not been delivered yet. */
export const deliveries = 'DELIVERY#*';
/** That the package of a submission was delivered. */
export const packages = 'PACKAGE#*';
/** How far the list of drafts was read for the mails about a deadline. */
export const warnings = 'WARNINGS';
/** The mails about checklist items that have not been sent yet. */
export const pendingChecklist = 'PENDING#checklist#*';
/** Changes of address that wait for both codes. */
export const addressChanges = 'ADDRESS#*';
/** The mails about the safety of accounts that have not been sent yet. */
export const notices = 'NOTICES';
/** Erasures that are not finished. */
export const erasures = 'ERASURE#*';
/** Progress of the nightly pass over all users. */
export const retentionRun = 'RETENTION';
/** The answers behind device links. */
export const temporary = 'TMP#*';
export const serviceTokens = 'SERVICE#*';
