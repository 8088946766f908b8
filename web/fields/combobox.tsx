import { type UseComboboxState, type UseComboboxStateChangeOptions, useCombobox } from 'downshift';
import { useEffect, useRef, useState } from 'react';
import { type AutocompleteQuestion, autofillPatch } from '../../shared/form/index.ts';
import { cancelRecord, recordArrived, recordFailed, waitForRecord } from '../form-state/autofill-origins.ts';
import { commitChanges, fillAnswers, typeAnswer } from '../form-state/edit-answer.ts';
import { getAnswers, useText } from '../form-state/form-store.ts';
import { partnerForm } from '../form-state/partner-form.ts';
import { afterPress } from '../ui/after-press.ts';
import '../theme/combobox.css';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { fetchRecord, type Suggestion, useSuggestions } from './use-suggestions.ts';

/** Form specification, point 2. */
const byHand = {
  hs_ceeb: 'Enter your school information below.',
  college_ceeb: 'Enter your school information below.',
  address: 'Enter your address information below.',
} as const;

/** The last row takes what was typed as it is. */
type Row = Suggestion | { readonly typed: string };

const labelOf = (row: Row | null): string => {
  if (row === null) return '';
  return 'typed' in row ? `Use: ${row.typed}` : row.text;
};

/** Only Enter and a click choose: leaving the field keeps what was typed, and nothing typed needs no list. */
function steps(
  state: UseComboboxState<Row>,
  { type: step, changes }: UseComboboxStateChangeOptions<Row>,
): Partial<UseComboboxState<Row>> {
  if (step === useCombobox.stateChangeTypes.InputBlur)
    return { ...changes, selectedItem: state.selectedItem };
  if (step === useCombobox.stateChangeTypes.InputKeyDownEscape)
    return { ...state, isOpen: false, highlightedIndex: -1 };
  return changes.isOpen && changes.inputValue?.trim() === '' ? { ...changes, isOpen: false } : changes;
}

function useLookUp(name: string, question: AutocompleteQuestion) {
  const value = useText(name);
  const { found, isLoading, lookFor, forget } = useSuggestions(question.category);
  const [isByHand, setByHand] = useState(false);
  const isTyped = useRef(false);

  async function take({ id, text }: Suggestion) {
    // Should the record fail to come, its label stands already (form specification, point 3).
    const label = text.slice(0, question.maxLength);
    typeAnswer(name, label);
    const isWanted = waitForRecord(name);
    const record = await fetchRecord(question.category, id);
    if (!isWanted() || getAnswers()[name] !== label) return; // somebody typed or chose on meanwhile
    setByHand(record === undefined);
    if (record === undefined) {
      recordFailed(name, id);
      return commitChanges();
    }
    const patch = autofillPatch(partnerForm(), question, { ...record }, getAnswers());
    recordArrived(name, id, patch);
    fillAnswers(patch);
  }

  return {
    value,
    found,
    isLoading,
    lookFor,
    words: isByHand ? byHand[question.category] : '',
    onType(text: string) {
      isTyped.current = true;
      cancelRecord(name);
      typeAnswer(name, text);
      lookFor(text);
    },
    onChoose(row: Row) {
      isTyped.current = false;
      forget();
      if (!('typed' in row)) return void take(row);
      cancelRecord(name);
      setByHand(true);
      commitChanges();
    },
    onLeave() {
      if (isTyped.current) setByHand(value.trim() !== '');
      isTyped.current = false;
      forget();
      commitChanges();
    },
  };
}

const said = (results: number): string => {
  if (results === 0) return 'No options';
  return results === 1 ? '1 result' : `${results} results`;
};

interface Props {
  readonly name: string;
  readonly question: AutocompleteQuestion;
  /** Somebody has typed into the text field that was here before. */
  readonly isTyping: boolean;
}

/** Suggestions while somebody types: a combobox as the ARIA patterns have it. Its text is the answer. */
function Control({ name, question, marks, isTyping }: Props & { readonly marks: FieldProps }) {
  const { value, found, isLoading, words, lookFor, onType, onChoose, onLeave } = useLookUp(name, question);
  const typed = value.trim();
  // The last row must not stand where a result is about to come: somebody may be reaching for it.
  const isWaiting = isLoading && found.length === 0;
  const rows: readonly Row[] = typed === '' || isWaiting ? found : [...found, { typed }];
  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps } = useCombobox<Row>({
    items: [...rows],
    inputId: marks.id,
    inputValue: value,
    selectedItem: null,
    initialIsOpen: isTyping && typed !== '',
    itemToString: labelOf,
    stateReducer: steps,
    onSelectedItemChange: ({ selectedItem }) => selectedItem && onChoose(selectedItem),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed before this field was here
  useEffect(() => {
    if (isTyping) lookFor(value);
  }, []);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen && rows.length > 0) list.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, rows.length]);
  const spoken = isLoading ? 'Loading...' : said(found.length);
  return (
    <>
      <div className="combobox">
        <input
          {...getInputProps({
            onChange: (event) => onType(event.currentTarget.value),
            onBlur: () => afterPress(onLeave),
          })}
          aria-labelledby={undefined}
          name={name}
          className="control"
          type="text"
          placeholder="Select..."
          maxLength={question.maxLength}
          autoComplete={isOpen ? 'off' : (question.autoComplete ?? 'off')}
          aria-required={question.required !== undefined || undefined}
          aria-invalid={marks.isInvalid}
          aria-describedby={`${marks.describedBy} ${marks.id}-words`}
        />
        <div ref={list} className="combobox-list" hidden={!isOpen}>
          {found.length === 0 && <p aria-hidden="true">{spoken}</p>}
          <ul {...getMenuProps()} aria-labelledby={undefined} aria-label={question.label}>
            {isOpen &&
              rows.map((row, index) => (
                <li
                  {...getItemProps({ item: row, index })}
                  key={'typed' in row ? 'typed' : row.id}
                  data-highlighted={index === highlightedIndex || undefined}
                >
                  <span>{labelOf(row)}</span>
                  {'sub_text' in row && <small>{row.sub_text}</small>}
                </li>
              ))}
          </ul>
        </div>
        <p className="unseen" role="status">
          {isOpen ? spoken : ''}
        </p>
      </div>
      <p className="hint" id={`${marks.id}-words`} role="status">
        {words}
      </p>
    </>
  );
}

export const Combobox = (props: Props) => (
  <FieldFrame {...props}>{(marks) => <Control {...props} marks={marks} />}</FieldFrame>
);
