import type { LocalCloud } from '../../../scripts/local-cloud/index.ts';
import { newAddress } from '../../support/applicant.ts';
import { signedUp } from '../../support/person.ts';
import { heading } from './applicant.ts';
import { completeAnswers } from './fill-page.ts';
import { expect, type Page } from './test.ts';

/** Signs a person in to the console through the identity provider, and waits for the page. */
export async function signInAsStaff(page: Page, name: string, path = '/staff'): Promise<void> {
  await page.goto(`/api/staff/sign-in?to=${encodeURIComponent(path)}`);
  await page.getByRole('button', { name }).click();
  await expect(page).toHaveURL((url) => url.pathname.startsWith('/staff'));
}

/** Submits an application, and returns the address of its account. */
export async function submitApplication(cloud: LocalCloud, last_name: string, email = newAddress()) {
  const client = await signedUp(cloud, email);
  await client.call('PUT', '/api/answer', { answer: { ...completeAnswers, last_name } });
  const { status, body } = await client.call('POST', '/api/submit');
  expect(status, JSON.stringify(body)).toBe(200);
  return email;
}

/** The link to an application in the list. */
export const row = (page: Page, name: string) => page.getByRole('link', { name: `Ada ${name}` });
export const part = (page: Page, name: string) => page.getByRole('region', { name });

export async function openApplication(page: Page, person: string, name: string): Promise<void> {
  await signInAsStaff(page, person);
  await row(page, name).click();
  await expect(heading(page, `Ada ${name}`)).toBeVisible();
}
