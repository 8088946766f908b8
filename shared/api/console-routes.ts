import * as replies from './console-replies.ts';
import * as documentReplies from './document-replies.ts';
import { done, message, settings } from './replies.ts';
import type { Routes } from './route.ts';

// The calls of the staff console. Each group has its own function, so that none reads more of the table than
// its permission needs (shared/api/staff-roles.ts).

export const staffSessionRoutes = {
  signIn: { method: 'GET', path: '/api/staff/sign-in', access: 'public', reply: message },
  finishSignIn: { method: 'GET', path: '/api/staff/callback', access: 'public', reply: message },
  getMember: { method: 'GET', path: '/api/staff/me', access: 'staff', reply: replies.staffMember },
  signOut: { method: 'POST', path: '/api/staff/sign-out', access: 'staff', reply: replies.signedOut },
} as const satisfies Routes;

export const staffListRoutes = {
  listApplications: {
    method: 'GET',
    path: '/api/staff/applications',
    access: 'staff',
    permission: 'list',
    reply: replies.applicationList,
  },
  getTotal: {
    method: 'GET',
    path: '/api/staff/total',
    access: 'staff',
    permission: 'list',
    reply: replies.listTotal,
  },
  getFacts: {
    method: 'GET',
    path: '/api/staff/applications/{applicant}',
    access: 'staff',
    permission: 'list',
    reply: replies.applicationFacts,
  },
} as const satisfies Routes;

export const staffReadRoutes = {
  getAnswers: {
    method: 'GET',
    path: '/api/staff/applications/{applicant}/answers',
    access: 'staff',
    permission: 'read',
    reply: documentReplies.staffApplication,
  },
  getPdf: {
    method: 'GET',
    path: '/api/staff/applications/{applicant}/pdf',
    access: 'staff',
    permission: 'read',
    reply: documentReplies.pdfStatus,
  },
  viewDocument: {
    method: 'GET',
    path: '/api/staff/applications/{applicant}/documents/{answer_key}',
    access: 'staff',
    permission: 'read',
    reply: message,
  },
  markUnread: {
    method: 'DELETE',
    path: '/api/staff/applications/{applicant}/read',
    access: 'staff',
    permission: 'read',
    reply: done,
  },
} as const satisfies Routes;

export const staffChecklistRoutes = {
  receiveItems: {
    method: 'POST',
    path: '/api/staff/checklist',
    access: 'staff',
    permission: 'checklist',
    reply: replies.checklistLines,
  },
  receiveItem: {
    method: 'PUT',
    path: '/api/staff/applications/{applicant}/checklist/{item}',
    access: 'staff',
    permission: 'checklist',
    reply: replies.changedChecklist,
  },
  undoItem: {
    method: 'DELETE',
    path: '/api/staff/applications/{applicant}/checklist/{item}',
    access: 'staff',
    permission: 'checklist',
    reply: replies.changedChecklist,
  },
  reinstate: {
    method: 'DELETE',
    path: '/api/staff/applications/{applicant}/withdrawal',
    access: 'staff',
    permission: 'reinstate',
    reply: done,
  },
} as const satisfies Routes;

export const staffNotesRoutes = {
  listNotes: {
    method: 'GET',
    path: '/api/staff/applications/{applicant}/notes',
    access: 'staff',
    permission: 'notes',
    reply: replies.notes,
  },
  addNote: {
    method: 'POST',
    path: '/api/staff/applications/{applicant}/notes',
    access: 'staff',
    permission: 'notes',
    reply: replies.notes,
  },
  deleteNote: {
    method: 'DELETE',
    path: '/api/staff/applications/{applicant}/notes/{note}',
    access: 'staff',
    permission: 'notes',
    reply: replies.notes,
  },
  getHistory: {
    method: 'GET',
    path: '/api/staff/applications/{applicant}/history',
    access: 'staff',
    permission: 'notes',
    reply: replies.auditEntries,
  },
} as const satisfies Routes;

export const staffExportRoutes = {
  exportList: {
    method: 'GET',
    path: '/api/staff/export',
    access: 'staff',
    permission: 'export',
    needsFreshSignIn: true,
    reply: replies.applicationList,
  },
} as const satisfies Routes;

export const staffSettingsRoutes = {
  getSettings: {
    method: 'GET',
    path: '/api/staff/settings',
    access: 'staff',
    permission: 'settings',
    reply: settings,
  },
  listVersions: {
    method: 'GET',
    path: '/api/staff/settings/versions',
    access: 'staff',
    permission: 'settings',
    reply: replies.settingsVersions,
  },
  publishSettings: {
    method: 'POST',
    path: '/api/staff/settings',
    access: 'staff',
    permission: 'settings',
    needsFreshSignIn: true,
    reply: replies.publishedVersion,
  },
} as const satisfies Routes;

export const staffAuditRoutes = {
  getAuditLog: {
    method: 'GET',
    path: '/api/staff/audit-log',
    access: 'staff',
    permission: 'auditLog',
    reply: replies.auditEntries,
  },
  exportAuditLog: {
    method: 'GET',
    path: '/api/staff/audit-log/export',
    access: 'staff',
    permission: 'auditLog',
    needsFreshSignIn: true,
    reply: replies.auditEntries,
  },
} as const satisfies Routes;
