import { sessionStore } from '../session/session.ts';
import { createValue } from '../value.ts';
import type { FileProblem } from './file-problem.ts';

/** The file of an upload that this page started, and the handle that aborts it. */
export interface Attempt {
  readonly file: File;
  readonly canceling: AbortController;
}

type UploadStep = 'checking' | 'shrinking' | 'saving' | 'uploading' | 'converting';

/** Labels that applicants see during each step. A no-cors POST does not report finer progress. */
export const stepLabels = {
  checking: 'Checking',
  shrinking: 'Shrinking your photo',
  saving: 'Saving',
  uploading: 'Uploading',
  converting: 'Converting',
} as const satisfies Readonly<Record<UploadStep, string>>;

/**
 * State of one document question on the page. The upload and the cleanup are independent: a new file may be
 * chosen while the server still cancels the previous upload.
 */
export interface DocumentState {
  readonly upload: { readonly step: 'idle' } | (Attempt & { readonly step: UploadStep });
  /** The call to the server that is running. */
  readonly cleanup: 'none' | 'canceling' | 'deleting';
  /**
   * The end of a conversion is handled once. `unknown` after a page load: the conversion may have ended
   * before it.
   */
  readonly conversion: 'unknown' | 'awaited' | 'handled';
  readonly notes: readonly string[];
  readonly messages: readonly string[];
  readonly problem: FileProblem | undefined;
}

export type DocumentAction =
  | { readonly type: 'advanced'; readonly attempt: Attempt; readonly step: UploadStep }
  | { readonly type: 'noted'; readonly note: string }
  /** Ends the attempt and replaces all texts. */
  | {
      readonly type: 'rejected';
      readonly messages: readonly string[];
      readonly problem?: FileProblem | undefined;
    }
  | { readonly type: 'stopped' }
  | { readonly type: 'conversionStarted' }
  | { readonly type: 'conversionEnded' }
  | { readonly type: 'cleanupStarted'; readonly cleanup: 'canceling' | 'deleting' }
  | { readonly type: 'cleanupEnded' };

const idle = { step: 'idle' } as const;

export const initialState: DocumentState = {
  upload: idle,
  cleanup: 'none',
  conversion: 'unknown',
  ...{ notes: [], messages: [], problem: undefined },
};

export function reduce(state: DocumentState, action: DocumentAction): DocumentState {
  switch (action.type) {
    case 'advanced': {
      const { attempt, step } = action;
      if (attempt.canceling.signal.aborted) return state;
      const conversion = step === 'saving' ? 'awaited' : state.conversion;
      return { ...state, conversion, upload: { ...attempt, step } };
    }
    case 'noted':
      return { ...state, notes: [...state.notes, action.note] };
    case 'rejected':
      return { ...state, upload: idle, notes: [], messages: action.messages, problem: action.problem };
    case 'stopped':
      return { ...state, upload: idle };
    case 'conversionStarted':
      return { ...state, conversion: 'awaited' };
    case 'conversionEnded':
      return { ...state, upload: idle, conversion: 'handled' };
    case 'cleanupStarted': {
      const conversion = action.cleanup === 'canceling' ? 'handled' : state.conversion;
      return { ...state, conversion, cleanup: action.cleanup };
    }
    case 'cleanupEnded':
      return { ...state, cleanup: 'none' };
  }
}

/** Before the conversion is requested, a reply about a conversion is about an earlier file. */
export const isBeforeConversion = ({ upload: { step } }: DocumentState): boolean =>
  step !== 'idle' && step !== 'converting';

/** The file has not left the page yet, so a cancel needs no call to the server. */
export const isLocal = ({ upload: { step } }: DocumentState): boolean =>
  step === 'checking' || step === 'shrinking';

/** By answer key: an upload goes on while the applicant visits another page. */
const states = createValue<Readonly<Record<string, DocumentState>>>({});

export const documentState = (answer_key: string): DocumentState => states.get()[answer_key] ?? initialState;

export const useDocumentState = (answer_key: string): DocumentState =>
  states.use((all) => all[answer_key] ?? initialState);

export const changeDocumentState = (answer_key: string, action: DocumentAction): void =>
  states.change({ [answer_key]: reduce(documentState(answer_key), action) });

/**
 * Ends a visit of the page: its texts are gone on return. A file that is on its way to the server, or that
 * waits for a connection, is shown again.
 */
export function endVisit(answer_key: string): void {
  const state = documentState(answer_key);
  if (isBeforeConversion(state) || state.problem?.unsent !== undefined) return;
  states.change({ [answer_key]: initialState });
}

// The next user of this tab sees no file of the previous one.
sessionStore.subscribe(({ is_logged_in }) => {
  if (is_logged_in) return;
  for (const { upload } of Object.values(states.get())) if ('canceling' in upload) upload.canceling.abort();
  states.set({});
});
