import { request } from '@playwright/test';
import { haveAccount, logIn, send, submittedAnswers } from './scene.ts';
import type { Scene, Screen } from './screen.ts';

/** Invented people, with names that test the layout. */
const applicants = [
  ['Ada', 'Lindgren'],
  ['José', 'Núñez-Łukasz'],
  ['Grace', 'Okonkwo'],
  ['Siobhán', "O'Brien"],
  ['Maximiliana-Theodora', 'von Hohenlohe'],
  ['Zoë', 'Lindqvist'],
] as const;

/** Clouds whose list has these applications. */
const filled = new WeakSet<Scene['cloud']>();

/** Submits the applications, once for each cloud. */
async function fillList({ cloud }: Scene): Promise<void> {
  if (filled.has(cloud)) return;
  filled.add(cloud);
  for (const [number, [first_name, last_name]] of applicants.entries()) {
    const context = { request: await request.newContext({ baseURL: cloud.url }) };
    const applicant = { context, cloud, email: `applicant-${number}@example.org` };
    await haveAccount(applicant);
    await logIn(applicant);
    const answer = { ...submittedAnswers, first_name, last_name };
    await send(context.request, 'put', '/api/answer', { answer });
    await send(context.request, 'post', '/api/submit', {});
    await context.request.dispose();
  }
}

/** Opens a page of the console as the sample director. */
const asDirector = (path: string) => async (scene: Scene) => {
  await fillList(scene);
  await scene.page.goto(`/api/staff/sign-in?to=${encodeURIComponent(path)}`);
  await scene.page.getByRole('button', { name: 'Dana Director' }).click();
};

/** The pages of the staff console. */
export const consoleScreens: readonly Screen[] = [
  { name: 'console-sign-in', path: '/staff', until: 'text=Sign in with your university account' },
  { name: 'console-list', path: '/staff', until: 'text=Zoë Lindqvist', reach: asDirector('/staff') },
  {
    name: 'console-application',
    path: '/staff',
    until: '.printed-lines',
    async reach(scene) {
      await asDirector('/staff?missing=transcript')(scene);
      await scene.page.getByRole('link', { name: 'Zoë Lindqvist' }).click();
    },
  },
  {
    name: 'console-chosen',
    path: '/staff',
    until: 'text=2 chosen',
    async reach(scene) {
      await asDirector('/staff')(scene);
      for (const name of ['Zoë Lindqvist', "Siobhán O'Brien"])
        await scene.page.getByRole('checkbox', { name: `Choose ${name}` }).check();
    },
  },
  {
    name: 'console-checklist',
    path: '/staff',
    until: 'text=Can be marked',
    async reach(scene) {
      await asDirector('/staff/checklist')(scene);
      const lines = ['applicant,item,date'];
      for (const [number, item] of ['transcript', 'transcript', 'diploma'].entries())
        lines.push(`applicant-${number}@example.org,${item},2026-11-20`);
      await scene.page.getByLabel('List of received items').fill(lines.join('\n'));
      await scene.page.getByRole('button', { name: 'Check lines' }).click();
    },
  },
  {
    name: 'console-settings',
    path: '/staff',
    until: 'label:has-text("Title")',
    show: 'label:has-text("Title")',
    async reach(scene) {
      await asDirector('/staff/settings')(scene);
      const steps = scene.page.getByRole('region', { name: 'Next steps', exact: true });
      await steps.getByRole('button', { name: 'Edit' }).click();
    },
  },
  {
    name: 'console-counts',
    path: '/staff',
    until: 'h1:has-text("Counts")',
    reach: asDirector('/staff/counts'),
  },
  { name: 'console-audit-log', path: '/staff', until: 'td', reach: asDirector('/staff/audit-log') },
];
