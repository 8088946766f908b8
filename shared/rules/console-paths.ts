/** The page of one application in the staff console. */
export const applicationPath = (applicant: string): string =>
  `/staff/applications/${encodeURIComponent(applicant)}`;
