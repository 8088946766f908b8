import { randomUUID } from 'node:crypto';
import { invalidSessionMessage } from '../../shared/api/messages.ts';
import {
  type CorrectionOutcome,
  maxDailyCorrections,
  maxOpenCorrections,
} from '../../shared/rules/corrections.ts';
import { now } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import type { ApplicationRecord } from './application.ts';
import type { AuditEvent } from './audit-event.ts';
import { auditEntry, type Operator } from './audit-log.ts';
import { deleteItem, planAndWrite, putItem, tooManyChanges, type Write } from './change.ts';
import { changeEventItem } from './change-events.ts';
import { changedRow, listedChecklist } from './checklist.ts';
import type { StoredCorrection, Submission } from './items.ts';
import { keys, parts } from './keys.ts';
import { officeNoticeItem } from './notices.ts';
import { countOneMore } from './recent-count.ts';
import { currentPartner } from './settings.ts';
import { TableName } from './table.ts';

// Requests for corrections of submitted applications, whose answers never change. Each change of a request is
// also a revision of the checklist, so it and other changes of the console's row cannot overwrite each other.

const messages = {
  notSubmitted: 'You can still change your answers: your application is not submitted.',
  withdrawn: "You withdrew your application, so you can't ask for corrections.",
  tooManyOpen: `You have ${maxOpenCorrections} requests that we have not answered. Wait for our answers, or take one back.`,
  tooManyToday: "That's a lot of requests in a day.",
  isAnswered: 'We already answered this request, so you can no longer take it back.',
  isGone: 'There is no such request. You may have taken it back.',
  noSuchApplication: 'There is no such application.',
  isTakenBack: 'There is no such request. The applicant may have taken it back.',
  isAnsweredByOther: 'Another person already answered this request. Reload the page to see the answer.',
} as const;

const requestLimit = { max: maxDailyCorrections, windowMs: 86_400_000, message: messages.tooManyToday };

type Corrections = readonly StoredCorrection[];

interface Change {
  readonly event: AuditEvent;
  readonly key: string;
  readonly at: string;
  readonly writes: readonly Write[];
  /** The requests afterwards. */
  readonly corrections: Corrections;
  readonly operator?: Operator;
}

type Submitted = ApplicationRecord & { readonly submission: Submission };
type Plan = (stored: Submitted) => Change | undefined;

/** The university's systems see a change of the requests as a change of the application. */
async function writesOf(sub: ApplicantId, stored: Submitted, change: Change): Promise<readonly Write[]> {
  const { event, key, at, writes, corrections, operator } = change;
  const { received } = stored.checklist;
  return [
    ...listedChecklist(sub, stored, received, at),
    ...writes,
    ...changedRow(sub, { ...stored, corrections }, received, await currentPartner()),
    { Put: { TableName, Item: await auditEntry(sub, event, { names: [key], ...operator }) } },
  ];
}

/** Changes the requests of an application, and returns them. `plan` returns undefined for no change. */
async function changeCorrections(
  sub: ApplicantId,
  rejection: (stored: ApplicationRecord) => ApiError,
  plan: Plan,
): Promise<Corrections> {
  const done = await planAndWrite<Corrections>(sub, async (stored) => {
    const { submission } = stored;
    if (submission === undefined || stored.erasedAt !== undefined) throw rejection(stored);
    const submitted = { ...stored, submission };
    const change = plan(submitted);
    if (change === undefined) return { writes: [], result: stored.corrections };
    return { writes: await writesOf(sub, submitted, change), result: change.corrections };
  });
  if (done === undefined) throw tooManyChanges();
  return done.result;
}

/** The call of an applicant was in progress when the deletion ended its session. */
const forApplicant = ({ erasedAt }: ApplicationRecord): ApiError =>
  erasedAt === undefined
    ? new ApiError('conflict', messages.notSubmitted)
    : new ApiError('unauthenticated', invalidSessionMessage);

const isOpen = ({ answered_at }: StoredCorrection): boolean => answered_at === undefined;
const time = () => new Date(now()).toISOString();

interface Request {
  readonly key: string;
  readonly text: string;
}

/**
 * Asks for a correction. `check` rejects questions that the application does not have, and returns the key as
 * the university's systems may see it. Repeating an open request changes nothing.
 */
