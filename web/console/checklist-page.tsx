import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isUtf16, saveAs } from '../../shared/checklist/lines.ts';
import { Button } from '../ui/button.tsx';
import { readList } from './checklist-lines.ts';
import { LinesTable } from './lines-table.tsx';
import { Problem } from './problem.tsx';
import { useTypedText } from './tab-data.ts';
import { useArrival } from './use-arrival.ts';
import {
  isChanged,
  type LinesStage,
  lineCount,
  summaryOf,
  useChecklistLines,
} from './use-checklist-lines.ts';
import './list.css';
import './checklist-page.css';

const sample =
  'applicant,item,date\nNLU-7K4Q29XW,transcript,2027-03-03\nada@example.org,test-scores,3/4/2027';

/** The text of a chosen file, or why it cannot be read. */
async function textOf(file: File): Promise<{ readonly text?: string; readonly problem?: string }> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isUtf16(bytes)) return { problem: `${file.name} is UTF-16, or no text at all. ${saveAs}` };
  return { text: new TextDecoder('utf-8').decode(bytes) };
}

const listId = 'lines';

interface ListFormProps {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly isBusy: boolean;
  readonly onCheck: ReturnType<typeof useChecklistLines>['check'];
}

function ListForm({ text, setText, isBusy, onCheck }: ListFormProps) {
  const [problem, setProblem] = useState('');
  const fileInput = useRef<HTMLInputElement>(null);
  const [hintId, problemId] = [useId(), useId()];
  const check = (typed: string) => {
    const read = readList(typed);
    setProblem(read.problem ?? '');
    if (read.problem === undefined) void onCheck(read.lines);
  };
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    target.value = '';
    if (file === undefined) return;
    const read = await textOf(file);
    if (read.text === undefined) return setProblem(read.problem ?? '');
    setText(read.text);
    check(read.text);
  };
  return (
    <form
      className="lines-form"
      onSubmit={(event) => {
        event.preventDefault();
        check(text);
      }}
    >
      <label htmlFor={listId}>List of received items</label>
      <p className="hint" id={hintId}>
        Copy the cells from a spreadsheet, with the header, or choose a CSV file. An applicant is an email
        address or a confirmation number. You review every line before anything changes.
      </p>
      <textarea
        id={listId}
        className="control"
        rows={7}
        spellCheck={false}
        placeholder={sample}
        aria-describedby={`${hintId} ${problemId}`}
        aria-invalid={problem !== '' || undefined}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <p className="lines-problem" id={problemId} role="alert">
        {problem}
      </p>
      <div className="row lines-actions">
        <input
          ref={fileInput}
          className="unseen"
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          tabIndex={-1}
          aria-label="CSV file"
          onChange={(event) => void choose(event)}
        />
        <Button type="submit" look="primary" size="fit" isBusy={isBusy}>
          Check lines
        </Button>
        <Button size="fit" isBusy={isBusy} onClick={() => fileInput.current?.click()}>
          Choose CSV file
        </Button>
      </div>
    </form>
  );
}

interface NextStage {
  readonly stage: LinesStage;
  readonly label: (lines: string) => string;
}

const mark: NextStage = { stage: 'marked', label: (lines) => `Mark ${lines} as received` };
const nextStage: Readonly<Record<LinesStage, NextStage>> = {
  preview: mark,
  marked: { stage: 'undone', label: (lines) => `Undo ${lines}` },
  undone: mark,
};

/** Marks many checklist items from a list. Each line is shown with its outcome before anything changes. */
export default function ChecklistPage() {
  useArrival('Checklist items', 'checklist items');
  const { shown, sending, error, check, send, reset } = useChecklistLines();
  const [text, setText] = useTypedText('staff-checklist-lines');
  const changed = shown?.lines.filter(isChanged).length ?? 0;
  const summary = useRef<HTMLHeadingElement>(null);
  const stage = shown?.stage;
  useEffect(() => {
    if (stage !== undefined) summary.current?.focus();
  }, [stage]);
  const beginAgain = () => {
    flushSync(() => {
      if (stage !== 'preview') setText('');
      reset();
    });
    document.getElementById(listId)?.focus();
  };
  return (
    <main id="main" className="page list-page">
      <h1 tabIndex={-1}>Checklist items</h1>
      {shown === undefined && (
        <ListForm {...{ text, setText }} isBusy={sending !== undefined} onCheck={check} />
      )}
      {sending !== undefined && (
        <p className="lines-progress">
          <progress max={sending.total} value={sending.done} aria-label="Progress" />{' '}
          <span>{`${sending.done} of ${sending.total} lines`}</span>
        </p>
      )}
      <Problem error={error} />
      {shown !== undefined && (
        <>
          <h2 ref={summary} tabIndex={-1} className="lines-summary">
            {summaryOf(shown)}
          </h2>
          <div className="row lines-actions">
            {changed > 0 && (
              <Button
                look={shown.stage === 'marked' ? 'secondary' : 'primary'}
                size="fit"
                isBusy={sending !== undefined}
                onClick={() => void send(nextStage[shown.stage].stage, shown.lines)}
              >
                {nextStage[shown.stage].label(lineCount(changed))}
              </Button>
            )}
            <Button look="quiet" size="fit" isBusy={sending !== undefined} onClick={beginAgain}>
              {shown.stage === 'preview' ? 'Edit the list' : 'New list'}
            </Button>
          </div>
          <LinesTable stage={shown.stage} lines={shown.lines} />
        </>
      )}
    </main>
  );
}
