/**
 * The message about a mailed code that did not work, by what it was for. The page shows it with a way to a
 * new one.
 */
export const wrongCodeMessages = {
  code: 'That code is wrong or has expired. Request a new one.',
  reset: 'This link no longer works. Request a new one.',
} as const;
