import { type Application, applicationOf } from '../../shared/application/index.ts';
import { type Question, walk } from '../../shared/form/index.ts';
import { today } from '../runtime/clock.ts';
import { partner } from '../runtime/partner.ts';

/** The form as this deployment asks it today. */
export const application = (): Application => applicationOf(partner(), today());

/** What kind of question a key belongs to; undefined when nobody asks it. */
export const kindOf = (key: string): Question['kind'] | undefined =>
  walk(application()).questions.find((placed) => placed.key === key)?.question.kind;
