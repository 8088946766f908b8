import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readZip } from '../../../lambdas/conversion/zip.ts';
import { assemble } from '../../../scripts/build/assemble.ts';
import { startLocalSftp } from '../../../scripts/dev/local-sftp.ts';
import { type LocalCloud, startLocalCloud } from '../../../scripts/local-cloud/index.ts';
import { button, comeBack } from '../../browser/support/applicant.ts';
import { completeAnswers } from '../../browser/support/fill-page.ts';
import { expect, test as shared } from '../../browser/support/test.ts';
import { quickCloud } from '../../support/quick-cloud.ts';

interface Delivering {
  readonly cloud: LocalCloud;
  /** Lines that `npm start -- --sftp` prints. */
  readonly lines: readonly string[];
}

/** The product of `npm start -- --sftp`. */
const test = shared.extend<{ readonly cloud: LocalCloud }, { readonly delivering: Delivering }>({
  delivering: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'matricula-sftp-'));
      const lines: string[] = [];
      const sftp = await startLocalSftp(join(folder, 'sftp'), (line) => lines.push(line));
      const cloud = await startLocalCloud({
        ...{ ...quickCloud, assembly: await assemble(sftp.context), data: join(folder, 'data'), port: 0 },
        sftpServers: sftp.sftpServers,
      });
      await sftp.connect(cloud);
      await use({ cloud, lines });
      await cloud.close();
      await sftp.close();
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  cloud: ({ delivering }, use) => use(delivering.cloud),
  baseURL: ({ delivering }, use) => use(delivering.cloud.url),
});

test('an application that is submitted in the browser arrives as a ZIP file on the SFTP server', async ({
  page,
  delivering,
}) => {
  await comeBack(page, { answers: completeAnswers, path: '/final-steps' });
  await button(page, 'Submit').click();
  await expect(page).toHaveURL(/\/completion$/);
  const receipt = page.getByText(/NLU-[A-Z0-9]{8}/).first();
  await expect(receipt).toBeVisible();
  const [number = ''] = /NLU-[A-Z0-9]{8}/.exec((await receipt.textContent()) ?? '') ?? [];
  const arrived = () => delivering.lines.find((line) => line.endsWith(`/sis-${number}.zip`));
  await expect.poll(arrived).toMatch(/^Arrived by SFTP: /);
  const zip = readFileSync(arrived()?.replace('Arrived by SFTP: ', '') ?? '');
  expect(readZip(zip).map(({ name }) => name)).toEqual(['application.json', 'application.pdf']);
});
