import { describe, expect, it } from 'vitest';
import type { Fault } from '../../scripts/local-cloud/index.ts';
import { codeFor, goodPassword, newAddress } from '../support/applicant.ts';
import { withCloud, withoutDeliveries } from '../support/cloud.ts';
import { holdCalls } from '../support/held-calls.ts';
import { afterPauses, workOf } from '../support/outbox.ts';
import { type Person, person, submitted } from '../support/person.ts';

const cloud = withCloud(withoutDeliveries);

const receipts = ({ username }: { readonly username: string }) =>
  cloud()
    .mail(username)
    .filter(({ subject }) => subject.includes('received your application'));
const sendsTo =
  ({ username }: Person): Fault['matches'] =>
  ({ url, body }) =>
    url.pathname === '/v2/email/outbound-emails' && body.includes(username);
/** Makes SES reject mails to an applicant. */
const refuseMails = (client: Person) =>
  cloud().injectFault({ matches: sendsTo(client), effect: { errorName: 'SendingPausedException' } });

describe('a receipt that could not be mailed at submission', () => {
  it('arrives once when mail works again, although another address still refuses every mail', async () => {
    const [client, refusing] = [await person(cloud()), await person(cloud())];
    const [restore, restoreOther] = [refuseMails(client), refuseMails(refusing)];
    await refusing.submit();
    const { confirmation } = await client.submit();
    await afterPauses(cloud());
    expect(receipts(client)).toEqual([]);
    restore();
    await afterPauses(cloud());
    await afterPauses(cloud());
    const [receipt, ...others] = receipts(client);
    expect(others).toEqual([]);
    expect(receipt?.text).toContain(`Confirmation number: ${confirmation}`);
    expect(receipt?.text).toContain(`${cloud().url}/completion`);
    restoreOther();
    await afterPauses(cloud());
    expect(receipts(refusing)).toHaveLength(1);
  });

  it('arrives at the address that the account has by then', async () => {
    const client = await person(cloud());
    const restore = refuseMails(client);
    await client.submit();
    restore();
    const after = newAddress();
    const path = '/api/account/address';
    await client.post(path, { username: after, current_password: goodPassword });
    const codes = { code: codeFor(cloud(), after), current_code: codeFor(cloud(), client.username) };
    expect((await client.post(`${path}/confirm`, codes)).status).toBe(200);
    await afterPauses(cloud());
    expect([receipts(client).length, receipts({ username: after }).length]).toEqual([0, 1]);
  });
});

describe('a receipt that was mailed at submission', () => {
  it('is not mailed again by a schedule that runs before the mail was sent', async () => {
    const client = await person(cloud());
    using sending = holdCalls(cloud(), sendsTo(client));
    const submitting = client.submit();
    await sending.arrived();
    await afterPauses(cloud());
    sending.goOn();
    await submitting;
    await afterPauses(cloud());
    expect(receipts(client)).toHaveLength(1);
  });

  it('is not mailed again when it could not be taken out of the outbox', async () => {
    const restore = cloud().injectFault({
      matches: ({ headers, body }) =>
        headers['x-amz-target']?.endsWith('.DeleteItem') === true && body.includes('OUTBOX#'),
      effect: { errorName: 'InternalServerError' },
    });
    const one = await submitted(cloud());
    restore();
    expect(receipts(one)).toHaveLength(1);
    await afterPauses(cloud());
    await afterPauses(cloud());
    expect(receipts(one)).toHaveLength(1);
    expect((await workOf(cloud())).filter(({ about }) => about.username === one.username)).toEqual([]);
  });
});
