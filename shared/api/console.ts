import * as z from 'zod/mini';
import { settingNames } from '../partners/setting-descriptions.ts';
import { maxItemRows, maxNoteLength, maxReasonLength } from '../rules/console-limits.ts';
import {
  staffAuditRoutes,
  staffChecklistRoutes,
  staffExportRoutes,
  staffListRoutes,
  staffNotesRoutes,
  staffReadRoutes,
  staffSessionRoutes,
  staffSettingsRoutes,
} from './console-routes.ts';
import type { ContractsOf } from './contract.ts';
import { body, id, itemRow, text } from './fields.ts';

/** Applications on a page of the list, and of its export. */
export const listPageSize = 50;
export const exportPageSize = 500;

/** A page of the console. Paths elsewhere would make the sign-in an open redirect. */
const consolePath = z
  .string()
  .check(
    z.maxLength(2000),
    z.regex(/^\/staff(?![^?]*\.\.)(?:[/?][\w\-./?=&%+~:,@]*)?$/, 'to: a page of the console is expected.'),
  );

const fromProvider = z.optional(z.string().check(z.maxLength(4000)));

/** The identity provider adds the code or an error to the address. `iss` shows which provider it is. */
const signInReply = z.object({
  state: fromProvider,
  code: fromProvider,
  iss: fromProvider,
  error: fromProvider,
  error_description: fromProvider,
});

const signInPage = {
  title: 'Staff sign-in',
  links: [
    { text: 'Sign in with another account', href: `${staffSessionRoutes.signIn.path}?fresh=yes` },
    { text: 'Back to the console', href: '/staff' },
  ],
};

export const staffSession = {
  /** Redirects (302) to the university's identity provider. `fresh` asks the person to log in again. */
  signIn: {
    route: staffSessionRoutes.signIn,
    query: z.object({ to: z.optional(consolePath), fresh: z.optional(z.literal('yes')) }),
    page: signInPage,
  },
  /** The identity provider sends the browser here. Opens the session and redirects (302) to the console. */
  finishSignIn: { route: staffSessionRoutes.finishSignIn, query: signInReply, page: signInPage },
  /**
   * The signed-in person. Asks the identity provider for the role again if the last answer is five minutes
   * old; other calls of the console are rejected until then.
   */
  getMember: { route: staffSessionRoutes.getMember },
  /** Ends the session, or with `everywhere` all sessions of the person. */
  signOut: {
    route: staffSessionRoutes.signOut,
    query: z.object({ everywhere: z.optional(z.literal('yes', 'everywhere: yes is expected.')) }),
  },
} as const satisfies ContractsOf<typeof staffSessionRoutes>;

const applicant = z.object({ applicant: id('applicant') });
const day = (name: string) =>
  z
    .string()
    .check(z.regex(/^\d{4}-\d\d-\d\d$/, `${name}: a day such as 2027-03-09 is expected.`), z.maxLength(10));
const shortText = (name: string) => z.optional(text(name, 200));

/** The order of the list. */
export const listOrders = ['newest', 'oldest', 'name', 'term', 'major', 'missing'] as const;
export type ListOrder = (typeof listOrders)[number];

/** Filters of the list. Each narrows it; all may be combined. */
const listQuery = z.object({
  /** Part of a name, of an email address, or of a confirmation number. */
  q: shortText('q'),
  /** The id of a checklist item that is needed and did not arrive. */
  missing: z.optional(id('missing')),
  /** A checklist item of which the applicant sent a copy that staff have not marked. */
  sent: z.optional(id('sent')),
  /** The code of a term or of a major. */
  term: shortText('term'),
  major: shortText('major'),
  /** Complete: every needed checklist item arrived. Withdrawn applications are neither. */
  status: z.optional(
    z.enum(['complete', 'incomplete', 'withdrawn'], 'status: complete, incomplete or withdrawn is expected.'),
  ),
  late: z.optional(z.enum(['yes', 'no'], 'late: yes or no is expected.')),
  unread: z.optional(z.literal('yes', 'unread: yes is expected.')),
  /** Days of submission, both included, in the university's time zone. */
  since: z.optional(day('since')),
  until: z.optional(day('until')),
  sort: z.optional(z.enum(listOrders, 'sort: there is no such order.')),
  /** `next` of the page before. */
  after: z.optional(text('after', 400)),
});
export type ListQuery = z.output<typeof listQuery>;

export const staffList = {
  listApplications: { route: staffListRoutes.listApplications, query: listQuery },
  /** The number of applications in a list, on all its pages. The order and the page make no difference. */
  getTotal: { route: staffListRoutes.getTotal, query: listQuery },
  getFacts: { route: staffListRoutes.getFacts, params: applicant },
} as const satisfies ContractsOf<typeof staffListRoutes>;

const pdfPage = { title: 'Application PDF' };

