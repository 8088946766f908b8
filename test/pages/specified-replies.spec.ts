import { becomeApplicant, button, heading } from '../browser/support/applicant.ts';
import { expectSaved } from '../browser/support/expect-page.ts';
import { completeAnswers, counts } from '../browser/support/fill-page.ts';
import { staffToken } from '../browser/support/staff-token.ts';
import { expect, type Page, test } from '../browser/support/test.ts';

// The specification of the calls names a few members of a few replies. Pages must work with a server that
// sends no others.

type Reply = Readonly<Record<string, unknown>>;

const pick =
  (...members: readonly string[]) =>
  (reply: Reply): Reply =>
    Object.fromEntries(members.flatMap((name) => (name in reply ? [[name, reply[name]]] : [])));

const whole = (reply: Reply): Reply => reply;
const schoolOrAddress = ['text', 'id', 'sub_text', 'address_line_1', 'name'];

/** The specified members of each reply; a reply that is not listed is not described, so it becomes `{}`. */
const specified: Readonly<Record<string, (reply: Reply) => unknown>> = {
  'POST /public/login': pick('message'),
  'POST /public/forgot-password': pick('message'),
  'GET /api/profile': pick(
    'answer',
    'document_answer',
    'username',
    'last_page',
    'successful_login',
    'web_status',
  ),
  'PUT /api/answer': pick('message'),
  'GET /api/document-answer': whole,
  'GET /api/pdf': pick('status', 'url'),
  'GET /api/add-another': whole,
  'GET /api/tabs': whole,
  'GET /service/tmp-pdf': pick('answer', 'add_another', 'document_answer', 'tabs'),
  'GET /lookup/find': (reply) =>
    Array.isArray(reply) ? reply.map(pick(...schoolOrAddress)) : pick(...schoolOrAddress)(reply),
};

/**
 * Removes every member from successful replies that the specification does not name. Returns the calls it
 * changed.
 */
async function sendOnlySpecified(page: Page): Promise<ReadonlySet<string>> {
  const changed = new Set<string>();
  await page.route(/^[^?#]*\/(api|public|service|lookup)\//, async (route) => {
    const response = await route.fetch();
    const type = response.headers()['content-type'] ?? '';
    if (!response.ok() || !type.includes('json')) return route.fulfill({ response });
    const call = `${route.request().method()} ${new URL(route.request().url()).pathname}`;
    changed.add(call);
    await route.fulfill({ response, json: (specified[call] ?? pick())(await response.json()) });
  });
  return changed;
}

test('an applicant signs up, saves, submits and is read by staff when replies hold only specified members', async ({
  page,
  cloud,
  reader,
}) => {
  const changed = await sendOnlySpecified(page);
  await becomeApplicant(page);
  await expect(page.getByText('Welcome to your application!')).toBeVisible();
  for (const [button_id, num_components] of Object.entries(counts))
    await page.request.put('/api/add-another', { data: { button_id, num_components } });
  await page.request.put('/api/answer', { data: { answer: { ...completeAnswers, first_name: 'Earlier' } } });
  await page.reload();
  await page.getByLabel('First Name', { exact: true }).first().fill(String(completeAnswers.first_name));
  await expectSaved(page, '/about');
  await button(page, 'Save and Continue').click();
  await expect(heading(page, 'Academics')).toBeVisible();
  const school = page.locator('#hs_name').getByRole('combobox');
  await school.fill('Stargazer high quill');
  await page
    .locator('#hs_name')
    .getByRole('option', { name: /^Stargazer High School/ })
    .click();
  await expect(school).toHaveValue('Stargazer High School');
  await button(page, 'Save and Continue').click();

  await expect(heading(page, 'Final Steps')).toBeVisible();
  await page.request.put('/api/answer', { data: { answer: completeAnswers } });
  await page.reload();
  await button(page, 'Submit').click();
  await expect(page).toHaveURL(/\/completion$/);
  await expect(page.getByText('Your application was successfully submitted.').first()).toBeVisible();

  const read = await sendOnlySpecified(reader);
  await reader.goto(`/about?service_token=${await staffToken(cloud, page)}`);
  await expect(reader.getByText(String(completeAnswers.last_name)).first()).toBeVisible();

  const calls = [...changed, ...read];
  for (const call of [
    ...['POST /public/signup', 'POST /public/confirm', 'POST /public/login', 'GET /api/profile'],
    ...['PUT /api/answer', 'POST /api/web-status', 'PUT /api/last-page', 'POST /api/validations'],
    ...['POST /api/submit', 'GET /lookup/find', 'GET /service/tmp-pdf'],
  ])
    expect(calls).toContain(call);
});
