import type { ComponentType } from 'react';
import { ownGuards, type Question } from '../../shared/form/index.ts';
import { useShown } from '../form/standing.ts';
import { AutocompleteField } from './autocomplete-field.tsx';
import { DateField } from './date-field.tsx';
import { DocumentField } from './document-field.tsx';
import { MaskedField } from './masked-field.tsx';
import { MonthYearField } from './month-year-field.tsx';
import { RadioField } from './radio-field.tsx';
import { SelectField } from './select-field.tsx';
import { TextField } from './text-field.tsx';
import { TextareaField } from './textarea-field.tsx';
import { TickField } from './tick-field.tsx';
import { TicksField } from './ticks-field.tsx';

type Kind = Question['kind'];
type OfKind<K extends Kind, Q = Question> = Q extends { readonly kind: infer Kinds }
  ? K extends Kinds
    ? Q
    : never
  : never;
type Fields = { readonly [K in Kind]: ComponentType<{ name: string; question: OfKind<K> }> };

/** A new kind of question is one more line here. */
const fields: Fields = {
  text: TextField,
  email: TextField,
  autocomplete: AutocompleteField,
  phone: MaskedField,
  ssn: MaskedField,
  textarea: TextareaField,
  date: DateField,
  select: SelectField,
  dependentSelect: SelectField,
  radio: RadioField,
  tick: TickField,
  ticks: TicksField,
  monthYear: MonthYearField,
  document: DocumentField,
};

export function Field({ name, question }: { name: string; question: Question }) {
  const shows = useShown(ownGuards(question));
  const Shown = fields[question.kind] as ComponentType<{ name: string; question: Question }>;
  return shows ? <Shown name={name} question={question} /> : null;
}
