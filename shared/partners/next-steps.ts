import type { Answers } from '../form/index.ts';
import { formatDay } from '../rules/format-time.ts';
import { decisionDayOf } from './decision-day.ts';
import type { PartnerWithSettings } from './partner.ts';
import { isStepFor } from './step-audiences.ts';
import { bracesPattern, decisionDayName, isCodeName } from './step-codes.ts';

/**
 * The days on which checklist items arrived, as yyyy-mm-dd, by the ids that the partner's steps give them.
 */
export type ReceivedItems = Readonly<Record<string, string>>;

type Step = PartnerWithSettings['nextSteps'][number];

/**
 * Status of a step's checklist item; undefined for a step without one, and for an optional one that did not
 * arrive.
 */
function statusOf({ checklistItem, isOptional }: Step, received: ReceivedItems): string | undefined {
  if (checklistItem === undefined) return undefined;
  const day = received[checklistItem];
  if (day !== undefined) return `Received on ${formatDay(day)}`;
  return isOptional ? undefined : 'Still needed';
}

/** The checklist item of which the applicant may upload a copy; undefined once it was received. */
const uploadItemOf = ({ checklistItem, acceptsUpload = true }: Step, received: ReceivedItems) =>
  checklistItem !== undefined && acceptsUpload && received[checklistItem] === undefined
    ? checklistItem
    : undefined;

const stepsFor = ({ nextSteps }: PartnerWithSettings, answers: Answers): readonly Step[] =>
  nextSteps.filter((step) => isStepFor(step.for, answers));

/**
 * A step's text with the partner's codes and the decision day filled in; '' when it names a day that is not
 * known.
 */
function textOf({ text }: Step, partner: PartnerWithSettings, submittedAt: string | undefined): string {
  const decisionDay = submittedAt && decisionDayOf(partner, submittedAt);
  if (!decisionDay && text.includes(`{${decisionDayName}}`)) return '';
  return text.replace(bracesPattern, (whole, name: string) => {
    if (name === decisionDayName) return decisionDay ?? whole;
    return isCodeName(name) ? partner.codes[name] : whole;
  });
}

/**
 * The next steps of one applicant after submission, with the partner's codes and links filled in. The
 * completion page and the receipt show these.
 */
export const nextStepsOf = (
  partner: PartnerWithSettings,
  answers: Answers,
  received: ReceivedItems = {},
  submittedAt?: string,
) =>
  stepsFor(partner, answers).map((step) => ({
    title: step.title,
    text: textOf(step, partner, submittedAt),
    link: step.link && partner.links[step.link],
    status: statusOf(step, received),
    isReceived: step.checklistItem !== undefined && received[step.checklistItem] !== undefined,
    uploadItem: uploadItemOf(step, received),
  }));

/** The id and title of a checklist item. */
interface ChecklistItem {
  readonly id: string;
  readonly title: string;
  readonly isOptional: boolean;
  /** True if applicants can upload a copy. */
  readonly acceptsUpload: boolean;
}

const itemOf = ({
  checklistItem,
  title,
  isOptional = false,
  acceptsUpload = true,
}: Step): readonly ChecklistItem[] =>
  checklistItem === undefined ? [] : [{ id: checklistItem, title, isOptional, acceptsUpload }];

/** The checklist items that one applicant needs, or may send. */
export const itemsFor = (partner: PartnerWithSettings, answers: Answers): readonly ChecklistItem[] =>
  stepsFor(partner, answers).flatMap(itemOf);

const neededItems = (partner: PartnerWithSettings, answers: Answers): readonly string[] =>
  itemsFor(partner, answers).flatMap(({ id, isOptional }) => (isOptional ? [] : [id]));

/** The ids of the checklist items that an applicant needs and that did not arrive. */
export const missingItems = (
  partner: PartnerWithSettings,
  answers: Answers,
  received: ReceivedItems,
): readonly string[] => neededItems(partner, answers).filter((id) => received[id] === undefined);

/** The checklist of a submitted application: days of received items, and ids of missing ones. */
export const checklistOf = (partner: PartnerWithSettings, answers: Answers, received: ReceivedItems) => ({
  received: { ...received },
  missing: [...missingItems(partner, answers, received)],
});

/** True if an applicant needs checklist items and all of them arrived. */
export const isComplete = (
  partner: PartnerWithSettings,
  answers: Answers,
  received: ReceivedItems,
): boolean =>
  neededItems(partner, answers).length > 0 && missingItems(partner, answers, received).length === 0;

/** The checklist items with these ids, in the order of the partner's steps. */
export const itemsWithIds = (
  { nextSteps }: PartnerWithSettings,
  ids: readonly string[],
): readonly ChecklistItem[] => nextSteps.flatMap(itemOf).filter(({ id }) => ids.includes(id));

/** The ids of all checklist items that the partner's steps ask for. */
export const checklistItems = ({ nextSteps }: PartnerWithSettings): readonly string[] =>
  nextSteps.flatMap(({ checklistItem }) => checklistItem ?? []);
