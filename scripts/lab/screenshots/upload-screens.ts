import { join } from 'node:path';
import { root } from '../../build/root.ts';
import type { Scene, Screen } from './screen.ts';

const transcript = ({ page }: Scene) => page.locator('#transcript_document');

async function choose(scene: Scene, name: string, buffer: Buffer): Promise<void> {
  await scene.page.mouse.move(30, 30);
  await transcript(scene).locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer });
}

const samples = () => import(join(root, 'test/support/samples.ts'));

async function choosePdf(scene: Scene): Promise<void> {
  await choose(scene, 'transcript.pdf', Buffer.from(await (await samples()).pdf()));
}

/** Uploads a transcript, and waits until it is converted. */
export async function uploadTranscript(scene: Scene): Promise<void> {
  await choosePdf(scene);
  await transcript(scene).locator('.file-state').filter({ hasText: 'Uploaded.' }).waitFor();
}

async function chooseLargePhoto(scene: Scene): Promise<void> {
  await choose(scene, 'transcript.jpg', await (await samples()).largePhoto());
}

async function chooseSlowly(scene: Scene): Promise<void> {
  await scene.page.route('**/api/pdf/document-answer/transcript_document', (route) =>
    route.fulfill({ json: { status: 'IN_PROGRESS', message: '', error: '' } }),
  );
  await choosePdf(scene);
}

const place = { as: 'applicant', path: '/education', show: '#transcript_document' } as const;

/** A file from the choice to the deletion. */
export const uploadScreens: readonly Screen[] = [
  {
    ...place,
    name: 'upload',
    until: '#transcript_document .drop-hint',
    reach: ({ page }) => page.mouse.move(30, 30),
  },
  { ...place, name: 'upload-smaller', until: 'text=We made it smaller', reach: chooseLargePhoto },
  { ...place, name: 'uploading', until: '#transcript_document >> text=Converting', reach: chooseSlowly },
  { ...place, name: 'uploaded', until: '#transcript_document >> text=Uploaded.', reach: choosePdf },
  {
    ...place,
    name: 'delete-file',
    until: 'dialog[open]',
    async reach(scene) {
      await choosePdf(scene);
      await transcript(scene)
        .getByRole('button', { name: /^Delete/ })
        .click();
    },
  },
];
