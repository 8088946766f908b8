import type { Answers } from '../form/index.ts';
import { formatDay } from '../rules/format-time.ts';
import { decisionDayOf } from './decision-day.ts';
import type { Partner } from './partner.ts';
import { isStepFor } from './step-audiences.ts';
import { bracesPattern, decisionDayName, isCodeName } from './step-codes.ts';

/**
 * The days on which checklist items arrived, as yyyy-mm-dd, by the ids that the partner's steps give them.
 */
export type ReceivedItems = Readonly<Record<string, string>>;

type Step = Partner['nextSteps'][number];

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

const stepsFor = ({ nextSteps }: Partner, answers: Answers): readonly Step[] =>
  nextSteps.filter((step) => isStepFor(step.for, answers));

/**
 * A step's text with the partner's codes and the decision day filled in; '' when it names a day that is not
 * known.
 */
function textOf({ text }: Step, partner: Partner, submittedAt: string | undefined): string {
  const decisionDay = submittedAt && decisionDayOf(partner, submittedAt);
  if (!decisionDay && text.includes(`{${decisionDayName}}`)) return '';
  return text.replace(bracesPattern, (whole, name: string) => {
    if (name === decisionDayName) return decisionDay ?? whole;
    return isCodeName(name) ? partner.codes[name] : whole;
  });
}

/**
 * The next steps of one applicant after submission, with the partner's codes and links filled in. The
 * completion page, the receipt and the view of staff all show these.
 */
export const nextStepsOf = (
  partner: Partner,
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
  }));

/** True if an applicant needs checklist items and all of them arrived. */
export function isComplete(partner: Partner, answers: Answers, received: ReceivedItems): boolean {
  const needed = stepsFor(partner, answers).filter(
    ({ checklistItem, isOptional }) => checklistItem && !isOptional,
  );
  return needed.length > 0 && needed.every(({ checklistItem = '' }) => received[checklistItem] !== undefined);
}

/** The ids of all checklist items that the partner's steps ask for. */
export const checklistItems = ({ nextSteps }: Partner): readonly string[] =>
  nextSteps.flatMap(({ checklistItem }) => checklistItem ?? []);
