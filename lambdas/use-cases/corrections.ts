import type { StaffAudience } from '../../shared/api/staff-roles.ts';
import { printLines, walk, withoutQuestions } from '../../shared/form/index.ts';
import { type Audience, hidesFor } from '../../shared/questions/audiences.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { partner } from '../runtime/partner.ts';
import type { Operator } from '../store/audit-log.ts';
import * as store from '../store/corrections.ts';
import type { StoredCorrection, Submission } from '../store/items.ts';
import { partnerForm } from './form.ts';

export { takeBackCorrection } from '../store/corrections.ts';

const noSuchQuestion = 'Your application has no such question. Please reload the page.';

const byMail = () =>
  `We can't take requests about this question here. Please write to ${partner().helpEmail}.`;

/**
 * Returns a check of the questions that an audience sees. If something is hidden, a key that the form no
 * longer has is not seen either: it may belong to a hidden question.
 */
function seenBy(audience: Audience): (key: string) => boolean {
  const hides = hidesFor(partner(), audience);
  if (hides.length === 0) return () => true;
  const { form } = withoutQuestions(partnerForm(), hides);
  const seen = new Set(walk(form).questions.map(({ key }) => key));
  return (key) => seen.has(key);
}

/** Requests about questions that an audience sees. */
export function correctionsSeenBy(audience: Audience, all: readonly StoredCorrection[]): StoredCorrection[] {
  const isSeen = seenBy(audience);
  return all.filter(({ key }) => isSeen(key));
}

interface Answering {
  readonly audience: StaffAudience;
  readonly operator: Operator;
  readonly host: string;
}

/** Answers a request for a person of the staff. Returns the requests that the person sees. */
export async function answerCorrection(
  sub: ApplicantId,
  id: string,
  answer: Parameters<typeof store.answerCorrection>[2],
  { audience, ...by }: Answering,
) {
  const all = await store.answerCorrection(sub, id, answer, { ...by, isSeen: seenBy(audience) });
  return correctionsSeenBy(audience, all);
}

/** The questions that a submitted application shows its applicant. */
const questionsOf = (submission: Submission): ReadonlySet<string> =>
  new Set(
    printLines(partnerForm(), submission).flatMap(({ lines }) =>
      lines.flatMap((line) => ('key' in line ? [line.key] : [])),
    ),
  );

/**
 * Asks for a correction of an answer, a missing answer, or an uploaded document. The office answers, so it
 * must see the question.
 */
export function askCorrection(sub: ApplicantId, request: { readonly key: string; readonly text: string }) {
  const [isSeenByOffice, isSeenBySystems] = [seenBy('office'), seenBy('systems')];
  return store.askCorrection(sub, request, (submission, key) => {
    if (!questionsOf(submission).has(key)) throw new ApiError('invalid', noSuchQuestion);
    if (!isSeenByOffice(key)) throw new ApiError('conflict', byMail());
    return isSeenBySystems(key) ? key : undefined;
  });
}
