import { readAfterSubmission } from './after-submission.ts';
import type { Facts, Upload } from './facts.ts';
import { expectKept } from './promises.ts';
import type { Span } from './register.ts';
import { checklistCopy } from './retention-and-checklist.ts';
import type { Scene } from './world.ts';

type Json = Readonly<Record<string, unknown>>;
interface Listed {
  readonly file_name: string;
  readonly file_size: number;
}
type Listing = Readonly<Record<string, Listed>>;

interface Profile {
  readonly answer: Json;
  readonly document_answer: Listing;
  readonly last_page: string;
  readonly successful_login: readonly string[];
  readonly web_status: readonly { readonly web_status: string }[];
  readonly revision: number;
  readonly checklist: Json;
  readonly receipt: { readonly confirmation: string } | null;
}

/** Compares what was read with what was acknowledged. */
function checkValues(facts: Facts, kind: string, values: Json, span: Span): void {
  const written = [...facts.written].filter(([name]) => name.startsWith(kind));
  const readAs = (name: string) => values[name.slice(kind.length + 1)];
  for (const [name, register] of written) register.see(readAs(name));
  for (const [name, register] of written) {
    const value = readAs(name);
    expectKept('notInvented', register.wasSent(value, span), () => `${name} is ${value}, which nobody sent.`);
    expectKept(
      'notLost',
      register.allows(value, span),
      () =>
        `${name} is ${value} at ${span.start} to ${span.end}, although a later value is stored:\n${register.describe()}`,
    );
  }
}

const order = ['started', 'validating', 'submitted'];

function checkStatus({ web_status, receipt }: Profile): void {
  const reached = web_status.map((each) => each.web_status);
  expectKept('statusOrder', reached.join() === order.slice(0, reached.length).join(), () => reached.join());
  expectKept(
    'submittedOnce',
    reached.includes('submitted') === (receipt !== null),
    () => `${reached.join()}, ${receipt?.confirmation}`,
  );
}

function checkReceipt(facts: Facts, { receipt }: Profile, span: Span): void {
  if (receipt !== null) {
    facts.receipts.add(receipt.confirmation);
    facts.submittedAt ??= span.end;
  }
  const isEarlier = facts.submittedAt !== undefined && facts.submittedAt < span.start;
  expectKept('submittedOnce', facts.receipts.size < 2, () => `Receipts: ${[...facts.receipts].join(', ')}`);
  expectKept('submittedOnce', !isEarlier || receipt !== null, () => 'The receipt is gone.');
}

/** A reading that began after the submission was known shows what the first such reading showed. */
function checkFrozen(facts: Facts, content: Json, span: Span): void {
  if (facts.submittedAt === undefined || facts.submittedAt > span.start) return;
  const text = JSON.stringify(content);
  facts.frozen ??= text;
  expectKept('neverChanged', facts.frozen === text, () => `${facts.frozen} became ${text}`);
}

function checkLogIns({ logIns }: Facts, { successful_login }: Profile, span: Span): void {
  const least = logIns.filter(({ outcome, end }) => outcome === 'acknowledged' && end < span.start).length;
  const most = logIns.filter(({ outcome, start }) => outcome !== 'refused' && start < span.end).length;
  const { length } = successful_login;
  expectKept(
    'logInsCounted',
    length >= least && length <= most,
    () => `${length} are counted, of ${least} to ${most}.`,
  );
}

function checkListed(
  facts: Facts,
  [question, { file_name, file_size }]: readonly [string, Listed],
  span: Span,
): Upload {
  const upload = facts.uploads.find((each) => each.question === question && each.name === file_name);
  const wasAsked = upload?.isSent === true && upload.requested !== undefined && upload.requested < span.end;
  if (upload === undefined || !wasAsked)
    throw new Error(`${question} lists ${file_name}, which nobody sent.`);
  expectKept(
    'completedExists',
    upload.content.length === file_size,
    () => `${file_name} has ${file_size} bytes.`,
  );
  expectKept(
    'staysDeleted',
    !facts.isDeleted(upload, span),
    () => `${file_name} is listed after it was deleted.`,
  );
  const newest = facts.listed.get(question);
  const isOlder =
    newest !== undefined && newest.at < span.start && newest.upload.presigned.start > upload.presigned.end;
  expectKept('staysDeleted', !isOlder, () => `${file_name} is listed again after ${newest?.upload.name}.`);
  if (newest === undefined || newest.upload.presigned.start < upload.presigned.start)
    facts.listed.set(question, { upload, at: span.end });
  return upload;
}

export const checkListing = (facts: Facts, listing: Listing, span: Span): readonly Upload[] =>
  Object.entries(listing).map((entry) => checkListed(facts, entry, span));

function checkCounts(counts: Json): void {
  for (const [block, count] of Object.entries(counts)) {
    const isWhole = typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= 10;
    expectKept('countsWhole', isWhole, () => `${block} is ${count}.`);
  }
}

/** Reads everything that an applicant can read of an application, and checks it. */
export async function readAll(scene: Scene): Promise<string | undefined> {
  const { world, applicant, tab } = scene;
  const { facts } = applicant;
  const read = (name: 'getProfile' | 'getTabs' | 'getAddAnother') =>
    world.call(applicant, tab, ['applicant', name]);
  const [profile, tabs, counts] = [
    await read('getProfile'),
    await read('getTabs'),
    await read('getAddAnother'),
  ];
  if (counts.outcome === 'acknowledged') {
    checkCounts(counts.reply.body);
    checkValues(facts, 'count', counts.reply.body, counts);
  }
  if (tabs.outcome === 'acknowledged') checkValues(facts, 'tab', tabs.reply.body, tabs);
  if (profile.outcome !== 'acknowledged') return undefined;
  const content = profile.reply.body as unknown as Profile;
  checkValues(facts, 'answer', content.answer, profile);
  checkValues(facts, 'last page', { '': content.last_page }, profile);
  checkValues(facts, 'checklist item', content.checklist, profile);
  checkStatus(content);
  checkReceipt(facts, content, profile);
  checkLogIns(facts, content, profile);
  checkListing(facts, content.document_answer, profile);
  tab.revision = content.revision;
  await readAfterSubmission(scene);
  if (tabs.outcome !== 'acknowledged' || counts.outcome !== 'acknowledged') return undefined;
  const { answer, web_status, receipt } = content;
  const { [checklistCopy]: _, ...document_answer } = content.document_answer;
  const all = {
    answer,
    document_answer,
    web_status,
    receipt,
    tabs: tabs.reply.body,
    counts: counts.reply.body,
  };
  checkFrozen(facts, all, profile);
  return JSON.stringify(all);
}
