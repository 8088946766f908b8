import { type UseComboboxState, type UseComboboxStateChangeOptions, useCombobox } from 'downshift';
import { useEffect, useRef, useState } from 'react';
import {
  type AutocompleteQuestion,
  autofillPatch,
  isEmpty,
  type Patch,
  walk,
} from '../../shared/form/index.ts';
import { answersBeforeTyping, commitChanges, fillAnswers, typeAnswer } from '../form-state/edit-answer.ts';
import { getAnswers, useText } from '../form-state/form-store.ts';
import { partnerForm } from '../form-state/partner-form.ts';
import { afterPress } from '../ui/after-press.ts';
import { idList } from '../ui/dom.ts';
import { speak } from '../ui/speak.ts';
import '../theme/combobox.css';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { useFittingList } from './fit-list.ts';
import { fetchRecord, type Suggestion, useSuggestions } from './use-suggestions.ts';

/** Shown when the user must enter the other answers by hand. */
const manualEntryHints = {
  hs_ceeb: 'Enter your school information below.',
  college_ceeb: 'Enter your school information below.',
  address: 'Enter your address information below.',
} as const;

/** The last row uses the typed text as it is. */
type ResultRow = Suggestion | { readonly typed: string };

const labelOf = (row: ResultRow | null): string => {
  if (row === null) return '';
  if ('typed' in row) return `Use: ${row.typed}`;
  return row.alias === undefined ? row.text : `${row.text}, also ${row.alias}`;
};

/**
 * Only Enter and a click select a row. Blur keeps the typed text, and the list stays closed while the input
 * is empty.
 */
function stateReducer(
  state: UseComboboxState<ResultRow>,
  { type: changeType, changes }: UseComboboxStateChangeOptions<ResultRow>,
): Partial<UseComboboxState<ResultRow>> {
  if (changeType === useCombobox.stateChangeTypes.InputBlur)
    return { ...changes, selectedItem: state.selectedItem };
  if (changeType === useCombobox.stateChangeTypes.InputKeyDownEscape)
    return { ...state, isOpen: false, highlightedIndex: -1 };
  return changes.isOpen && changes.inputValue?.trim() === '' ? { ...changes, isOpen: false } : changes;
}

/** The fields that a choice filled, by label: 'Filled in: City, State/Province.' */
function filledText(name: string, patch: Patch): string {
  const labels = walk(partnerForm()).questions.flatMap(({ key, question }) =>
    key !== name && !isEmpty(patch[key]) ? [question.label] : [],
  );
  return labels.length === 0 ? '' : `Filled in: ${labels.join(', ')}.`;
}

function useLookUp(name: string, question: AutocompleteQuestion) {
  const value = useText(name);
  const { suggestions, isLoading, lookUp, clear } = useSuggestions(question.category);
  const [isManualEntry, setManualEntry] = useState(false);
  const isTyped = useRef(false);
  /** Counts what the user typed and chose: a record that arrives after the next one is ignored. */
  const changeCount = useRef(0);

  async function applySuggestion({ id, text }: Suggestion, count: number) {
    // The label is stored first, in case the record fails to load.
    const label = text.slice(0, question.maxLength);
    const before = answersBeforeTyping();
    typeAnswer(name, label);
    const record = await fetchRecord(question.category, id);
    if (changeCount.current !== count || getAnswers()[name] !== label) return;
    setManualEntry(record === undefined);
    const patch = autofillPatch(partnerForm(), question, { ...record }, getAnswers());
    fillAnswers(name, record === undefined ? { ...patch, [name]: label } : patch, before);
    if (record !== undefined) speak(filledText(name, patch));
  }

  return {
    value,
    suggestions,
    isLoading,
    lookUp,
    hint: isManualEntry ? manualEntryHints[question.category] : '',
    onType(text: string) {
      isTyped.current = true;
      changeCount.current += 1;
      typeAnswer(name, text);
      lookUp(text);
    },
    onChoose(row: ResultRow) {
      isTyped.current = false;
      clear();
      changeCount.current += 1;
      if (!('typed' in row)) return void applySuggestion(row, changeCount.current);
      setManualEntry(true);
      speak(manualEntryHints[question.category]);
      commitChanges();
    },
    onBlur() {
      if (isTyped.current) setManualEntry(value.trim() !== '');
      isTyped.current = false;
      clear();
      commitChanges();
    },
  };
}

