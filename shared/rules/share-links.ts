/** The parts of an application that a link can show: all answers, or only what is missing. */
export const sharedParts = ['checklist', 'answers'] as const;
export type SharedPart = (typeof sharedParts)[number];

/** Days for which a link works. */
export const shareLinkDays = 7;

/** Maximum number of an applicant's links that work, of mails in a day, and of mails in 30 days. */
export const shareLinkLimits = { live: 5, day: 5, month: 20 } as const;
