import { maxOpenCorrections } from '../../../shared/rules/corrections.ts';
import type { Attempt, CorrectionRequest, Facts } from './facts.ts';
import { expectKept } from './promises.ts';
import type { Span } from './register.ts';
import { password, type Scene, usernameOf } from './world.ts';

// Withdrawals, and requests for corrections of a submitted application.

interface Correction {
  readonly id: string;
  readonly text: string;
  readonly answered_at?: string;
}

const begin = (world: Scene['world']): Attempt => ({
  start: world.step(),
  end: Infinity,
  outcome: 'unknown',
});

/** The question that the requests are about. Every application shows it. */
const key = 'middle_name';

export async function withdraw({ world, applicant, tab }: Scene): Promise<void> {
  const register = applicant.facts.register('withdrawal');
  const call = { isSeen: false };
  const write = register.begin({ value: true, start: world.step(), order: undefined, call });
  const body = { current_password: password };
  await world.call(applicant, tab, ['account', 'permitWithdrawal'], { body });
  const { outcome, end } = await world.call(applicant, tab, ['application', 'withdraw']);
  register.end(write, { outcome, end, revision: undefined });
}

export async function reinstate({ world, applicant }: Scene): Promise<void> {
  const register = applicant.facts.register('withdrawal');
  const call = { isSeen: false };
  const write = register.begin({ value: undefined, start: world.step(), order: undefined, call });
  const outcome = await world.cloud.office('reinstate', { username: usernameOf(applicant.name) });
  register.end(write, { outcome, end: world.step(), revision: undefined });
}

export async function askCorrection({ world, applicant, tab }: Scene): Promise<void> {
  const text = world.newText(applicant.name);
  const asked = begin(world);
  applicant.facts.requests.push({ text, asked, takenBack: [], answered: [] });
  const body = { key, text };
  const { outcome, end } = await world.call(applicant, tab, ['application', 'askCorrection'], { body });
  Object.assign(asked, { outcome, end });
}

async function readCorrections({ world, applicant, tab }: Scene) {
  const answered = await world.call(applicant, tab, ['application', 'getCorrections']);
  const { corrections } = answered.reply.body as { corrections?: readonly Correction[] };
  return { ...answered, corrections: corrections ?? [] };
}

/** The applicant's newest request that a reading finds. */
async function newestRequest(scene: Scene): Promise<{ request: CorrectionRequest; id: string } | undefined> {
  const found = (await readCorrections(scene)).corrections.at(-1);
  const request = scene.applicant.facts.requests.find(({ text }) => text === found?.text);
  return found && request && { request, id: found.id };
}

export async function takeBackCorrection(scene: Scene): Promise<void> {
  const { world, applicant, tab } = scene;
  const newest = await newestRequest(scene);
  if (newest === undefined) return;
  const attempt = begin(world);
  newest.request.takenBack.push(attempt);
  const params = { correction: newest.id };
  const { outcome, end } = await world.call(applicant, tab, ['application', 'takeBackCorrection'], {
    params,
  });
  Object.assign(attempt, { end, outcome });
}

export async function answerCorrection(scene: Scene): Promise<void> {
  const { world, applicant } = scene;
  const newest = await newestRequest(scene);
  if (newest === undefined) return;
  const attempt = begin(world);
  newest.request.answered.push(attempt);
  const call = { username: usernameOf(applicant.name), correction: newest.id };
  const outcome = await world.cloud.office('answerCorrection', call);
  Object.assign(attempt, { end: world.step(), outcome });
}

const isDone = (read: Span) => (attempt: Attempt) =>
  attempt.outcome === 'acknowledged' && attempt.end < read.start;
const isPossible = (read: Span) => (attempt: Attempt) =>
  attempt.outcome !== 'refused' && attempt.start < read.end;

function checkRequest(
  { text, asked, takenBack, answered }: CorrectionRequest,
  found: Correction | undefined,
  read: Span,
) {
  const mayBeThere = isPossible(read)(asked) && !takenBack.some(isDone(read));
  const mustBeThere = isDone(read)(asked) && !takenBack.some(isPossible(read));
  expectKept('requestsKept', found === undefined || mayBeThere, () => `${text} is back.`);
  expectKept('requestsKept', found !== undefined || !mustBeThere, () => `${text} is gone.`);
  if (found === undefined) return;
  const isAnswered = found.answered_at !== undefined;
  expectKept('requestsKept', isAnswered || !answered.some(isDone(read)), () => `${text} lost its answer.`);
  expectKept('requestsKept', !isAnswered || answered.some(isPossible(read)), () => `${text} is answered.`);
}

function checkRequests({ requests }: Facts, corrections: readonly Correction[], read: Span): void {
  const texts = corrections.map(({ text }) => text);
  expectKept('requestsKept', new Set(texts).size === texts.length, () => `Twice: ${texts.join(', ')}`);
  for (const text of texts)
    expectKept(
      'notInvented',
      requests.some((each) => each.text === text),
      () => `The correction ${text} was never sent.`,
    );
  for (const request of requests)
    checkRequest(
      request,
      corrections.find(({ text }) => text === request.text),
      read,
    );
  const open = corrections.filter(({ answered_at }) => answered_at === undefined).length;
  expectKept('requestsKept', open <= maxOpenCorrections, () => `${open} requests are open.`);
}

/** Reads the withdrawal and the requests of a submitted application, and compares them with the replies. */
export async function readAfterSubmission(scene: Scene): Promise<void> {
  const { world, applicant, tab } = scene;
  const { facts } = applicant;
  if (facts.submittedAt === undefined) return;
  const progress = await world.call(applicant, tab, ['application', 'getProgress']);
  if (progress.outcome === 'acknowledged') {
    const register = facts.register('withdrawal');
    const isWithdrawn = progress.reply.body.withdrawn_at !== '' || undefined;
    register.see(isWithdrawn);
    expectKept(
      'withdrawn',
      register.allows(isWithdrawn, progress),
      () => `Withdrawn: ${isWithdrawn}\n${register.describe()}`,
    );
  }
  if (facts.requests.length === 0) return;
  const { corrections, ...answered } = await readCorrections(scene);
  if (answered.outcome === 'acknowledged') checkRequests(facts, corrections, answered);
}
