import * as z from 'zod/mini';
import { maxItemRows } from '../rules/console-limits.ts';
import { purposeMaximum, tokenSeconds } from '../rules/limits.ts';
import { findCommands } from './applications.ts';
import { exportCommands } from './export.ts';
import { itemRow, text, username } from './fields.ts';
import { staffAudiences } from './staff-roles.ts';

const secondsMessage = `seconds: a whole number from 1 to ${tokenSeconds.max}.`;

const purposeOf = (what: string) =>
  text('purpose', purposeMaximum).check(
    z.regex(/\S/, `purpose: say in up to ${purposeMaximum} characters why ${what}.`),
  );

/** The commands of each duty. Each duty has its own function, so IAM can allow one without the others. */
const commands = {
  link: [
    z.strictObject({
      command: z.literal('issue-token'),
      user: username,
      seconds: z.int(secondsMessage).check(z.gte(1, secondsMessage), z.lte(tokenSeconds.max, secondsMessage)),
      purpose: purposeOf('this application is read'),
      /** Defaults to the audience that sees fewer answers. */
      audience: z.optional(z.enum(staffAudiences, `audience: ${staffAudiences.join(' or ')}.`)),
    }),
    z.strictObject({ command: z.literal('revoke-token'), jti: text('jti', 64) }),
  ],
  read: [
    // Without a user: the commands of operators that concern no applicant.
    z.strictObject({
      command: z.literal('read-audit-log'),
      user: z.optional(username),
      after: z.optional(text('after', 200)),
    }),
    ...findCommands,
    z.strictObject({ command: z.literal('list-work') }),
  ],
  change: [
    z.strictObject({ command: z.literal('end-sessions'), user: username }),
    // The person's id at the identity provider, which the audit log has after the name.
    z.strictObject({ command: z.literal('end-staff-sessions'), staff: text('staff', 255) }),
    z.strictObject({
      command: z.literal('receive-items'),
      rows: z.array(itemRow).check(z.maxLength(maxItemRows, `rows: at most ${maxItemRows}.`)),
      /** True to undo a tick that was set by mistake. */
      isTakingBack: z.boolean(),
    }),
  ],
  export: [
    ...exportCommands,
    // Without a user: all work that failed.
    z.strictObject({ command: z.literal('redrive-work'), user: z.optional(username) }),
  ],
  report: [
    z.strictObject({
      command: z.literal('report'),
      user: username,
      part: z.int('part: a whole number is expected.').check(z.gte(0, 'part: a whole number is expected.')),
    }),
  ],
} as const;
export type Duty = keyof typeof commands;
type CommandOf<Of extends Duty> = z.output<(typeof commands)[Of][number]>;
export type OperatorCommand = CommandOf<Duty>;

export const duties = Object.keys(commands) as readonly Duty[];

/** The duty that a command belongs to. */
export const dutyOf = ({ command }: OperatorCommand): Duty =>
  duties.find((duty) =>
    commands[duty].some(({ shape }) => shape.command.def.values.some((name) => name === command)),
  ) ?? 'read';

/** The function of a duty. Only operators may invoke it, with their own AWS credentials. It has no URL. */
export const operatorFunction = (stage: string, duty: Duty): string => `matricula-${stage}-operator-${duty}`;

/** The commands of a duty. The sender adds a proof of who it is (caller-proof.ts). */
export const operatorCommand = <Of extends Duty>(duty: Of) => z.discriminatedUnion('command', commands[duty]);

/** `token` is a query parameter of the staff page; `jti` is what revokes it. */
export const issueTokenReply = z.object({ token: z.string(), jti: z.string(), ends: z.string() });
export const revokeSessionsReply = z.object({ ended: z.number() });
export const endStaffSessionsReply = z.object({});

/** A mail, package or event that has not been sent yet. */
const pendingWorkReply = z.object({
  kind: z.string(),
  user: z.optional(z.string()),
  confirmation: z.optional(z.string()),
  added_at: z.string(),
  tries: z.number(),
  /** Reason why the last try failed. */
  reason: z.optional(z.string()),
  /** Earliest time of the next try; missing after the last one. */
  next_at: z.optional(z.string()),
});
export type PendingWorkReply = z.output<typeof pendingWorkReply>;

/** Failed work comes first. `total` includes work that is not listed. */
export const listWorkReply = z.object({ work: z.array(pendingWorkReply), total: z.number() });
/** `redriven`: work that is tried again. `left`: work that the next call can restart. */
export const redriveWorkReply = z.object({ redriven: z.number(), left: z.number() });

const itemOutcome = z.object({
  line: z.number(),
  outcome: z.enum(['changed', 'unchanged', 'refused']),
  /** The reason for the rejection, and what to do. */
  reason: z.optional(z.string()),
});
export type ItemOutcome = z.output<typeof itemOutcome>;
export const recordItemsReply = z.object({ rows: z.array(itemOutcome) });

/** One entry of the audit log: docs/operate.md lists the events. */
export const auditEntryReply = z.object({
  at: z.string(),
  event: z.string(),
  /** Subjects of the event: answer keys, file questions, token ids. */
  names: z.array(z.string()),
  /** The operator who caused the event. */
  by: z.optional(z.string()),
  /** The operator who issued the staff link, and the purpose that they stated. */
  issuer: z.optional(z.string()),
  purpose: z.optional(z.string()),
  route: z.optional(z.string()),
  /** The same value for every request from one network. It cannot be converted back to the IP address. */
  from: z.optional(z.string()),
  request: z.optional(z.string()),
});
export type AuditEntry = z.output<typeof auditEntryReply>;
export const auditLogReply = z.object({
  entries: z.array(auditEntryReply),
  /** The `after` of the next page. */
  next: z.optional(z.string()),
});
/** One part of an applicant's stored data. `next` is the number of the next part. */
export const reportReply = z.object({
  title: z.string(),
  stays: z.optional(z.string()),
  items: z.array(z.record(z.string(), z.unknown())),
  files: z.optional(z.array(z.object({ path: z.string(), size: z.number(), url: z.string() }))),
  next: z.optional(z.number()),
});
/** The reason why a command was rejected, as a sentence. */
export const rejectedCommand = z.object({ refused: z.string() });
