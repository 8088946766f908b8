import { type Question, walk } from '../../shared/form/index.ts';
import { type Application, applicationOf } from '../../shared/questions/index.ts';
import { today } from './clock.ts';
import { partner } from './partner.ts';

/** The form of this deployment's partner, as of today. */
export const partnerForm = (): Application => applicationOf(partner(), today());

/** The kind of the question that has a key; undefined when the form does not ask it. */
export const kindOf = (key: string): Question['kind'] | undefined =>
  walk(partnerForm()).questions.find((placed) => placed.key === key)?.question.kind;