/** Applicants mostly choose high schools from the list, but often type colleges and addresses in full. */
const placeholders = {
  hs_ceeb: 'Select...',
  college_ceeb: 'Start typing the college',
  address: 'Start typing the address',
} as const satisfies Record<AutocompleteQuestion['category'], string>;

const resultCountText = (results: number): string => {
  if (results === 0) return 'No options';
  return results === 1 ? '1 result' : `${results} results`;
};

/** Milliseconds after the last key before the results are spoken. */
const typingPause = 800;

/** Speaks the number of results for the typed text once the user pauses. */
function useSpokenResults(settledText: string, typed: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each key starts the pause again
  useEffect(() => {
    const timer = setTimeout(() => speak(settledText), typingPause);
    return () => clearTimeout(timer);
  }, [settledText, typed]);
}

interface Props {
  readonly name: string;
  readonly question: AutocompleteQuestion;
  /** True if the user typed into the text field that this field replaced. */
  readonly isTyping: boolean;
}

/** An ARIA combobox with suggestions while the user types. Its text is the answer. */
function Control({ name, question, fieldProps, isTyping }: Props & { readonly fieldProps: FieldProps }) {
  const { value, suggestions, isLoading, hint, lookUp, onType, onChoose, onBlur } = useLookUp(name, question);
  const typed = value.trim();
  // Hides the last row where a result is about to appear, because the user may be about to click it.
  const isWaiting = isLoading && suggestions.length === 0;
  const rows: readonly ResultRow[] = typed === '' || isWaiting ? suggestions : [...suggestions, { typed }];
  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps } = useCombobox<ResultRow>({
    items: [...rows],
    inputId: fieldProps.id,
    inputValue: value,
    selectedItem: null,
    initialIsOpen: isTyping && typed !== '',
    itemToString: labelOf,
    stateReducer,
    onSelectedItemChange: ({ selectedItem }) => selectedItem && onChoose(selectedItem),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only for text that was typed before this field was mounted
  useEffect(() => {
    if (isTyping) lookUp(value);
  }, []);
  const hintId = `${fieldProps.id}-hint`;
  const list = useRef<HTMLDivElement>(null);
  useFittingList(list, isOpen, rows.length);
  const statusText = isLoading ? 'Loading...' : resultCountText(suggestions.length);
  useSpokenResults(isOpen && !isLoading ? statusText : '', value);
  return (
    <>
      <div className="combobox">
        <input
          {...getInputProps({
            onChange: (event) => onType(event.currentTarget.value),
            onBlur: () => afterPress(onBlur),
          })}
          aria-labelledby={undefined}
          name={name}
          className="control"
          type="text"
          placeholder={placeholders[question.category]}
          maxLength={question.maxLength}
          autoComplete={isOpen ? 'off' : (question.autoComplete ?? 'off')}
          aria-required={fieldProps.isRequired}
          aria-invalid={fieldProps.isInvalid}
          aria-describedby={idList(fieldProps.describedBy, hint && hintId)}
        />
        <div ref={list} className="combobox-list" hidden={!isOpen}>
          {suggestions.length === 0 && <p aria-hidden="true">{statusText}</p>}
          <ul {...getMenuProps()} aria-labelledby={undefined} aria-label={question.label}>
            {isOpen &&
              rows.map((row, index) => (
                <li
                  {...getItemProps({ item: row, index })}
                  key={'typed' in row ? 'typed' : row.id}
                  data-highlighted={index === highlightedIndex || undefined}
                  data-typed={'typed' in row || undefined}
                >
                  <span>{labelOf(row)}</span>
                  {'sub_text' in row && <small>{row.sub_text}</small>}
                </li>
              ))}
          </ul>
        </div>
      </div>
      {hint && (
        <p className="hint manual-hint" id={hintId}>
          {hint}
        </p>
      )}
    </>
  );
}

export const Combobox = (props: Props) => (
  <FieldFrame {...props}>{(fieldProps) => <Control {...props} fieldProps={fieldProps} />}</FieldFrame>
);
