import { beforeEach, describe, expect, it, vi } from 'vitest';
import { conversionQuery, queryClient } from '../../../web/api-client/queries.ts';
import {
  cancel,
  conversionReplied,
  isInProgress,
  progressOf,
  remove,
  take,
  uploadOf,
  visit,
} from '../../../web/documents/uploads.ts';
import { getText, resetForm } from '../../../web/form-state/form-store.ts';
import { setSession } from '../../../web/session/session.ts';
import { shownToasts, toast } from '../../../web/ui/toast.ts';

const key = 'transcript_document';
const presign = 'POST /api/presigned-url';
const send = 'POST https://bucket.example';
const conversion = `/api/pdf/document-answer/${key}`;
const request = `POST ${conversion}`;
const discard = `DELETE ${conversion}`;

type Reply = () => Response | Promise<Response>;
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const done: Reply = () => json({ message: 'Done.' });
const refused: Reply = () => json({ message: 'We did not receive your file.' }, 400);

/** The calls that change something, each with the progress that the applicant saw then. */
let seen: string[] = [];
let replies: Record<string, Reply> = {};
let status = '';
const changes = () => seen.map((call) => call.split(': ')[1] ?? '');

async function serve(url: string, { method = 'GET', signal }: RequestInit = {}): Promise<Response> {
  const name = `${method} ${url}`;
  if (method === 'GET') {
    if (url === conversion) return json({ status, message: '', error: 'Broken.' });
    return json({});
  }
  seen.push(`${progressOf(uploadOf(key))}: ${name}`);
  const reply = (replies[name] ?? done)();
  if (!signal) return reply;
  const aborted = new Promise<never>((_, fail) =>
    signal.addEventListener('abort', () => fail(signal.reason)),
  );
  return Promise.race([reply, aborted]);
}

/** Holds the next call of a name, and returns how to end it. */
function hold(name: string): (reply?: Reply) => void {
  const { promise, resolve } = Promise.withResolvers<Reply>();
  const before = replies[name];
  replies[name] = () => {
    replies = { ...replies, [name]: before ?? done };
    return promise.then((reply) => reply());
  };
  return (reply = before ?? done) => resolve(reply);
}

/** A reply of a poll. */
function reply(newStatus: string): void {
  status = newStatus;
  const { queryKey } = conversionQuery(key);
  queryClient.setQueryData(queryKey, { status: newStatus as 'FAILED', message: '', error: 'Broken.' });
  conversionReplied(key);
}

const pdf = (name: string) => new File(['%PDF-1.7'], name);
const until = (call: string) => vi.waitFor(() => expect(changes()).toContain(call));
const untilConverting = (name: string) =>
  vi.waitFor(() => {
    expect(uploadOf(key)).toMatchObject({ step: 'idle', conversion: 'running' });
    expect(uploadOf(key).attempt?.file?.name).toBe(name);
  });

const logOut = () => setSession({ is_logged_in: false });

beforeEach(() => {
  vi.stubGlobal('fetch', serve);
  setSession({ is_logged_in: true });
  logOut();
  resetForm();
  queryClient.clear();
  toast.closeErrors();
  seen = [];
  replies = { [presign]: () => json({ url: send.slice('POST '.length), fields: { key: 'a' } }) };
  status = 'IN_PROGRESS';
  visit(key, 'Transcript');
});

