// Messages that both the functions and the browser use.

/** Shown for every error that the user cannot fix. */
export const unexpectedErrorMessage =
  "We've encountered an unexpected error at this time. Please try again later.";

/** The session has ended. */
export const invalidSessionMessage = 'Your session is invalid. Please clear your cookies and login again.';

/** All sessions of the account were revoked during the log-in. */
export const logInAgainMessage = 'Your account was just changed. Please log in again.';

/**
 * The password is right, but the account is not confirmed. The log-in page links to the confirmation page.
 */
export const unconfirmedMessage = 'Please confirm your account first.';

/** The response to submitting, also shown when the response itself was lost. */
export const submittedMessage = 'Your application was successfully submitted.';

/** Response to a log-in after the owner asked to delete the account. */
export const beingDeletedMessage =
  'This account is being deleted. You can sign up again with the same email address in about ten minutes.';

/** A call of the staff console without an open session. */
export const signInAgainMessage = 'Please sign in to the console.';
