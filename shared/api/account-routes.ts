import * as accountReplies from './account-replies.ts';
import * as replies from './replies.ts';
import type { Routes } from './route.ts';

// The calls of account pages. Pages of the form need none of them, so they are in a separate file.

export const accountRoutes = {
  signUp: { method: 'POST', path: '/public/signup', access: 'public', reply: replies.done },
  confirm: { method: 'POST', path: '/public/confirm', access: 'public', reply: replies.done },
  logIn: { method: 'POST', path: '/public/login', access: 'public', reply: replies.message },
  resendConfirm: {
    method: 'POST',
    path: '/public/resend-confirm',
    access: 'public',
    reply: replies.done,
  },
  forgotPassword: {
    method: 'POST',
    path: '/public/forgot-password',
    access: 'public',
    reply: replies.message,
  },
  resetPassword: {
    method: 'POST',
    path: '/public/reset-password',
    access: 'public',
    reply: replies.done,
  },
  changePassword: {
    method: 'POST',
    path: '/api/account/password',
    access: 'applicant',
    reply: replies.message,
  },
  changeAddress: {
    method: 'POST',
    path: '/api/account/address',
    access: 'applicant',
    reply: replies.message,
  },
  confirmAddress: {
    method: 'POST',
    path: '/api/account/address/confirm',
    access: 'applicant',
    reply: accountReplies.newAddress,
  },
  revokeOtherSessions: {
    method: 'DELETE',
    path: '/api/account/sessions',
    access: 'applicant',
    reply: replies.message,
  },
  deleteApplication: {
    method: 'POST',
    path: '/api/account/deletion',
    access: 'applicant',
    reply: replies.message,
  },
  logOut: { method: 'GET', path: '/api/logout', access: 'ending', reply: replies.done },
} as const satisfies Routes;

/** The calls of the application's function that account pages make. */
export const applicantRoutes = {
  getReminders: {
    method: 'GET',
    path: '/api/reminders',
    access: 'applicant',
    reply: accountReplies.reminders,
  },
  putReminders: { method: 'PUT', path: '/api/reminders', access: 'applicant', reply: replies.message },
  getOwnData: { method: 'GET', path: '/api/own-data', access: 'applicant', reply: accountReplies.ownData },
} as const satisfies Routes;
