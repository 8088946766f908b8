import type { ComponentType, ReactElement, ReactNode } from 'react';
import { ownRules, type Question, type VisibilityRule } from '../../shared/form/index.ts';
import { DocumentField } from '../documents/document-field.tsx';
import { AutocompleteField } from '../fields/autocomplete-field.tsx';
import { CheckboxField } from '../fields/checkbox-field.tsx';
import { CheckboxesField } from '../fields/checkboxes-field.tsx';
import { DateField } from '../fields/date-field.tsx';
import { MaskedField } from '../fields/masked-field.tsx';
import { MonthYearField } from '../fields/month-year-field.tsx';
import { RadioField } from '../fields/radio-field.tsx';
import { DependentSelectField, SelectField } from '../fields/select-field.tsx';
import { TextField } from '../fields/text-field.tsx';
import { TextareaField } from '../fields/textarea-field.tsx';
import { useIsVisible } from '../form-state/form-store.ts';

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
  dependentSelect: DependentSelectField,
  radio: RadioField,
  checkbox: CheckboxField,
  checkboxes: CheckboxesField,
  monthYear: MonthYearField,
  document: DocumentField,
};

interface Props {
  readonly name: string;
  readonly question: Question;
}

const Guarded = ({ guards, children }: { guards: readonly VisibilityRule[]; children: ReactNode }) =>
  useIsVisible(guards) ? children : null;

/**
 * The field of a question, without a component around it: a page has a hundred. Only a question with guards of its own
 * listens to them: most have none, and every listener costs at every key.
 */
export function renderField(name: string, question: Question): ReactElement {
  const guards = ownRules(question);
  const Shown = fields[question.kind] as ComponentType<Props>;
  const shown = <Shown key={name} name={name} question={question} />;
  if (guards.length === 0) return shown;
  return (
    <Guarded key={name} guards={guards}>
      {shown}
    </Guarded>
  );
}
