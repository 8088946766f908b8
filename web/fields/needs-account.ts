/** Shown to anonymous visitors where a question needs an account: uploads and repeated blocks. */
export const needsAccount = 'This question can be finished once you have created an account.';
