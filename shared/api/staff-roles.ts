/** The roles of the staff console. The university's identity provider says which ones a person has. */
export const staffRoles = ['reader', 'records', 'office', 'director'] as const;
export type StaffRole = (typeof staffRoles)[number];

/**
 * The permissions of the console, each with the roles that have it. Every route of the console names one,
 * and the functions behind the routes of a permission have IAM permissions for that purpose alone.
 */
export const permissions = {
  /** Lists, and the facts and checklist of one application. No answers. */
  list: ['reader', 'records', 'office', 'director'],
  /** Answers, documents and the application PDF. */
  read: ['reader', 'office', 'director'],
  /** Marks checklist items as received. */
  checklist: ['records', 'director'],
  /** Ends the withdrawal of an application. */
  reinstate: ['office', 'director'],
  /** Private notes, and the history of an application. */
  notes: ['office', 'director'],
  /** The list as a file. */
  export: ['office', 'director'],
  /** Deadlines, notices and texts that take effect without a deployment. */
  settings: ['director'],
  /** The audit log of the console. */
  auditLog: ['director'],
} as const satisfies Readonly<Record<string, readonly StaffRole[]>>;

/** Staff who read applications. Each audience sees the questions that the partner shows it. */
export const staffAudiences = ['reader', 'office'] as const;
export type StaffAudience = (typeof staffAudiences)[number];

/** The audience of a person with some roles. Readers also see less if they keep records. */
export const audienceOf = (roles: readonly StaffRole[]): StaffAudience =>
  roles.includes('office') || roles.includes('director') ? 'office' : 'reader';

export type Permission = keyof typeof permissions;

/** True if one of a person's roles has the permission. */
export const isAllowed = (roles: readonly StaffRole[], permission: Permission): boolean =>
  (permissions[permission] as readonly StaffRole[]).some((role) => roles.includes(role));
