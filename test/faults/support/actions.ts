import { reinstate, withdraw } from './after-submission.ts';
import { deliver, endErasures } from './clocks.ts';
import type { Facts, Upload } from './facts.ts';
import { expectKept } from './promises.ts';
import { readAll } from './reading.ts';
import {
  checklistCopy,
  deleteEverything,
  eraseEverything,
  type OfficeAction,
  tickOff,
} from './retention-and-checklist.ts';
import {
  type Answered,
  type Applicant,
  type Name,
  password,
  type Scene,
  usernameOf,
  type World,
} from './world.ts';

/** Answers of all three pages that a complete application shows and whose texts no rule restricts. */
export const answerKeys = [
  'middle_name',
  'preferred_name',
  'counselor_first_name',
  'honors_name',
  'felony_comment',
  'conviction_comment',
] as const;
export const questions = ['transcript_document', 'felony_document'] as const;
export const tabs = ['list', 'upload'] as const;
export const formPages = ['/about', '/education', '/final-steps'] as const;
export const blocks = ['parent', 'honors'] as const;
export const statuses = ['started', 'validating', 'submitted'] as const;

interface By {
  readonly who: Name;
  readonly tab: 0 | 1;
}
type Of<Values extends readonly unknown[]> = Values[number];
type Question = Of<typeof questions> | typeof checklistCopy;

/** Everything that can happen in a history, as data: a history can be printed, saved and replayed. */
export type Action =
  | (By & { readonly does: 'saves'; readonly keys: readonly Of<typeof answerKeys>[] })
  | (By & { readonly does: 'saves and reads'; readonly keys: readonly Of<typeof answerKeys>[] })
  | (By & { readonly does: 'chooses a tab'; readonly chosen: Of<typeof tabs> })
  | (By & { readonly does: 'sets a count'; readonly block: Of<typeof blocks>; readonly count: number })
  | (By & { readonly does: 'visits a page'; readonly path: Of<typeof formPages> })
  | (By & { readonly does: 'moves the status'; readonly status: Of<typeof statuses> })
  | (By & { readonly does: 'submits' })
  | (By & { readonly does: 'logs in' })
  | (By & { readonly does: 'logs out' })
  | (By & { readonly does: 'closes the browser' })
  | (By & { readonly does: 'reads' })
  | (By & { readonly does: 'begins an upload'; readonly question: Question })
  | (By & { readonly does: 'sends the file'; readonly question: Question })
  | (By & { readonly does: 'asks for its conversion'; readonly question: Question })
  | (By & { readonly does: 'uploads'; readonly question: Question })
  | (By & { readonly does: 'polls'; readonly question: Question })
  | (By & { readonly does: 'deletes'; readonly question: Question })
  | (By & { readonly does: 'keeps the former file'; readonly question: Question })
  | (By & { readonly does: 'lists documents' })
  | (By & { readonly does: 'asks for the PDF' })
  | (By & { readonly does: 'deletes everything' })
  | (By & { readonly does: 'withdraws' })
  | { readonly does: 'is reinstated'; readonly who: Name }
  | (OfficeAction & { readonly who: Name })
  | { readonly does: 'delivers'; readonly whose: 'the last submission' | 'what is pending' }
  | { readonly does: 'ends erasures' }
  | { readonly does: 'event'; readonly which: number }
  | { readonly does: 'work' }
  | { readonly does: 'all work' }
  | { readonly does: 'time passes'; readonly minutes: number };

type ActionOf<Does extends Action['does']> = Extract<Action, { readonly does: Does }>;

/**
 * Checks that a submitted application cannot be changed. A change that begins after the submission was
 * acknowledged must be rejected.
 */
function checkRefused(
  { applicant: { facts } }: Scene,
  { start, reply, outcome }: Answered,
  question?: string,
): void {
  if (question === checklistCopy) return;
  const isLate = facts.submittedAt !== undefined && start > facts.submittedAt;
  expectKept(
    'neverChanged',
    !isLate || outcome !== 'acknowledged',
    () => `A change was answered by ${reply.text}`,
  );
}

