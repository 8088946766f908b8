import { password } from './scene.ts';
import type { Scene, Screen } from './screen.ts';

const submit = ({ page }: Scene) => page.getByRole('button', { name: 'Submit', exact: true }).click();
const type = ({ page }: Scene, label: string, text: string) =>
  page.getByLabel(label, { exact: true }).fill(text);

const email = 'ada.lindgren@example.org';

async function signUp(scene: Scene, address = email): Promise<void> {
  await type(scene, 'Email Address', address);
  await type(scene, 'Password', password);
  await submit(scene);
}

/** The five account pages, as they open and after a response. */
export const accountScreens: readonly Screen[] = [
  { name: 'login', path: '/login', until: 'h1' },
  {
    name: 'login-errors',
    path: '/login',
    until: '.messages p',
    reach: submit,
  },
  {
    name: 'login-refused',
    path: '/login',
    until: '.banner',
    async reach(scene) {
      await type(scene, 'Email Address', email);
      await type(scene, 'Password', 'not my password');
      await submit(scene);
    },
  },
  {
    name: 'signup',
    path: '/signup',
    until: '[data-state=success]',
    reach: (scene) => type(scene, 'Password', 'copper'),
  },
  {
    name: 'confirm',
    path: '/signup',
    until: 'text=Confirmation Code',
    reach: (scene) => signUp(scene),
  },
  { name: 'forgot', path: '/forgot', until: 'h1' },
  {
    name: 'reset',
    path: '/reset?username=ada.lindgren@example.org&id=123456',
    until: '[data-state=error]',
    async reach(scene) {
      await type(scene, 'New Password', password);
      await type(scene, 'Confirm Password', 'Copper-Harbor-2028');
    },
  },
  {
    name: 'toast-success',
    path: '/signup',
    until: '.toast[data-severity=success]',
    reach: (scene) => signUp(scene, 'grace.lindgren@example.org'),
    hasToast: true,
  },
];
