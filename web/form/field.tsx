import type { ComponentType, ReactElement, ReactNode } from 'react';
import { type Question, questionRules, type VisibilityRule } from '../../shared/form/index.ts';
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

/** The component of each kind of question. A new kind needs one more line. */
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

const ConditionalField = ({ rules, children }: { rules: readonly VisibilityRule[]; children: ReactNode }) =>
  useIsVisible(rules) ? children : null;

/**
 * Returns the field of a question as an element, not a component, because a page has about a hundred. Only a
 * question with its own visibility rules subscribes to them: every subscription costs time at each keystroke.
 */
export function renderField(name: string, question: Question): ReactElement {
  const rules = questionRules(question);
  const FieldComponent = fields[question.kind] as ComponentType<Props>;
  const field = <FieldComponent key={name} name={name} question={question} />;
  if (rules.length === 0) return field;
  return (
    <ConditionalField key={name} rules={rules}>
      {field}
    </ConditionalField>
  );
}
