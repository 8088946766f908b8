export type { Answers, Context, Option, Value } from './answers.ts';
export { answeredMarker, isEmpty } from './answers.ts';
export { autofillPatch, type LookupFields, staleCodesPatch, withoutOtherRecords } from './autofill.ts';
export {
  type AddAnother,
  type Ask,
  ask,
  askUnder,
  type Block,
  type ByAnswer,
  byAnswer,
  type Fold,
  firstOf,
  fold,
  type Notice,
  notice,
  type Section,
  section,
  type Tabs,
  type Trigger,
  tabs,
  trigger,
  when,
} from './block.ts';
export { formatDate, isCalendarDate, monthName, monthOptions, yearOf, yearOptions } from './calendar.ts';
export { cleanText, withoutControls, withoutInvisible } from './clean-text.ts';
export {
  answered,
  type Condition,
  equals,
  evaluate,
  gt,
  gte,
  isIn,
  lt,
  lte,
  notAnswered,
  notEquals,
  notIn,
} from './condition.ts';
export {
  type ConfigurationError,
  type ConfigurationErrorKind,
  configurationError,
  InvalidConfigurationError,
} from './configuration-error.ts';
export { checkConsistency } from './consistency.ts';
export { type DictionaryEntry, dataDictionary } from './data-dictionary.ts';
export {
  cleanValue,
  codeMaxLength,
  dataModel,
  isCleanText,
  labelMaxLength,
  optionsOf,
  pageOf,
  type StoredField,
  storageError,
  typedValue,
  withStoredOption,
} from './data-model.ts';
export {
  type DateParts,
  formatIsoDate,
  formatTypedParts,
  isImpossibleDate,
  missingDateParts,
  missingMonthOrYear,
  parseDate,
  parseTypedParts,
  typedPartsKey,
} from './date-parts.ts';
export { withDocumentMarkers } from './document-markers.ts';
export { type AnswersOf, type Form, form, type KeyOf, type Page, page } from './form.ts';
export { answerPatch, clearHiddenAnswers, hiddenAnswersPatch, type Patch } from './hidden-answers.ts';
export { withoutUnansweredOptional } from './leave-out.ts';
export { withOptionLabels } from './option-labels.ts';
export {
  type PrintedPage,
  type PrintedSection,
  type PrintLine,
  printedSections,
  printLines,
} from './print-lines.ts';
export { answeredQuestions, type Progress, progress } from './progress.ts';
export type {
  AutocompleteQuestion,
  Check,
  CheckboxesQuestion,
  CheckboxQuestion,
  ChoiceQuestion,
  DateQuestion,
  DependentSelectQuestion,
  DocumentQuestion,
  MonthYearQuestion,
  Question,
  RequiredWhen,
  TextareaQuestion,
  TextQuestion,
} from './question.ts';
export { isChoice } from './question.ts';
export {
  autocomplete,
  checkbox,
  checkboxes,
  date,
  dependentSelect,
  document,
  email,
  longTextMaxLength,
  monthYear,
  phone,
  radio,
  select,
  ssn,
  text,
  textarea,
  yesNo,
} from './question-types.ts';
export { keysOfBlock, removeBlockPatch } from './remove-block.ts';
export { addAnother, addAnotherCap, type RepeatPrefix, repeat } from './repeat.ts';
export {
  isRequired,
  noLongerOfferedMessage,
  unexpectedFormats,
  type ValidationErrors,
  validate,
  validateQuestion,
  visibleBlockingNotices,
} from './validation.ts';
export {
  type Branch,
  branchesWithRules,
  type FormState,
  isRuleMet,
  isVisible,
  keysReadBy,
  selectedTab,
  type VisibilityRule,
} from './visibility.ts';
export { countsThatShowAnswers } from './visible-counts.ts';
export {
  allBlocks,
  type BlockingNotice,
  companionKeys,
  errorKey,
  keysIn,
  type PlacedQuestion,
  questionRules,
  storedKeys,
  walk,
} from './walk.ts';
export { type ReducedForm, unknownQuestions, withoutQuestions } from './without-questions.ts';