describe('an upload', () => {
  it('is saved, sent and converted, and the end of its conversion is handled once [UP-07, UP-08, UP-09, UP-15]', async () => {
    await take(key, [pdf('a.pdf')]);
    await untilConverting('a.pdf');
    expect(seen).toEqual([`Saving: ${presign}`, `Uploading: ${send}`, `Converting: ${request}`]);
    expect(progressOf(uploadOf(key))).toBe('Converting');
    reply('COMPLETED');
    expect(uploadOf(key)).toMatchObject({ attempt: undefined, conversion: 'handled' });
    expect(getText(key)).toBe('ANSWERED');
    expect(isInProgress(key)).toBe(false);
    reply('FAILED');
    expect(uploadOf(key).messages).toEqual([]);
  });

  it.each([presign, send, request])(
    'that is replaced while %s is pending neither deletes nor marks the later one when it fails',
    async (call) => {
      const end = hold(call);
      await take(key, [pdf('a.pdf')]);
      await until(call);
      await take(key, [pdf('b.pdf')]);
      end(refused);
      await untilConverting('b.pdf');
      expect(changes().slice(changes().indexOf(discard))).toEqual([discard, presign, send, request]);
      expect(uploadOf(key)).toMatchObject({ cleanup: 'none', messages: [], problem: undefined });
      expect(shownToasts()).toEqual([]);
      reply('COMPLETED');
      expect(getText(key)).toBe('ANSWERED');
    },
  );

  it('is sent after the deletion of one whose conversion failed [UP-17, UP-19]', async () => {
    const end = hold(discard);
    reply('IN_PROGRESS');
    reply('FAILED');
    expect(uploadOf(key)).toMatchObject({ messages: ['Broken.'], conversion: 'handled' });
    expect(shownToasts()).toMatchObject([{ text: 'Error uploading file for Transcript' }]);
    await until(discard);
    await take(key, [pdf('b.pdf')]);
    expect(changes()).toEqual([discard]);
    end();
    await untilConverting('b.pdf');
    expect(changes()).toEqual([discard, presign, send, request]);
  });

  it('is not affected by replies about an earlier file, before the server converts it', async () => {
    const end = hold(request);
    await take(key, [pdf('b.pdf')]);
    await until(request);
    for (const earlier of ['COMPLETED', 'FAILED', 'NOT_ANSWERED']) {
      reply(earlier);
      expect(uploadOf(key)).toMatchObject({ step: 'requesting', messages: [] });
    }
    status = 'IN_PROGRESS';
    end();
    await untilConverting('b.pdf');
    expect(changes()).not.toContain(discard);
  });

  it('that fails as a replacement is not reported as uploaded when the server names the older file', async () => {
    reply('COMPLETED');
    replies[request] = refused;
    await take(key, [pdf('b.pdf')]);
    await until(`${discard}?only=replacement`);
    expect(uploadOf(key).messages).toEqual(['We did not receive your file.']);
    reply('COMPLETED');
    expect(shownToasts()).toMatchObject([{ text: 'Error uploading file for Transcript' }]);
    expect(getText(key)).toBe('ANSWERED');
  });

  it('is aborted and forgotten when its user logs out', async () => {
    hold(send);
    await take(key, [pdf('a.pdf')]);
    await until(send);
    const { attempt, calls } = uploadOf(key);
    setSession({ is_logged_in: true });
    logOut();
    await calls;
    expect(attempt?.aborting.signal.aborted).toBe(true);
    expect(isInProgress(key)).toBe(false);
    expect(changes()).toEqual([presign, send]);
  });
});

describe('Cancel', () => {
  it('makes no call while the file has not left the page', async () => {
    const taken = take(key, [pdf('a.pdf')]);
    expect(progressOf(uploadOf(key))).toBe('Checking');
    cancel(key);
    await taken;
    expect(uploadOf(key)).toMatchObject({ attempt: undefined, cleanup: 'none', notes: ['Upload canceled.'] });
    expect(seen).toEqual([]);
  });

  it('stops the transfer, deletes what arrived, and lets another file be chosen in the meantime', async () => {
    hold(send);
    await take(key, [pdf('a.pdf')]);
    await until(send);
    const end = hold(discard);
    cancel(key);
    expect(uploadOf(key)).toMatchObject({ cleanup: 'canceling', notes: ['Upload canceled.'] });
    expect(isInProgress(key)).toBe(true);
    await until(discard);
    await take(key, [pdf('b.pdf')]);
    expect(uploadOf(key)).toMatchObject({ cleanup: 'canceling', step: 'saving' });
    end();
    await untilConverting('b.pdf');
    expect(changes()).toEqual([presign, send, discard, presign, send, request]);
  });

  it('shows the conversion again when the server cannot hear it', async () => {
    await take(key, [pdf('a.pdf')]);
    await untilConverting('a.pdf');
    replies[discard] = () => json({ message: 'Out of order.' }, 500);
    cancel(key);
    reply('IN_PROGRESS');
    expect(progressOf(uploadOf(key))).toBeUndefined();
    await uploadOf(key).calls;
    expect(shownToasts()).toMatchObject([{ text: 'Out of order.' }]);
    reply('IN_PROGRESS');
    expect(progressOf(uploadOf(key))).toBe('Converting');
  });
});

it('a file that is chosen while another is deleted keeps its progress, and is sent afterwards', async () => {
  reply('COMPLETED');
  const end = hold(discard);
  remove(key);
  expect(uploadOf(key).cleanup).toBe('deleting');
  await until(discard);
  await take(key, [pdf('b.pdf')]);
  end();
  await untilConverting('b.pdf');
  expect(changes()).toEqual([discard, `DELETE /api/document-answer/${key}`, ...[presign, send, request]]);
});

describe('a visit to another page', () => {
  const leave = () => visit(key, 'Transcript')();

  it('keeps a file on its way, and one that the server converts', async () => {
    const end = hold(send);
    await take(key, [pdf('a.pdf')]);
    await until(send);
    leave();
    expect(uploadOf(key)).toMatchObject({ step: 'uploading', attempt: { file: { name: 'a.pdf' } } });
    end();
    await untilConverting('a.pdf');
    leave();
    expect(uploadOf(key).attempt?.file?.name).toBe('a.pdf');
  });

  it('keeps a file that waits for a connection', async () => {
    replies[send] = () => Promise.reject(new TypeError('Failed to fetch'));
    await take(key, [pdf('a.pdf')]);
    await until(discard);
    leave();
    expect(uploadOf(key).problem?.unsent?.name).toBe('a.pdf');
  });
});