export const askCorrection = (
  sub: ApplicantId,
  { key, text }: Request,
  check: (submission: Submission, key: string) => string | undefined,
): Promise<Corrections> =>
  changeCorrections(sub, forApplicant, ({ submission, withdrawnAt, corrections, correctionCount }) => {
    if (withdrawnAt !== undefined) throw new ApiError('conflict', messages.withdrawn);
    const shownKey = check(submission, key);
    const open = corrections.filter(isOpen);
    if (open.some((each) => each.key === key && each.text === text)) return undefined;
    if (open.length >= maxOpenCorrections) throw new ApiError('conflict', messages.tooManyOpen);
    const [id, asked_at] = [randomUUID(), time()];
    const { confirmation } = submission;
    const detail = {
      confirmation,
      correction: id,
      ...(shownKey !== undefined && { key: shownKey }),
      asked_at,
    };
    return {
      event: 'correction-asked',
      key,
      at: asked_at,
      writes: [
        putItem(sub, parts.correction(id), { key, text, asked_at }),
        putItem(sub, parts.correctionCount, { ...countOneMore(correctionCount, requestLimit) }),
        { Put: { TableName, Item: changeEventItem('correction.asked', asked_at, detail, id) } },
      ],
      corrections: [...corrections, { id, key, text, asked_at }],
    };
  });

/** Deletes a request that the office has not answered. */
export const takeBackCorrection = (sub: ApplicantId, id: string): Promise<Corrections> =>
  changeCorrections(sub, forApplicant, ({ corrections }) => {
    const found = corrections.find((each) => each.id === id);
    if (found === undefined) throw new ApiError('notFound', messages.isGone);
    if (!isOpen(found)) throw new ApiError('conflict', messages.isAnswered);
    return {
      event: 'correction-taken-back',
      key: found.key,
      at: time(),
      writes: [deleteItem(sub, parts.correction(id))],
      corrections: corrections.filter((each) => each.id !== id),
    };
  });

interface Answer {
  readonly outcome: CorrectionOutcome;
  readonly reply: string;
}

interface Answering {
  readonly operator: Operator;
  /** The host of the site in the mail's link. */
  readonly host: string;
  /** False for questions that the person does not see. */
  readonly isSeen: (key: string) => boolean;
}

/** The mail that the office answered. Answers that follow before it is sent need no other mail. */
const mailOf = (sub: ApplicantId, username: string, host: string, at: string): readonly Write[] =>
  username === ''
    ? []
    : [
        {
          Put: {
            TableName,
            Item: officeNoticeItem(sub, { kind: 'correction-answered', username, host, at }),
          },
        },
      ];

const updateWith = (
  sub: ApplicantId,
  id: string,
  answer: Answer & { readonly answered_at: string },
): Write => ({
  Update: {
    TableName,
    Key: { pk: keys.application(sub), sk: parts.correction(id) },
    UpdateExpression: 'SET answered_at = :at, outcome = :outcome, reply = :reply',
    ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(answered_at)',
    ExpressionAttributeValues: {
      ...{ ':at': answer.answered_at, ':outcome': answer.outcome, ':reply': answer.reply },
    },
  },
});

/**
 * Stores the office's answer to a request, and a pending mail to the applicant. The first answer stays: the
 * second person gets a conflict, unless it is the same answer again.
 */
export const answerCorrection = (
  sub: ApplicantId,
  id: string,
  { outcome, reply }: Answer,
  { operator, host, isSeen }: Answering,
): Promise<Corrections> =>
  changeCorrections(
    sub,
    () => new ApiError('notFound', messages.noSuchApplication),
    ({ corrections, username, submission }) => {
      const found = corrections.find((each) => each.id === id);
      if (found === undefined || !isSeen(found.key)) throw new ApiError('notFound', messages.isTakenBack);
      if (!isOpen(found)) {
        if (found.outcome === outcome && found.reply === reply) return undefined;
        throw new ApiError('conflict', messages.isAnsweredByOther);
      }
      const answered_at = time();
      const answered = { ...found, outcome, reply, answered_at };
      return {
        event: 'correction-answered',
        key: found.key,
        at: answered_at,
        writes: [
          updateWith(sub, id, { outcome, reply, answered_at }),
          ...mailOf(sub, username || (submission.username ?? ''), host, answered_at),
        ],
        corrections: corrections.map((each) => (each.id === id ? answered : each)),
        operator,
      };
    },
  );
