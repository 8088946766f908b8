import type * as z from 'zod/mini';
import type { Patch } from '../../shared/form/index.ts';
import { webStatuses } from '../../shared/rules/web-status.ts';
import { now } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { absent, exists, set } from './expression.ts';
import * as items from './items.ts';
import { keys, parts } from './keys.ts';
import { isUpdated, put, queryAll, readItem } from './table.ts';

type Item = Readonly<Record<string, unknown>>;

/** All items of one application, read at one moment. */
export interface ApplicationRecord {
  readonly rev: number;
  readonly submittedAt: string | undefined;
  /** Time of the first change; undefined before it. */
  readonly startedAt: string | undefined;
  /** Time at which the applicant requested its deletion. */
  readonly deletionAskedAt: string | undefined;
  /** Start of its deletion. */
  readonly erasedAt: string | undefined;
  /** The last save of each browser page, latest first. */
  readonly savers: readonly items.LastSave[];
  readonly answers: Patch;
  /** The revision at which each answer was last set. */
  readonly revisions: Readonly<Record<string, number>>;
  /** Earlier values of keys that were changed in two places, until the applicant chooses. */
  readonly conflicts: Patch;
  readonly lastPage: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly tabs: Readonly<Record<string, string>>;
  readonly statuses: readonly z.output<typeof items.status>[];
  readonly logIns: readonly string[];
  /** The address of the account, recorded at each log-in and change; '' before one is recorded. */
  readonly username: string;
  /** The host of the site at the last log-in; '' when none is recorded. */
  readonly host: string;
  readonly documents: ReadonlyMap<string, items.StoredDocument>;
  readonly removals: readonly items.Removal[];
  readonly uploads: items.RecentCount | undefined;
  readonly submission: items.Submission | undefined;
  readonly receipt: z.output<typeof items.mailedReceipt> | undefined;
  readonly checklist: items.StoredChecklist;
  /** Time at which the applicant withdrew it; undefined again after the office reinstated it. */
  readonly withdrawnAt: string | undefined;
  /** True if the applicant wants mails about deadlines. */
  readonly wantsReminders: boolean;
}

/** Submitting records several statuses at the same time, so this list defines their order. */
const order: readonly string[] = webStatuses;

type Named = readonly (readonly [name: string, item: Item])[];

function answersOf(stored: Named): Pick<ApplicationRecord, 'answers' | 'revisions'> {
  const all = stored.flatMap(([, { pk, sk, ...item }]) => Object.entries(items.storedAnswers.parse(item)));
  return {
    answers: Object.fromEntries(all.map(([key, [value]]) => [key, value])),
    revisions: Object.fromEntries(all.map(([key, [, revision]]) => [key, revision])),
  };
}

/** The address of the last log-in, or of a later address change. */
function usernameOf(
  logIns: readonly z.output<typeof items.logIn>[],
  changed: z.output<typeof items.changedAddress> | undefined,
): string {
  const last = logIns.at(-1);
  const newest = changed !== undefined && changed.at >= (last?.at ?? '') ? changed : last;
  return newest?.username ?? '';
}

/** The time of a withdrawal; undefined if there is none, or if the office reinstated it. */
export const withdrawnAt = (found: z.output<typeof items.withdrawal> | undefined): string | undefined =>
  found?.reinstated_at === undefined ? found?.withdrawn_at : undefined;

/**
 * Reads an application in one consistent query, so a save is visible immediately. Without items the result is
 * empty.
 */
