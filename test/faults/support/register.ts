/** The time of a history in steps: each beginning and each end of a call has its own. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type Outcome = 'acknowledged' | 'refused' | 'unknown';

/** One value that was sent. */
export interface Write {
  readonly value: unknown;
  readonly start: number;
  /** Infinite while the call is under way. */
  end: number;
  /**
   * A refused value was not stored. The outcome is unknown if there is no reply, or if the reply says that
   * something failed.
   */
  outcome: Outcome;
  /**
   * The revision in the reply. Undefined if another save of the same tab was in progress, which may have made
   * this save unnecessary.
   */
  revision: number | undefined;
  /**
   * The tab, and the number of its save. A later save of a tab contains every answer of its earlier saves.
   */
  readonly order: { readonly page: string; readonly number: number } | undefined;
  /** The same for all values of one call, which are stored together or not at all. */
  readonly call: { isSeen: boolean };
}

/** One value of an application that is replaced as a whole, with all values ever sent for it. */
export class Register {
  #writes: Write[];

  constructor(initial: unknown) {
    const call = { isSeen: true };
    this.#writes = [
      { value: initial, start: -1, end: -1, outcome: 'acknowledged', revision: 0, order: undefined, call },
    ];
  }

  /** Records a value before its call begins, because others may read it before the call ends. */
  begin(write: Pick<Write, 'value' | 'start' | 'order' | 'call'>): Write {
    const begun: Write = { ...write, end: Infinity, outcome: 'unknown', revision: undefined };
    this.#writes.push(begun);
    return begun;
  }

  end(write: Write, reply: Pick<Write, 'end' | 'outcome' | 'revision'>): void {
    Object.assign(write, reply);
    if (write.outcome === 'refused') this.#writes = this.#writes.filter((each) => each !== write);
  }

  /** Records which call's value was read. A value that was read is stored, whatever its reply said. */
  see(value: unknown): void {
    const senders = this.#writes.filter((write) => write.value === value);
    if (senders.length === 1 && senders[0]) senders[0].call.isSeen = true;
  }

  /** True if a call sent the value before a reading ended. */
  wasSent(value: unknown, read: Span): boolean {
    return this.#writes.some((write) => write.value === value && write.start < read.end);
  }

  /** Everything that was sent, for the report of a broken promise. */
  describe(): string {
    return this.#writes
      .map(
        ({ value, start, end, outcome, revision, call }) =>
          `  ${value}: sent at ${start}, ${outcome} at ${end}, revision ${revision}${call.isSeen ? ', read since' : ''}`,
      )
      .join('\n');
  }

  /** True if a reading may return the value: no value that was certainly stored came after it. */
  allows(value: unknown, read: Span): boolean {
    const certain = this.#writes.filter(
      ({ outcome, call, end }) => (outcome === 'acknowledged' || call.isSeen) && end < read.start,
    );
    return this.#writes.some(
      (write) =>
        write.value === value &&
        write.start < read.end &&
        !certain.some((other) => other !== write && isLater(other, write)),
    );
  }
}

/** True if `one` replaces `other`, regardless of the order in which their calls arrive. */
function isLater(one: Write, other: Write): boolean {
  if (one.start > other.end) return true;
  if (one.order !== undefined && one.order.page === other.order?.page)
    return one.order.number > other.order.number;
  return one.revision !== undefined && other.revision !== undefined && one.revision > other.revision;
}
