import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

// Applicants on a deadline evening, in a process of its own: requests leave at their time, whether earlier ones are answered or not.

export interface Evening {
  readonly url: string;
  /** The cookies of each applicant. */
  readonly applicants: readonly string[];
  /** Requests a second. */
  readonly rate: number;
  readonly seconds: number;
}
export interface CallTiming {
  readonly errors: number;
  /** Requests answered a second. */
  readonly rate: number;
  /** Milliseconds, from the time at which each should have left. */
  readonly p50: number;
  readonly p99: number;
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

/** The calls of a page while an applicant fills it in: most of them save. */
const calls: readonly ((time: number) => Call)[] = [
  ...Array.from({ length: 5 }, () => (time: number) => ({
    method: 'PUT',
    path: '/api/answer',
    body: { answer: { first_name: `Ada ${time % 97}`, preferred_name: `A${time % 89}` } },
  })),
  () => ({ method: 'GET', path: '/api/profile' }),
  () => ({ method: 'PUT', path: '/api/last-page', body: { last_page: '/education' } }),
  () => ({ method: 'GET', path: '/api/pdf/document-answer/transcript_document' }),
  (time) => ({ method: 'GET', path: `/lookup/find?category=hs_ceeb&text=star${'gazer'.slice(0, time % 6)}` }),
  () => ({ method: 'GET', path: '/about' }),
];

const evening: Evening = JSON.parse(process.argv[2] ?? '');
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const { origin } = new URL(evening.url);

const ask = ({ method, path, body }: Call, cookie: string) =>
  new Promise<boolean>((resolve) => {
    const headers = { cookie, origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
    const sent = request(`${evening.url}${path}`, { method, headers, agent }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode === 200));
    });
    sent.on('error', () => resolve(false));
    sent.end(body && JSON.stringify(body));
  });

const chosen = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;

async function drive(): Promise<CallTiming> {
  const total = evening.rate * evening.seconds;
  const times: number[] = [];
  let errors = 0;
  const begun = performance.now();
  const running = [];
  for (let index = 0; index < total; index += 1) {
    const due = begun + (index * 1000) / evening.rate;
    if (due > performance.now()) await pause(due - performance.now());
    const round = Math.floor(index / evening.applicants.length);
    const call = chosen(calls, index + round)(index); // one after the other, each at another place of the form
    const cookie = chosen(evening.applicants, index);
    running.push(
      ask(call, cookie).then((isFine) => {
        times.push(performance.now() - due);
        if (!isFine) errors += 1;
      }),
    );
  }
  await Promise.all(running);
  const rate = total / ((performance.now() - begun) / 1000);
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { errors, rate, p50: at(0.5), p99: at(0.99) };
}

console.log(JSON.stringify(await drive()));