export async function readApplication(sub: ApplicantId): Promise<ApplicationRecord> {
  const all = await queryAll(keys.application(sub));
  const at = (sk: string) => all.find((item) => item.sk === sk);
  const under = (prefix: string) =>
    all
      .filter((item) => String(item.sk).startsWith(prefix))
      .map((item) => [String(item.sk).slice(prefix.length), item] as const);
  const optional = <T>(schema: z.ZodMiniType<T>, sk: string) => {
    const item = at(sk);
    return item === undefined ? undefined : schema.parse(item);
  };
  const meta = optional(items.meta, parts.meta);
  const logIns = under('LOGIN#').map(([, item]) => items.logIn.parse(item));
  return {
    rev: meta?.rev ?? 0,
    submittedAt: meta?.submitted_at,
    startedAt: meta?.started_at,
    deletionAskedAt: meta?.deletion_asked_at,
    erasedAt: meta?.erased_at,
    savers: [meta?.saver ?? [], meta?.earlier_savers ?? []].flat(),
    ...answersOf(under('ANSWERS#')),
    conflicts: optional(items.conflicts, parts.conflicts)?.c ?? {},
    lastPage: optional(items.visit, parts.visit)?.last_page ?? '',
    counts: optional(items.counts, parts.counts)?.c ?? {},
    tabs: optional(items.tabs, parts.tabs)?.t ?? {},
    statuses: under('STATUS#')
      .map(([, item]) => items.status.parse(item))
      .sort((one, other) => order.indexOf(one.web_status) - order.indexOf(other.web_status)),
    logIns: logIns.map(({ at: moment }) => moment),
    username: usernameOf(logIns, optional(items.changedAddress, parts.address)),
    host: logIns.at(-1)?.host ?? '',
    documents: new Map(under('DOC#').map(([key, item]) => [key, items.document.parse(item)])),
    removals: under('REMOVAL#').map(([, item]) => items.removal.parse(item)),
    uploads: optional(items.recentCount, parts.uploads),
    submission: optional(items.submission, parts.submission),
    receipt: optional(items.mailedReceipt, parts.receipt),
    wantsReminders: optional(items.reminders, parts.reminders)?.are_wanted ?? true,
    checklist: optional(items.checklist, parts.checklist) ?? { received: {}, rev: 0 },
    withdrawnAt: withdrawnAt(optional(items.withdrawal, parts.withdrawal)),
  };
}

/** A read that may miss the last second costs half as much. */
const cheaply = { ConsistentRead: false };

/**
 * Reads an applicant's submission without the rest of the application; undefined if there is none. Exports
 * read it minutes after it was stored, so it needs no consistent read.
 */
export const readSubmission = (sub: ApplicantId): Promise<items.Submission | undefined> =>
  readItem({ pk: keys.application(sub), sk: parts.submission }, items.submission, cheaply);

/** Reads which checklist items of an applicant arrived, and when that changed. */
export async function readChecklist(sub: ApplicantId): Promise<items.StoredChecklist> {
  const found = await readItem({ pk: keys.application(sub), sk: parts.checklist }, items.checklist, cheaply);
  return found ?? { received: {}, rev: 0 };
}

/** Reads when an applicant withdrew; undefined if the application is not withdrawn. */
export const readWithdrawal = async (sub: ApplicantId): Promise<string | undefined> =>
  withdrawnAt(await readItem({ pk: keys.application(sub), sk: parts.withdrawal }, items.withdrawal, cheaply));

/** Records that the receipt was mailed, so it is never mailed again. */
export const markReceiptMailed = (sub: ApplicantId): Promise<boolean> =>
  isUpdated(
    { pk: keys.application(sub), sk: parts.receipt },
    set({ sent_at: new Date(now()).toISOString() }),
    {
      if: exists,
    },
  );

/** A package whose objects are all in the bucket and whose event was sent. */
interface DeliveredPackage {
  readonly confirmation: string;
  readonly format: number;
  readonly form_version: string;
  /** The folder of its objects in the bucket. */
  readonly folder: string;
}

/** Records a delivered package. A repeated delivery keeps the first record. */
export const recordPackage = (sub: ApplicantId, delivered: DeliveredPackage): Promise<boolean> =>
  put({ ...keys.package(sub), ...delivered, delivered_at: new Date(now()).toISOString() }, { if: absent });
