import { type Kind, type Phase, phases } from '../../operator/season/applicant.ts';

/** The call that starts each phase. A later call of the same kind does not return to the phase. */
const firstCalls: Readonly<Record<Phase, string>> = {
  signUp: 'POST /public/signup',
  logIn: 'POST /public/login',
  visits: 'GET /api/profile',
  submission: 'POST /api/web-status',
};

/** The first pattern that matches decides. */
const patterns: readonly (readonly [RegExp, Kind])[] = [
  [/^PUT \/api\/|^POST \/api\/(validations|web-status)$/, 'saves'],
  [/^POST \/api\/submit$/, 'submissions'],
  [/^(GET|POST) \/api\/pdf\/document-answer\/|^POST \/api\/presigned-url$/, 'uploads'],
  [/^GET \/api\/pdf$/, 'application PDFs'],
  [/^GET \/api\//, 'reads'],
  [/^GET \/lookup\//, 'look-ups'],
  [/^POST \/public\/(signup|confirm)$/, 'sign-ups'],
  [/^POST \/public\/login$/, 'log-ins'],
];

/** An object with a value for each phase. */
export const ofEachPhase = <Value>(value: (phase: Phase) => Value) =>
  Object.fromEntries(phases.map((phase) => [phase, value(phase)])) as Record<Phase, Value>;

/** Counts an applicant's calls of the API by phase and kind. */
export class PhaseCounter {
  readonly #starts: { readonly phase: Phase; readonly at: number }[] = [];
  readonly #requests = ofEachPhase<Partial<Record<Kind, number>>>(() => ({}));

  get current(): Phase {
    return this.#starts.at(-1)?.phase ?? 'signUp';
  }

  /** Counts a call such as `GET /api/profile`. Requests of pages and AWS services do not count. */
  count(call: string): void {
    if (!/^[A-Z]+ \/(api|lookup|public)\//.test(call)) return;
    const next = phases[this.#starts.length];
    if (next !== undefined && call === firstCalls[next]) this.#starts.push({ phase: next, at: Date.now() });
    const kind = patterns.find(([pattern]) => pattern.test(call))?.[1];
    if (kind === undefined) throw new Error(`The model does not know the kind of ${call}.`);
    const counted = this.#requests[this.current];
    counted[kind] = (counted[kind] ?? 0) + 1;
  }

  /** The phase at a time, in milliseconds since 1970. */
  at(time: number): Phase {
    return this.#starts.findLast(({ at }) => at <= time)?.phase ?? 'signUp';
  }

  requestsOf(phase: Phase): Readonly<Partial<Record<Kind, number>>> {
    return this.#requests[phase];
  }
}
