export {
  autocomplete,
  date,
  dependentSelect,
  document,
  email,
  longMaximum,
  monthYear,
  phone,
  radio,
  select,
  ssn,
  text,
  textarea,
  tick,
  ticks,
  yesNo,
} from './ask-for.ts';
export {
  type AddAnother,
  type Ask,
  ask,
  askUnder,
  type Block,
  type ByAnswer,
  byAnswer,
  firstOf,
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
export { isRealDay, monthName, monthOptions, shownDay, yearOf, yearOptions } from './calendar.ts';
export { answering, clearHidden, clearing, type Patch } from './clearing.ts';
export {
  answered,
  type Condition,
  equals,
  gt,
  gte,
  holds,
  isIn,
  lt,
  lte,
  notAnswered,
  notEquals,
  notIn,
} from './condition.ts';
export { BadConfigurationError, consistency, type Fault, type FaultKind, fault } from './consistency.ts';
export { countsShowing } from './counts.ts';
export {
  codeMaximum,
  dataModel,
  type Field,
  isCleanText,
  labelMaximum,
  misfit,
  optionsOf,
  pageOf,
  withStored,
} from './data-model.ts';
export {
  type DayParts,
  dayOf,
  hasParts,
  isNoDay,
  missingInDay,
  missingInPair,
  partsOf,
} from './date-parts.ts';
export { type DictionaryEntry, dictionary } from './dictionary.ts';
export { withDocuments } from './documents.ts';
export { clearingFilled, codeKey, filledBy, filling, type Looked } from './filling.ts';
export { type AnswersOf, type Form, form, type KeyOf, type Page, page } from './form.ts';
export { labelled } from './labels.ts';
export { type PrintedPage, type PrintLine, printLines } from './print-lines.ts';
export { isWanted, noLongerOffered, type Problems, problems, problemsAt, stopsShowing } from './problems.ts';
export { type Progress, progress } from './progress.ts';
export type {
  Answers,
  AutocompleteQuestion,
  Check,
  ChoiceQuestion,
  Context,
  DateQuestion,
  DependentSelectQuestion,
  DocumentQuestion,
  MonthYearQuestion,
  Option,
  Question,
  TextareaQuestion,
  TextQuestion,
  TickQuestion,
  TicksQuestion,
  Value,
  Wanted,
} from './question.ts';
export { answeredMarker, isChoice, isEmpty } from './question.ts';
export { addAnother, addAnotherCap, type Numbered, repeat } from './repeat.ts';
export { isSamePlace } from './same-place.ts';
export {
  allPass,
  type Branch,
  branchesOf,
  chosenTab,
  type Guard,
  keysRead,
  passes,
  type Standing,
} from './standing.ts';
export { blocksOf, ownGuards, type Placed, type PlacedStop, problemKey, storedKeys, walk } from './walk.ts';
