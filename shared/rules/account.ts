const address = /^[A-Za-z0-9_.+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/;

/** An address is a username of the user pool, which takes no longer one. */
export const emailMaxLength = 128;

/** Platform specification, point 5: the messages of the account forms. */
export const accountMessages = {
  email: 'Your email address must be valid.',
  loginEmail: 'Please provide a valid email address.',
  loginPassword: 'Password is required.',
  code: 'The confirmation code must be exactly 6 numbers.',
  resend: 'You must provide a valid email address to resend a confirmation code.',
} as const;

/** Letters, digits and _ . + - before @, then a domain with a dot. The length is checked first: it bounds the work. */
export const isEmailAddress = (text: string): boolean => text.length <= emailMaxLength && address.test(text);

export const isConfirmationCode = (text: string): boolean => /^\d{6}$/.test(text);

/** How a username is kept and shown (decision D-26). */
export const normalizeUsername = (typed: string): string => typed.trim().toLowerCase();
