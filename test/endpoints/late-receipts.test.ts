import { describe, expect, it } from 'vitest';
import type { Fault } from '../../scripts/local-cloud/index.ts';
import { codeFor, goodPassword, newAddress } from '../support/applicant.ts';
import { withCloud, withoutDeliveries } from '../support/cloud.ts';
import { completeAnswers } from '../support/form.ts';
import { afterPauses, workOf } from '../support/outbox.ts';
import { person } from '../support/person.ts';

const cloud = withCloud(withoutDeliveries);

const sends: Fault['matches'] = ({ url }) => url.pathname === '/v2/email/outbound-emails';
/** Makes SES reject mails to all addresses or to one address. */
const refuseMails = (to = '') =>
  cloud().injectFault({
    matches: (request) => sends(request) && request.body.toString().includes(to),
    effect: { errorName: 'SendingPausedException' },
  });

async function submit() {
  const username = newAddress();
  const client = await person(cloud(), username);
  await client.call('PUT', '/api/answer', { answer: completeAnswers });
  const { status, body } = await client.call('POST', '/api/submit');
  expect(status).toBe(200);
  return { client, username, confirmation: String(body.confirmation) };
}

const fiveMinutesLater = () => afterPauses(cloud());

const receiptsFor = (username: string) =>
  cloud()
    .mail(username)
    .filter(({ subject }) => subject.includes('received your application'));

describe('a receipt that could not be mailed at submission', () => {
  it('arrives once when mail works again', async () => {
    const restore = refuseMails();
    const { username, confirmation } = await submit();
    await fiveMinutesLater();
    expect(receiptsFor(username)).toEqual([]);
    restore();
    await fiveMinutesLater();
    expect(receiptsFor(username).map(({ text }) => text)).toEqual([
      expect.stringContaining(`Confirmation number: ${confirmation}`),
    ]);
    expect(receiptsFor(username)[0]?.text).toContain(`${cloud().url}/completion`);
    await fiveMinutesLater();
    expect(receiptsFor(username)).toHaveLength(1);
  });

  it('arrives at the address that the account has by then', async () => {
    const restore = refuseMails('received your application');
    const { client, username } = await submit();
    const after = newAddress();
    const path = '/api/account/address';
    await client.call('POST', path, { username: after, current_password: goodPassword });
    const codes = { code: codeFor(cloud(), after), current_code: codeFor(cloud(), username) };
    expect((await client.call('POST', `${path}/confirm`, codes)).status).toBe(200);
    restore();
    await fiveMinutesLater();
    expect([receiptsFor(username).length, receiptsFor(after).length]).toEqual([0, 1]);
  });

  it('arrives once when two scheduled runs overlap a repeated submission', async () => {
    const restore = refuseMails();
    const { client, username } = await submit();
    restore();
    await Promise.all([fiveMinutesLater(), client.call('POST', '/api/submit'), fiveMinutesLater()]);
    expect(receiptsFor(username)).toHaveLength(1);
  });

  it('arrives although another address refuses every mail', async () => {
    const restore = refuseMails();
    const [refusing, waiting] = [await submit(), await submit()];
    restore();
    const refuse = refuseMails(refusing.username);
    await fiveMinutesLater();
    expect(receiptsFor(waiting.username)).toHaveLength(1);
    expect(receiptsFor(refusing.username)).toEqual([]);
    refuse();
    await fiveMinutesLater();
    expect(receiptsFor(refusing.username)).toHaveLength(1);
  });
});

describe('a receipt that was mailed at submission', () => {
  it('is mailed once when the schedule runs before the mail was sent, and not again by a later run', async () => {
    const username = newAddress();
    const client = await person(cloud(), username);
    await client.call('PUT', '/api/answer', { answer: completeAnswers });
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = [first, second];
    const goOn = cloud().injectFault({
      matches: (request) => {
        if (sends(request)) held.shift()?.resolve();
        return sends(request);
      },
      effect: 'held',
    });
    const submitting = client.call('POST', '/api/submit');
    await first.promise;
    const running = fiveMinutesLater();
    // Either the run sends no mail and ends, or the fault blocks its mail too.
    await Promise.race([running, second.promise]);
    goOn();
    expect((await submitting).status).toBe(200);
    await running;
    expect(receiptsFor(username)).toHaveLength(1);
    await fiveMinutesLater();
    expect(receiptsFor(username)).toHaveLength(1);
  });

  it('is not mailed again when it could not be taken out of the outbox', async () => {
    const restore = cloud().injectFault({
      matches: ({ headers, body }) =>
        headers['x-amz-target']?.endsWith('.DeleteItem') === true && body.toString().includes('OUTBOX#'),
      effect: { errorName: 'InternalServerError' },
    });
    const { username } = await submit();
    restore();
    expect(receiptsFor(username)).toHaveLength(1);
    await fiveMinutesLater();
    await fiveMinutesLater();
    expect(receiptsFor(username)).toHaveLength(1);
    expect((await workOf(cloud())).filter(({ about }) => about.username === username)).toEqual([]);
  });
});
