import { cleanText } from '../form/index.ts';

/** No part of a domain begins or ends with a hyphen. */
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?';
const address = new RegExp(`^[A-Za-z0-9_.+-]+@${label}(?:\\.${label})+$`);

/** The longest email address that the user pool accepts as a username. */
export const emailMaxLength = 128;

/** The validation messages of the account pages. */
export const accountMessages = {
  email: 'Your email address must be valid.',
  loginEmail: 'Please provide a valid email address.',
  loginPassword: 'Password is required.',
  code: 'The confirmation code must be exactly 6 numbers.',
  resetCode: 'Enter the code from our email, or paste its link.',
  resend: 'You must provide a valid email address to resend a confirmation code.',
} as const;

/**
 * True for letters, digits and _ . + - before the @, and a domain with a dot after it. The length is checked
 * first, which limits the time that the pattern can take.
 */
export const isEmailAddress = (text: string): boolean => text.length <= emailMaxLength && address.test(text);

export const isConfirmationCode = (text: string): boolean => /^\d{6}$/.test(text);

/** A username as it is stored and shown. */
export const normalizeUsername = (typed: string): string => cleanText(typed).toLowerCase();