async function save(scene: Scene, keys: readonly string[]): Promise<void> {
  const { world, applicant, tab } = scene;
  for (const key of keys) tab.unsaved.set(key, world.newText(applicant.name));
  tab.saves += 1;
  const order = { page: tab.page, number: tab.saves };
  const isAlone = tab.savesInFlight === 0;
  tab.savesInFlight += 1;
  const sent = [...tab.unsaved];
  const call = { isSeen: false };
  const begun = sent.map(([key, value]) => {
    const register = applicant.facts.register(`answer ${key}`);
    return { register, write: register.begin({ value, start: world.step(), order, call }) };
  });
  const { reply, ...span } = await world.call(applicant, tab, ['applicant', 'putAnswer'], {
    body: {
      answer: Object.fromEntries(sent),
      ...(tab.revision !== undefined && { revision: tab.revision }),
      order,
    },
  });
  tab.savesInFlight -= 1;
  checkRefused(scene, { reply, ...span });
  const isSaved = span.outcome === 'acknowledged';
  const wasAlone = isAlone && tab.saves === order.number;
  const said = isSaved ? Number(reply.body.revision) : undefined;
  const revision = wasAlone ? said : undefined;
  for (const { register, write } of begun) register.end(write, { ...span, revision });
  for (const [key, value] of sent) if (isSaved && tab.unsaved.get(key) === value) tab.unsaved.delete(key);
  tab.revision = said ?? tab.revision;
}

/** Sends a value that is stored unchanged. */
async function put(scene: Scene, name: string, value: unknown, send: () => Promise<Answered>): Promise<void> {
  const register = scene.applicant.facts.register(name);
  const call = { isSeen: false };
  const write = register.begin({ value, start: scene.world.step(), order: undefined, call });
  const { reply, ...span } = await send();
  register.end(write, { ...span, revision: undefined });
  if (name !== 'last page') checkRefused(scene, { reply, ...span });
}

async function logIn({ world, applicant, tab }: Scene): Promise<void> {
  const { facts, name } = applicant;
  const begun: Facts['logIns'][number] = { start: world.step(), end: Infinity, outcome: 'unknown' };
  facts.logIns.push(begun);
  const { outcome, reply, end } = await world.call(applicant, tab, ['account', 'logIn'], {
    body: { username: usernameOf(name), password },
  });
  Object.assign(begun, { outcome, end });
  expectKept(
    'backAfterLogOut',
    reply.status !== 400 || facts.mayBeErased,
    () => `The right password was refused: ${reply.text}`,
  );
}

async function beginUpload(scene: Scene, question: string): Promise<Upload | undefined> {
  const { world, applicant, tab } = scene;
  const answered = await world.call(applicant, tab, ['applicant', 'createUpload'], {
    body: { answer_key: question },
  });
  checkRefused(scene, answered, question);
  const { fields } = answered.reply.body as { fields?: { key: string } };
  if (fields === undefined) return undefined;
  const name = `${world.newText(applicant.name)}.pdf`;
  const { length } = applicant.facts.uploads;
  const upload: Upload = {
    ...{ question, name, fileKey: fields.key, presigned: answered, isSent: false, requested: undefined },
    content: Buffer.from(`%PDF-1.7 ${name} ${'x'.repeat(length)}`),
  };
  applicant.facts.uploads.push(upload);
  return upload;
}

const newestUpload = ({ facts }: Applicant, question: string): Upload | undefined =>
  facts.uploads.findLast((each) => each.question === question);

function sendFile({ world, applicant }: Scene, question: string): void {
  const upload = newestUpload(applicant, question);
  if (upload === undefined || upload.isSent) return;
  upload.isSent = true;
  world.cloud.upload(upload.fileKey, upload.content);
}

async function requestConversion(scene: Scene, question: string): Promise<void> {
  const { world, applicant, tab } = scene;
  const upload = newestUpload(applicant, question);
  if (upload === undefined) return;
  upload.requested ??= world.step();
  await world.call(applicant, tab, ['applicant', 'startConversion'], {
    params: { answer_key: question },
    body: { file_key: upload.fileKey, file_name: upload.name },
  });
}

async function remove(scene: Scene, question: string): Promise<void> {
  const { world, applicant, tab } = scene;
  const answered = await world.call(applicant, tab, ['applicant', 'deleteDocument'], {
    params: { answer_key: question },
  });
  checkRefused(scene, answered, question);
  if (answered.outcome === 'acknowledged') applicant.facts.deletions.push({ ...answered, question });
}

async function submit({ world, applicant, tab }: Scene): Promise<void> {
  const { facts } = applicant;
  facts.maySubmit = true;
  const { reply, outcome, end } = await world.call(applicant, tab, ['applicant', 'submit']);
  if (outcome !== 'acknowledged') return;
  facts.receipts.add(String(reply.body.confirmation));
  facts.submittedAt ??= end;
  expectKept('submittedOnce', facts.receipts.size === 1, () => `Receipts: ${[...facts.receipts].join(', ')}`);
}

