import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { recordItemsReply } from '../../shared/api/operator.ts';
import { ApiClient, newAddress } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { completeAnswers } from '../support/form.ts';
import { auditLogOf, runOperatorCommand, staffTokenFor } from '../support/operator.ts';
import { afterPauses } from '../support/outbox.ts';
import { signedUp } from '../support/person.ts';
import { runHere } from '../support/run-here.ts';

const cloud = withCloud();
const folder = mkdtempSync(join(tmpdir(), 'checklist-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function received(content: string | Uint8Array): string {
  const file = join(folder, 'received.csv');
  writeFileSync(file, content);
  return file;
}

const run = (...args: readonly string[]) => runHere(cloud(), 'staff', 'checklist', ...args);

/** Writes a file and runs `npx matricula staff checklist` on it. */
const receive = (content: string | Uint8Array, ...args: readonly string[]) => run(received(content), ...args);

const table = (...lines: readonly string[]) => ['email,item,date', ...lines, ''].join('\n');

/** Needs a transcript and test scores. */
const answers = { ...completeAnswers, test_optional: 'N', test_optional_desc: 'No' };

async function applicant({ isSubmitted = true } = {}) {
  const username = newAddress();
  const client = await signedUp(cloud(), username);
  await client.call('PUT', '/api/answer', { answer: answers });
  const submit = async () => {
    const { status, body } = await client.call('POST', '/api/submit');
    expect({ status, body }).toMatchObject({ status: 200 });
    return String(body.confirmation);
  };
  return { username, client, submit, confirmation: isSubmitted ? await submit() : '' };
}

const checklistOf = async ({ client }: { client: ApiClient }) =>
  (await client.call('GET', '/api/profile')).body.checklist;
const fiveMinutesLater = () => afterPauses(cloud());
const mailsAbout = (username: string) =>
  cloud()
    .mail(username)
    .filter(({ subject }) => subject.includes('we have everything we need'));

describe('npx matricula staff checklist', () => {
  it('ticks off checklist items by address or confirmation number, for applicant and staff alike, and says who did it', async () => {
    const ada = await applicant();
    const list = `confirmation number,email,item,date\n${ada.confirmation.toLowerCase()},,transcript,2026-03-03\n,${ada.username.toUpperCase()},FAFSA,3/4/2026\n`;
    expect(await receive(list)).toMatchObject({
      code: 0,
      out: '2 marked as received, 0 unchanged, 0 with errors.\n',
    });
    const checklist = { transcript: '2026-03-03', fafsa: '2026-03-04' };
    expect(await checklistOf(ada)).toEqual(checklist);
    const { token } = await staffTokenFor(cloud(), ada.client);
    const staff = await new ApiClient(cloud()).call('GET', `/service/tmp-pdf?service_token=${token}`);
    expect(staff.body.checklist).toEqual(checklist);
    const entries = (await auditLogOf(cloud(), ada.username)).filter(
      ({ event }) => event === 'checklist-item-received',
    );
    expect(entries).toMatchObject([
      { names: ['transcript'], by: expect.stringMatching(/^arn:aws:iam::/), request: expect.any(String) },
      { names: ['fafsa'], by: expect.stringMatching(/^arn:aws:iam::/) },
    ]);
  });

  it('reports each line that cannot be done, does the others, and changes nothing the second time', async () => {
    const ada = await applicant();
    const grace = await applicant({ isSubmitted: false });
    const lines = [
      `${ada.username},transcript,2026-02-30`,
      `${ada.username},transcript,2999-01-01`,
      `${ada.username},transcript,2026-03-03`, // repeats lines that could not be done
      `${ada.username.toUpperCase()},transcript,2026-03-04`,
      'nobody@example.org,transcript,2026-03-03',
      'NLU-AAAAAAAB,transcript,2026-03-03',
      ',transcript,2026-03-03',
      `${ada.username},essay,2026-03-03`,
      `${grace.username},test-scores,2026-03-05`,
      `${grace.username},fafsa`,
      `${grace.username},fafsa,March 5, 2026`,
    ];
    const { code, out } = await receive(table(...lines));
    expect(out.split('\n')).toEqual([
      'Line 2: The date does not exist. Write it as 2027-03-09 or 3/9/2027.',
      'Line 3: The date is in the future. Enter the day the document arrived.',
      'Line 5: Line 4 has the same checklist item of the same applicant. Remove one of them.',
      'Line 6: No applicant has this email address. Check it, or use the confirmation number.',
      'Line 7: This is neither an email address nor a confirmation number. Check it against the document.',
      'Line 8: The applicant is missing. Add an email address or a confirmation number.',
      'Line 9: The item must be one of: transcript, test-scores, fafsa.',
      'Line 11: The date is missing. Add the day the document arrived.',
      'Line 12: The line cannot be read: it has 4 cells, the header 3. Is a comma inside a cell without quotation marks?',
      '2 marked as received, 0 unchanged, 9 with errors.',
      '',
    ]);
    expect(code).toBe(1);
    const before = await Promise.all([checklistOf(ada), checklistOf(grace)]);
    expect(before).toEqual([{ transcript: '2026-03-03' }, { 'test-scores': '2026-03-05' }]);
    expect((await receive(table(...lines))).out).toContain(
      '0 marked as received, 2 unchanged, 9 with errors.',
    );
    expect(await Promise.all([checklistOf(ada), checklistOf(grace)])).toEqual(before);
  });

  it('keeps the day of a ticked-off checklist item, and takes back only what was ticked off by mistake', async () => {
    const ada = await applicant();
    await receive(table(`${ada.username},transcript,2026-03-03`, `${ada.username},fafsa,2026-03-03`));
    expect((await receive(table(`${ada.confirmation},transcript,2026-03-04`))).out).toContain(
      'Line 2: This item is already marked as received on March 3, 2026. To change the day, undo that first.',
    );
    expect((await receive(table(`${ada.username},fafsa,2026-03-04`), '--undo')).out).toContain(
      'Line 2: This document was received on March 3, 2026, not on March 4, 2026. Check the day.',
    );
    const mistake = table(`${ada.username},fafsa,2026-03-03`);
    expect((await receive(mistake, '--undo')).out).toBe('1 undone, 0 unchanged, 0 with errors.\n');
    expect((await receive(mistake, '--undo')).out).toBe('0 undone, 1 unchanged, 0 with errors.\n');
    expect(await checklistOf(ada)).toEqual({ transcript: '2026-03-03' });
    expect((await auditLogOf(cloud(), ada.username)).at(-2)).toMatchObject({
      ...{ event: 'checklist-item-undone', names: ['fafsa'], by: expect.any(String) },
    });
  });

  it('takes UTF-8 with a mark, names lines that are not UTF-8, and refuses UTF-16', async () => {
    const ada = await applicant({ isSubmitted: false });
    const list = table(`${ada.username},transcript,2026-03-03`);
    expect((await receive(`\uFEFF${list.replaceAll('\n', '\r\n').replaceAll(',', ';')}`)).out).toContain(
      '1 marked as received',
    );
    const saved = Buffer.from(
      `email,item,date,name\n${ada.username},transcript,2026-03-03,Zoë\nzoë@example.org,transcript,2026-03-03,Z\n`,
      'latin1',
    );
    const { out } = await receive(saved);
    expect(out).toContain('Line 3: The line has letters that are not UTF-8. In Excel, choose "CSV UTF-8');
    expect(out).toContain('0 marked as received, 1 unchanged, 1 with errors.');
    const { code, error } = await run(received(Buffer.from(`\uFEFF${list}`, 'utf16le')));
    expect(error).toContain('is UTF-16, or no text at all. In Excel, choose "CSV UTF-8');
    expect(code).toBe(1);
  });

  it.each([
    ['an empty file', '', 'line 1: the header has no column applicant, item, date.'],
    ['an open quotation mark', 'email,item,date\n"a@b.org,transcript,2026-03-03\n', 'Quote Not Closed'],
  ])('refuses %s', async (_name, content, words) => {
    const { code, error } = await run(received(content));
    expect(error).toContain(words);
    expect(code).toBe(1);
  });

  it('loses no checklist item when two lists come at the same time', async () => {
    const ada = await applicant({ isSubmitted: false });
    const tickOff = (item: string) =>
      runOperatorCommand(cloud(), {
        command: 'receive-items',
        rows: [{ line: 2, applicant: ada.username, item, date: '2026-03-03' }],
        isTakingBack: false,
      });
    const replies = await Promise.all(['transcript', 'test-scores', 'fafsa'].map(tickOff));
    expect(replies.map((reply) => recordItemsReply.parse(reply).rows[0]?.outcome)).toEqual([
      ...['changed', 'changed', 'changed'],
    ]);
    expect(Object.keys((await checklistOf(ada)) as object).toSorted()).toEqual([
      'fafsa',
      'test-scores',
      'transcript',
    ]);
  });
});

describe('the mail about the last checklist item', () => {
  const both = (username: string) =>
    table(`${username},transcript,2026-03-03`, `${username},test-scores,2026-03-04`);

  it('is sent once, minutes after the last checklist item was ticked off and when mail works', async () => {
    const ada = await applicant();
    await receive(both(ada.username));
    await receive(table(`${ada.username},test-scores,2026-03-04`), '--undo');
    await fiveMinutesLater();
    expect(mailsAbout(ada.username)).toEqual([]);
    const restore = cloud().injectFault({
      matches: ({ url }) => url.pathname === '/v2/email/outbound-emails',
      effect: { errorName: 'SendingPausedException' },
    });
    await receive(both(ada.username));
    await fiveMinutesLater().finally(restore);
    expect(mailsAbout(ada.username)).toEqual([]);
    await Promise.all([fiveMinutesLater(), fiveMinutesLater()]);
    await fiveMinutesLater();
    expect(mailsAbout(ada.username)).toHaveLength(1);
    const text = mailsAbout(ada.username)[0]?.text ?? '';
    expect(text).toContain(`Confirmation number: ${ada.confirmation}`);
    expect(text).toContain(
      'Send your official transcript: Received on March 3, 2026\nSend your test scores: Received on March 4, 2026',
    );
    expect(text).toContain(`${cloud().url}/completion`);
    await receive(both(ada.username), '--undo');
    await receive(both(ada.username));
    await fiveMinutesLater();
    expect(mailsAbout(ada.username)).toHaveLength(1);
  });

  it('is left out where every checklist item came before the submission: the receipt says so', async () => {
    const ada = await applicant({ isSubmitted: false });
    await receive(both(ada.username));
    await ada.submit();
    await fiveMinutesLater();
    const [receipt] = cloud().mail(ada.username);
    expect(receipt?.text).toContain('1. Send your official transcript (received on March 3, 2026)');
    expect(mailsAbout(ada.username)).toEqual([]);
  });
});
