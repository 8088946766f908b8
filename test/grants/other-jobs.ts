import type { LocalCloud } from '../../scripts/local-cloud/index.ts';
import { goodPassword, Visitor } from '../support/applicant.ts';
import { completeAnswers } from '../support/form.ts';
import { nameOf, operate, tokenFor } from '../support/operator.ts';
import { done, save } from './main-job.ts';
import type { Watch } from './watch.ts';

// What staff, operators and anonymous visitors do. Every failure is thrown.

/**
 * Opens an application by a link, follows the redirect to a new PDF, and ends the link and the applicant's sessions.
 */
export async function readAsStaff(cloud: LocalCloud, applicant: Visitor, watch: Watch): Promise<void> {
  await save(applicant);
  const user = await nameOf(applicant);
  const { token, jti } = await tokenFor(cloud, applicant);
  const staff = new Visitor(cloud);
  await done(staff.call('GET', `/service/tmp-pdf?service_token=${token}`));
  await readPdf(staff, token, watch);
  await save(applicant);
  await readPdf(staff, token, watch); // in the place of the first
  await operate(cloud, { command: 'revoke-token', jti });
  await operate(cloud, { command: 'keep-answers', answer: { first_name: 'Ada' } });
  await operate(cloud, { command: 'end-sessions', user });
  await done(applicant.call('POST', '/public/login', { username: user, password: goodPassword }));
  await watch.sees(['Contractsservice', 'operator']);
}

async function readPdf(staff: Visitor, token: string, watch: Watch): Promise<void> {
  const response = await fetch(await linkToPdf(staff, token, watch));
  if (!response.ok) throw new Error(`The PDF: ${response.status} ${await response.text()}`);
}

async function linkToPdf(staff: Visitor, token: string, watch: Watch): Promise<string> {
  let location = '';
  await watch.until(async () => {
    const { status, body, headers } = await staff.call('GET', `/service/pdf?service_token=${token}`);
    if (status !== 202 && status !== 302) throw new Error(`${status} ${JSON.stringify(body)}`);
    location = headers.get('location') ?? '';
    return status === 302;
  });
  return location;
}

/** Moves answers from one device to another. */
export async function goElsewhere(cloud: LocalCloud, watch: Watch): Promise<void> {
  const { city } = completeAnswers;
  const { token } = await done(new Visitor(cloud).call('POST', '/public/tmp', { answer: { city } }));
  await done(new Visitor(cloud).call('GET', `/public/tmp?token=${token}`));
  await watch.sees(['ContractsdeviceLink']);
}
