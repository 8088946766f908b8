/** The known state of an answer: the last acknowledged value, and values that may have been stored since. */
interface Knowledge {
  acknowledged: string | undefined;
  /** Values that were sent later without an acknowledgement. Each may or may not be stored. */
  readonly uncertain: Set<string>;
}

export interface StoredApplication {
  readonly answer: Readonly<Record<string, string | boolean>>;
  readonly document_answer: Readonly<Record<string, { readonly file_name: string }>>;
  readonly successful_login: readonly string[];
  readonly receipt: { readonly confirmation: string } | null;
}

type DocumentFact = { readonly is: 'attached'; readonly name: string } | { readonly is: 'deleted' };

/**
 * Values that the product acknowledged to one applicant, recorded outside the product. After any crash, the
 * product must have all of them and nothing that was never sent. An applicant's calls are sequential, so a
 * later acknowledgement settles the earlier calls.
 */
export class Ledger {
  readonly #answers = new Map<string, Knowledge>();
  readonly #documents = new Map<string, DocumentFact>();
  readonly #confirmations = new Set<string>();
  #logIns = { sent: 0, acknowledged: 0 };
  #isSubmissionSent = false;
  /** Calls that the product acknowledged. */
  acknowledged = 0;

  sending(answers: Readonly<Record<string, string>>): void {
    for (const [key, value] of Object.entries(answers)) this.#knowledgeOf(key).uncertain.add(value);
  }

  saved(answers: Readonly<Record<string, string>>): void {
    this.acknowledged += 1;
    for (const [key, value] of Object.entries(answers)) {
      const knowledge = this.#knowledgeOf(key);
      knowledge.acknowledged = value;
      knowledge.uncertain.clear();
    }
  }

  /** Like `saved`, for values whose earlier unacknowledged changes may still be stored after this one. */
  savedInAnyOrder(values: Readonly<Record<string, string>>): void {
    this.acknowledged += 1;
    for (const [key, value] of Object.entries(values)) this.#knowledgeOf(key).acknowledged = value;
  }

  sendingLogIn(): void {
    this.#logIns.sent += 1;
  }

  loggedIn(): void {
    this.acknowledged += 1;
    this.#logIns.acknowledged += 1;
  }

  sendingSubmission(): void {
    this.#isSubmissionSent = true;
  }

  submitted(confirmation: string): void {
    this.acknowledged += 1;
    this.#confirmations.add(confirmation);
  }

  get isLoggedIn(): boolean {
    return this.#logIns.acknowledged > 0;
  }

  get isSubmitted(): boolean {
    return this.#confirmations.size > 0;
  }

  attached(key: string, name: string): void {
    this.acknowledged += 1;
    this.#documents.set(key, { is: 'attached', name });
  }

  deleted(key: string): void {
    this.acknowledged += 1;
    this.#documents.set(key, { is: 'deleted' });
  }

  /** Forgets a document: its state is unknown while calls that change it are running. */
  changing(key: string): void {
    this.#documents.delete(key);
  }

  /** Data that the product lost, invented or duplicated, one sentence each. */
  violations(stored: StoredApplication): readonly string[] {
    return [
      ...this.#wrongAnswers(stored),
      ...this.#wrongDocuments(stored),
      ...this.#wrongLogIns(stored),
      ...this.#wrongSubmission(stored),
    ];
  }

  #knowledgeOf(key: string): Knowledge {
    const known = this.#answers.get(key) ?? { acknowledged: undefined, uncertain: new Set<string>() };
    this.#answers.set(key, known);
    return known;
  }

  #wrongAnswers({ answer }: StoredApplication): readonly string[] {
    return [...this.#answers].flatMap(([key, { acknowledged, uncertain }]) => {
      const found = answer[key];
      if (found === acknowledged || (typeof found === 'string' && uncertain.has(found))) return [];
      return [`${key} is ${JSON.stringify(found)}, acknowledged was ${JSON.stringify(acknowledged)}.`];
    });
  }

  #wrongDocuments({ document_answer }: StoredApplication): readonly string[] {
    return [...this.#documents].flatMap(([key, fact]) => {
      const found = document_answer[key]?.file_name;
      if (fact.is === 'deleted') return found === undefined ? [] : [`${key} was deleted and is back.`];
      return found === fact.name ? [] : [`${key} is ${JSON.stringify(found)}, attached was ${fact.name}.`];
    });
  }

  #wrongLogIns({ successful_login: { length } }: StoredApplication): readonly string[] {
    const { sent, acknowledged } = this.#logIns;
    if (length >= acknowledged && length <= sent) return [];
    return [`${length} log-ins are stored, acknowledged were ${acknowledged} of ${sent}.`];
  }

  #wrongSubmission({ receipt }: StoredApplication): readonly string[] {
    const known = [...this.#confirmations];
    if (known.length > 1) return [`It was submitted ${known.length} times: ${known.join(', ')}.`];
    const [confirmation] = known;
    if (confirmation !== undefined && receipt?.confirmation !== confirmation)
      return [`Confirmation ${confirmation} was given, ${receipt?.confirmation ?? 'none'} is stored.`];
    if (receipt !== null && !this.#isSubmissionSent) return ['It is submitted, and nobody submitted it.'];
    return [];
  }
}