type Acting = { readonly [Does in Action['does']]: (scene: Scene, action: ActionOf<Does>) => unknown };

const acting: Acting = {
  saves: (scene, { keys }) => save(scene, keys),
  'saves and reads': async (scene, { keys }) => {
    await save(scene, keys);
    await readAll(scene);
  },
  'chooses a tab': (scene, { chosen }) => {
    const { world, applicant, tab } = scene;
    const body = { tab_id: 'activities_tab', chosen_tab: chosen };
    const send = () => world.call(applicant, tab, ['applicant', 'putTabs'], { body });
    return put(scene, 'tab activities_tab', chosen, send);
  },
  'sets a count': (scene, { block, count }) => {
    const { world, applicant, tab } = scene;
    const body = { button_id: block, num_components: count };
    const send = () => world.call(applicant, tab, ['applicant', 'putAddAnother'], { body });
    return put(scene, `count ${block}`, count, send);
  },
  'visits a page': (scene, { path }) => {
    const { world, applicant, tab } = scene;
    const body = { last_page: path };
    const send = () => world.call(applicant, tab, ['applicant', 'putLastPage'], { body });
    return put(scene, 'last page', path, send);
  },
  'moves the status': ({ world, applicant, tab }, { status }) =>
    world.call(applicant, tab, ['applicant', 'postWebStatus'], { body: { web_status: status } }),
  submits: submit,
  'logs in': logIn,
  'logs out': ({ world, applicant, tab }) => world.call(applicant, tab, ['account', 'logOut']),
  'closes the browser': ({ tab }) => tab.forget(),
  reads: readAll,
  'begins an upload': (scene, { question }) => beginUpload(scene, question),
  'sends the file': (scene, { question }) => sendFile(scene, question),
  'asks for its conversion': (scene, { question }) => requestConversion(scene, question),
  uploads: async (scene, { question }) => {
    if ((await beginUpload(scene, question)) === undefined) return;
    sendFile(scene, question);
    await requestConversion(scene, question);
  },
  polls: ({ world, applicant, tab }, { question }) =>
    world.call(applicant, tab, ['applicant', 'getConversion'], { params: { answer_key: question } }),
  deletes: (scene, { question }) => remove(scene, question),
  'keeps the former file': ({ world, applicant, tab }, { question }) =>
    world.call(applicant, tab, ['applicant', 'deleteConversion'], {
      params: { answer_key: question },
      query: { only: 'replacement' },
    }),
  'lists documents': ({ world, applicant, tab }) => world.call(applicant, tab, ['applicant', 'getDocuments']),
  'asks for the PDF': ({ world, applicant, tab }) =>
    world.call(applicant, tab, ['applicant', 'getApplicationPdf']),
  'deletes everything': deleteEverything,
  withdraws: withdraw,
  'is reinstated': reinstate,
  'ticks off a checklist item': tickOff,
  'has everything erased': eraseEverything,
  delivers: ({ world }, { whose }) => deliver(world, whose),
  'ends erasures': ({ world }) => endErasures(world),
  event: async ({ world: { cloud } }, { which }) => {
    const key = cloud.uploads[which % Math.max(1, cloud.uploads.length)];
    if (key !== undefined) await cloud.deliver(key);
  },
  work: ({ world: { cloud } }) => cloud.machines.runNext(),
  'all work': async ({ world: { cloud } }) => {
    while (!cloud.machines.isIdle) await cloud.machines.runNext();
  },
  'time passes': ({ world: { cloud } }, { minutes }) => cloud.time.advance(minutes * 60_000),
};

const whoeverIsOut: readonly Action['does'][] = [
  'logs in',
  'logs out',
  'closes the browser',
  'sends the file',
];

/** Performs one action. An applicant without a session logs in first, as the page requires. */
export async function act(world: World, action: Action): Promise<void> {
  const by: By = 'tab' in action ? action : { who: 'who' in action ? action.who : 'ada', tab: 0 };
  const applicant = world.applicants[by.who];
  const scene = { world, applicant, tab: applicant.tabs[by.tab] };
  applicant.facts.isUsed ||= 'who' in action;
  if ('tab' in action && !scene.tab.isLoggedIn && !whoeverIsOut.includes(action.does)) await logIn(scene);
  // `acting` maps each action to the function of its kind.
  await (acting[action.does] as (scene: Scene, action: Action) => unknown)(scene, action);
}