export const staffRead = {
  /** One application with its answers. It counts as read by this person from now on. */
  getAnswers: { route: staffReadRoutes.getAnswers, params: applicant },
  /** Redirects (302) to a short-lived link to the application PDF, or replies 202 until it is ready. */
  getPdf: { route: staffReadRoutes.getPdf, params: applicant, page: pdfPage },
  /** Redirects (302) to a short-lived link to one document. */
  viewDocument: {
    route: staffReadRoutes.viewDocument,
    params: z.object({ applicant: id('applicant'), answer_key: id('answer_key') }),
    page: pdfPage,
  },
  markUnread: { route: staffReadRoutes.markUnread, params: applicant },
} as const satisfies ContractsOf<typeof staffReadRoutes>;

const item = z.object({ applicant: id('applicant'), item: id('item') });

export const staffChecklist = {
  /**
   * Marks the checklist items of some lines, or undoes them. A line that cannot be done changes nothing, and
   * the rest is done. A preview says what would happen, and changes nothing.
   */
  receiveItems: {
    route: staffChecklistRoutes.receiveItems,
    body: body({
      rows: z.array(itemRow).check(z.maxLength(maxItemRows, `rows: at most ${maxItemRows}.`)),
      is_preview: z.boolean(),
      is_undo: z.boolean(),
    }),
  },
  /** Marks a checklist item as received on a day, which may replace another. Repeating it changes nothing. */
  receiveItem: {
    route: staffChecklistRoutes.receiveItem,
    params: item,
    body: body({ day: day('day'), replaces: z.optional(day('replaces')) }),
  },
  /** Takes it back, if it is still marked with this day: another person may have changed it. */
  undoItem: { route: staffChecklistRoutes.undoItem, params: item, query: z.object({ day: day('day') }) },
  /** Ends the withdrawal of an application, and mails its applicant. Repeating it changes nothing. */
  reinstate: { route: staffChecklistRoutes.reinstate, params: applicant },
} as const satisfies ContractsOf<typeof staffChecklistRoutes>;

export const staffNotes = {
  listNotes: { route: staffNotesRoutes.listNotes, params: applicant },
  addNote: {
    route: staffNotesRoutes.addNote,
    params: applicant,
    body: body({ text: text('text', maxNoteLength).check(z.trim(), z.minLength(1, 'Write a note first.')) }),
  },
  /** Only the author may delete a note. */
  deleteNote: {
    route: staffNotesRoutes.deleteNote,
    params: z.object({ applicant: id('applicant'), note: id('note') }),
  },
  /** The changes and the readings of one application, newest first. */
  getHistory: {
    route: staffNotesRoutes.getHistory,
    params: applicant,
    query: z.object({ after: z.optional(text('after', 400)) }),
  },
} as const satisfies ContractsOf<typeof staffNotesRoutes>;

export const staffExport = {
  /** A longer page of the list, for a file. The person must have logged in within the last five minutes. */
  exportList: { route: staffExportRoutes.exportList, query: listQuery },
} as const satisfies ContractsOf<typeof staffExportRoutes>;

const versionNumber = z.int().check(z.gte(0), z.lte(999_999));

export const staffSettings = {
  /** The settings in effect, and those of the partner's file. */
  getSettings: { route: staffSettingsRoutes.getSettings },
  /** Published versions, newest first, with what each changed. */
  listVersions: {
    route: staffSettingsRoutes.listVersions,
    query: z.object({
      before: z.optional(z.string().check(z.regex(/^[1-9]\d{0,5}$/, 'before: a version is expected.'))),
    }),
  },
  /**
   * Publishes a version: some changed settings, or those of an earlier version. `base` is the version that
   * the person saw; if another was published since, the call is rejected. `confirmed` names the risks that
   * the person accepted. The person must have logged in within the last five minutes.
   */
  publishSettings: {
    route: staffSettingsRoutes.publishSettings,
    body: body({
      base: versionNumber,
      change: z.union([
        z.strictObject({ set: z.partialRecord(z.enum(settingNames), z.unknown()) }),
        z.strictObject({ restore: versionNumber }),
      ]),
      note: text('note', maxReasonLength).check(z.trim(), z.minLength(1, 'Write why you change this.')),
      confirmed: z.array(text('confirmed', 100)).check(z.maxLength(100)),
    }),
  },
} as const satisfies ContractsOf<typeof staffSettingsRoutes>;

const auditQuery = z.object({ after: z.optional(text('after', 400)) });

export const staffAudit = {
  /** Actions of staff and operators that concern no single applicant, newest first. */
  getAuditLog: { route: staffAuditRoutes.getAuditLog, query: auditQuery },
  /** The same for a file. The person must have logged in within the last five minutes. */
  exportAuditLog: { route: staffAuditRoutes.exportAuditLog, query: auditQuery },
} as const satisfies ContractsOf<typeof staffAuditRoutes>;
