import { useState } from 'react';
import type { ChecklistLine } from '../../shared/api/console-replies.ts';
import { staffChecklistRoutes } from '../../shared/api/console-routes.ts';
import type { ItemRow } from '../../shared/api/fields.ts';
import { sendLines } from '../../shared/checklist/send-lines.ts';
import { queryClient } from '../api-client/queries.ts';
import { speak } from '../ui/speak.ts';
import { callStaff } from './call-staff.ts';
import type { ReadLine } from './checklist-lines.ts';

/** Preview: nothing is written. Marked and undone: the lines were sent. */
export type LinesStage = 'preview' | 'marked' | 'undone';

/** A line with its outcome. */
export type ShownLine = ReadLine & Pick<ChecklistLine, 'outcome' | 'name' | 'reason'>;

interface Shown {
  readonly stage: LinesStage;
  readonly lines: readonly ShownLine[];
  /** True if the next stage was sent and failed: some of its parts may be done. */
  readonly isInterrupted?: boolean;
}

interface Sending {
  readonly done: number;
  readonly total: number;
}

const countOf = (lines: readonly ShownLine[], outcome: ShownLine['outcome']): number =>
  lines.filter((line) => line.outcome === outcome).length;

export const isChanged = ({ outcome }: ShownLine): boolean => outcome === 'changed';

const changedWords: Readonly<Record<LinesStage, string>> = {
  preview: 'Ready to mark',
  marked: 'Marked as received',
  undone: 'Undone',
};

export const lineCount = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'line' : 'lines'}`;

/** 'Ready to mark: 12. Unchanged: 1. Errors: 2.' */
export function summaryOf({ stage, lines }: Shown): string {
  const [unchanged, errors] = [countOf(lines, 'unchanged'), countOf(lines, 'refused')];
  return [
    `${changedWords[stage]}: ${countOf(lines, 'changed')}.`,
    ...(unchanged > 0 ? [`Unchanged: ${unchanged}.`] : []),
    ...(errors > 0 ? [`Errors: ${errors}.`] : []),
  ].join(' ');
}

const isReadable = ({ reason }: ReadLine): boolean => reason === undefined;

/** The lines to send: all that can be read, then only those that the preview, or the marking, changed. */
const toSend = (stage: LinesStage, lines: readonly ShownLine[]): readonly ReadLine[] =>
  lines.filter(stage === 'preview' ? isReadable : isChanged);

/**
 * The outcomes of lines that are sent again. The earlier attempt changed those that are unchanged now, so an
 * undo must include them.
 */
const outcomesOfBoth = (outcomes: readonly ChecklistLine[]): readonly ChecklistLine[] =>
  outcomes.map((each) => (each.outcome === 'unchanged' ? { ...each, outcome: 'changed' } : each));

/** Sends lines in parts: first as a preview, then to mark them, or to undo that. */
export function useChecklistLines() {
  const [shown, setShown] = useState<Shown>();
  const [sending, setSending] = useState<Sending>();
  const [error, setError] = useState<unknown>();

  const sendPart = (stage: LinesStage, total: number) => async (part: readonly ItemRow[]) => {
    const rows = part.map(({ line, applicant, item, date }) => ({ line, applicant, item, date }));
    const body = { rows, is_preview: stage === 'preview', is_undo: stage === 'undone' };
    const reply = await callStaff(staffChecklistRoutes.receiveItems, { body });
    setSending((before) => ({ done: (before?.done ?? 0) + part.length, total }));
    return reply.rows;
  };

  const send = async (stage: LinesStage, lines: readonly ShownLine[]) => {
    if (sending !== undefined) return;
    const sent = toSend(stage, lines);
    setError(undefined);
    setSending({ done: 0, total: sent.length });
    const outcomes = await sendLines<ChecklistLine>(sent, sendPart(stage, sent.length)).catch(
      (reason: unknown) => {
        setError(reason);
        setShown((before) => before && { ...before, isInterrupted: true });
      },
    );
    // Before the result is shown, so that its buttons appear as they stay.
    setSending(undefined);
    if (stage !== 'preview') void queryClient.invalidateQueries({ queryKey: ['staff'], refetchType: 'none' });
    if (outcomes === undefined) return;
    const known = shown?.isInterrupted === true ? outcomesOfBoth(outcomes) : outcomes;
    const byLine = new Map(known.map((each) => [each.line, each]));
    const next = { stage, lines: lines.map((line) => ({ ...line, ...byLine.get(line.line) })) };
    setShown(next);
    speak(summaryOf(next));
  };
  const check = (lines: readonly ReadLine[]) =>
    send(
      'preview',
      lines.map((line) => ({ ...line, outcome: 'refused' })),
    );
  return { shown, sending, error, check, send, reset: () => setShown(undefined) };
}
