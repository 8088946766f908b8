import * as replies from './console-replies.ts';
import * as documentReplies from './document-replies.ts';
import { done, message, settings } from './replies.ts';
import { anyone, type Routes, routesFor } from './route.ts';

// The calls of the staff console. Each group has its own function, so that none reads more of the table than
// its permission needs (shared/api/staff-roles.ts).

const staff = routesFor({ access: 'staff' });
const forList = routesFor({ access: 'staff', permission: 'list' });
const forRead = routesFor({ access: 'staff', permission: 'read' });
const forChecklist = routesFor({ access: 'staff', permission: 'checklist' });
const forReinstate = routesFor({ access: 'staff', permission: 'reinstate' });
const forNotes = routesFor({ access: 'staff', permission: 'notes' });
const forExport = routesFor({ access: 'staff', permission: 'export', needsFreshSignIn: true });
const forSettings = routesFor({ access: 'staff', permission: 'settings' });
const toPublish = routesFor({ access: 'staff', permission: 'settings', needsFreshSignIn: true });
const forAuditLog = routesFor({ access: 'staff', permission: 'auditLog' });
const toExportLog = routesFor({ access: 'staff', permission: 'auditLog', needsFreshSignIn: true });

export const staffSessionRoutes = {
  signIn: anyone('GET', '/api/staff/sign-in', message),
  finishSignIn: anyone('GET', '/api/staff/callback', message),
  getMember: staff('GET', '/api/staff/me', replies.staffMember),
  signOut: staff('POST', '/api/staff/sign-out', replies.signedOut),
} as const satisfies Routes;

export const staffListRoutes = {
  listApplications: forList('GET', '/api/staff/applications', replies.applicationList),
  getTotal: forList('GET', '/api/staff/total', replies.listTotal),
  getFacts: forList('GET', '/api/staff/applications/{applicant}', replies.applicationFacts),
} as const satisfies Routes;

export const staffReadRoutes = {
  getAnswers: forRead('GET', '/api/staff/applications/{applicant}/answers', documentReplies.staffApplication),
  getPdf: forRead('GET', '/api/staff/applications/{applicant}/pdf', documentReplies.pdfStatus),
  viewDocument: forRead('GET', '/api/staff/applications/{applicant}/documents/{answer_key}', message),
  markUnread: forRead('DELETE', '/api/staff/applications/{applicant}/read', done),
} as const satisfies Routes;

export const staffChecklistRoutes = {
  receiveItems: forChecklist('POST', '/api/staff/checklist', replies.checklistLines),
  receiveItem: forChecklist(
    'PUT',
    '/api/staff/applications/{applicant}/checklist/{item}',
    replies.changedChecklist,
  ),
  undoItem: forChecklist(
    'DELETE',
    '/api/staff/applications/{applicant}/checklist/{item}',
    replies.changedChecklist,
  ),
  reinstate: forReinstate('DELETE', '/api/staff/applications/{applicant}/withdrawal', done),
} as const satisfies Routes;

export const staffNotesRoutes = {
  listNotes: forNotes('GET', '/api/staff/applications/{applicant}/notes', replies.notes),
  addNote: forNotes('POST', '/api/staff/applications/{applicant}/notes', replies.notes),
  deleteNote: forNotes('DELETE', '/api/staff/applications/{applicant}/notes/{note}', replies.notes),
  getHistory: forNotes('GET', '/api/staff/applications/{applicant}/history', replies.auditEntries),
} as const satisfies Routes;

export const staffExportRoutes = {
  exportList: forExport('GET', '/api/staff/export', replies.applicationList),
} as const satisfies Routes;

export const staffSettingsRoutes = {
  getSettings: forSettings('GET', '/api/staff/settings', settings),
  listVersions: forSettings('GET', '/api/staff/settings/versions', replies.settingsVersions),
  publishSettings: toPublish('POST', '/api/staff/settings', replies.publishedVersion),
} as const satisfies Routes;

export const staffAuditRoutes = {
  getAuditLog: forAuditLog('GET', '/api/staff/audit-log', replies.auditEntries),
  exportAuditLog: toExportLog('GET', '/api/staff/audit-log/export', replies.auditEntries),
} as const satisfies Routes;
