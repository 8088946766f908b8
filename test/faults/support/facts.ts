import { type Outcome, Register, type Span } from './register.ts';

/** One file that an applicant wants to send. Its name and its size are unique. */
export interface Upload {
  readonly question: string;
  readonly fileKey: string;
  readonly name: string;
  readonly content: Uint8Array;
  readonly presigned: Span;
  isSent: boolean;
  /** When its conversion was first requested. */
  requested: number | undefined;
}

/** A call, whose effects are unknown without a reply. */
export interface Attempt {
  readonly start: number;
  /** Infinite while it is in progress. */
  end: number;
  outcome: Outcome;
}

/** A call that requested the erasure of all data. */
export interface Erasing extends Attempt {
  readonly by: 'office' | 'applicant';
}

/**
 * All responses to one applicant, and all calls without a response. The promises are checked against these
 * facts.
 */
export class Facts {
  readonly #registers = new Map<string, Register>();
  readonly #initial: Readonly<Record<string, unknown>>;
  readonly uploads: Upload[] = [];
  /** Deletions that were acknowledged, by question. */
  readonly deletions: (Span & { readonly question: string })[] = [];
  /** The newest upload that was listed for each question, and the end of that reading. */
  readonly listed = new Map<string, { readonly upload: Upload; readonly at: number }>();
  /** Log-ins that succeeded, or may have. */
  readonly logIns: Attempt[];
  readonly receipts = new Set<string>();
  readonly erasing: Erasing[] = [];
  /** True if a submission was sent that may have been stored. */
  maySubmit = false;
  /** True if the history contains an action of this applicant. */
  isUsed = false;
  /** The end of the first submission that was acknowledged or read. */
  submittedAt: number | undefined;
  /** Content of the application at the first reading after that. */
  frozen: string | undefined;

  constructor(initial: Readonly<Record<string, unknown>>, logIns: number) {
    this.#initial = initial;
    this.logIns = Array.from({ length: logIns }, () => ({ start: -1, end: -1, outcome: 'acknowledged' }));
  }

  register(name: string): Register {
    const register = this.#registers.get(name) ?? new Register(this.#initial[name]);
    this.#registers.set(name, register);
    return register;
  }

  /** The registers with their names. */
  get written(): IterableIterator<[string, Register]> {
    return this.#registers.entries();
  }

  /** True if an erasure may have begun, or may still begin. */
  get mayBeErased(): boolean {
    return this.erasing.some(({ outcome }) => outcome !== 'refused');
  }

  /**
   * True if all data was certainly erased before a moment. The product drops an applicant's own request if
   * the application turns out to be submitted.
   */
  isErased(moment: number): boolean {
    return this.erasing.some(
      ({ by, end, outcome }) =>
        outcome === 'acknowledged' && end < moment && (by === 'office' || !this.maySubmit),
    );
  }

  /**
   * True if an upload may be the newest one of its question: it was not deleted, and no other upload
   * certainly began after it.
   */
  mayBeCurrent(upload: Upload): boolean {
    const always = { start: Number.POSITIVE_INFINITY, end: Number.POSITIVE_INFINITY };
    const isReplaced = this.uploads.some(
      ({ question, presigned }) => question === upload.question && presigned.start > upload.presigned.end,
    );
    return !isReplaced && !this.isDeleted(upload, always);
  }

  /** True if an upload was certainly deleted before a reading began. */
  isDeleted({ question, presigned }: Upload, read: Span): boolean {
    return this.deletions.some(
      (each) => each.question === question && each.start > presigned.end && each.end < read.start,
    );
  }
}
