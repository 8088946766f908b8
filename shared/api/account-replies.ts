import * as v from 'valibot';

const text = v.string();

/** The password was right. `needs_code`: the session opens only after the second factor. */
export const logIn = v.object({ message: text, needs_code: v.optional(v.boolean(), false) });

/**
 * Second-factor status: offered by the site, enabled for this account, and the number of recovery codes left.
 */
export const secondFactor = v.object({
  is_offered: v.boolean(),
  is_on: v.boolean(),
  recovery_codes: v.number(),
});

/**
 * Secret for an authenticator app, as text and as the content of a QR code. The browser sends `set_up` back
 * with the first code from the app.
 */
export const setUp = v.object({ message: text, secret: text, uri: text, set_up: text });

/** Shown once. */
export const recoveryCodes = v.object({ message: text, recovery_codes: v.array(text) });

export const newAddress = v.object({ message: text, username: text });

/** The applicant's own open sessions, this one first. Times are in ISO 8601. */
export const sessions = v.object({
  sessions: v.array(
    v.object({ id: text, browser: text, began: text, last_used: text, is_current: v.boolean() }),
  ),
  /** True if the account has more sessions than are listed. */
  has_more: v.boolean(),
});

/** All data stored about an applicant, in its stored form. */
export const ownData = v.object({
  username: text,
  sections: v.array(v.object({ title: text, items: v.array(v.record(text, v.unknown())) })),
});

/** The applicant's choice about deadline emails. */
export const reminders = v.object({ are_wanted: v.boolean() });
