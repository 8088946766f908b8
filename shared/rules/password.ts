/** One line of the requirements list, and whether a password meets it. */
export interface Requirement {
  readonly message: string;
  readonly isMet: (password: string) => boolean;
}

/** The rules for a new password, in the order in which the page lists them. */
export const passwordRequirements: readonly Requirement[] = [
  { message: 'is at least 12 characters', isMet: (password) => password.length >= 12 },
  { message: 'contains an uppercase letter', isMet: (password) => /[A-Z]/.test(password) },
  { message: 'contains a lowercase letter', isMet: (password) => /[a-z]/.test(password) },
  { message: 'contains a number', isMet: (password) => /[0-9]/.test(password) },
  {
    message: 'contains a special character',
    isMet: (password) => /[~!@#&;:><$%^*_,"`'|=+.?\][(){}/-]/.test(password),
  },
  { message: 'does not start or end with a space', isMet: (password) => password === password.trim() },
];

export const passwordMaxLength = 128;
export const passwordTooLong = 'is at most 128 characters';
/** Listed only when it applies: the page compares a password that meets everything else with the list. */
export const commonPassword = 'is not a commonly used password';
export const passwordsMustMatch = 'passwords must match';

/** The messages of the rules that a new password breaks, in the order of the list. */
export const passwordErrors = (password: string): readonly string[] => [
  ...passwordRequirements.filter(({ isMet }) => !isMet(password)).map(({ message }) => message),
  ...(password.length > passwordMaxLength ? [passwordTooLong] : []),
];
