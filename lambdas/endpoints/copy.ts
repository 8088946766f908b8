import { randomUUID } from 'node:crypto';
import type { Reply } from '../../shared/api/contract.ts';
import { copy as calls } from '../../shared/api/copy.ts';
import { serve } from '../http/serve.ts';
import { partner } from '../site.ts';
import { readApplication, type StoredApplication } from '../store/application.ts';
import { currentCopy, forgetCopy, requestCopy } from '../store/copies.ts';

/** Starts a copy; whoever loses the race waits for the other one's. */
async function start(sub: string, application: StoredApplication): Promise<void> {
  const id = randomUUID();
  if (!(await requestCopy(sub, id, application))) return;
  const { startCopy } = await import('../machines.ts');
  await startCopy(id, sub);
}

type Copy = Reply<typeof calls.getCopy>;
const standing = (status: Copy['status'], url = ''): { body: Copy } => ({ body: { status, url } });

const fileName = () => `${partner().shortName}-application.pdf`;

export const handler = serve(calls, {
  /** A failed copy is told once; the next request makes a new one. */
  async getCopy({ caller: { sub } }) {
    const application = await readApplication(sub);
    if (application.pages.size === 0) return standing('NOT_ANSWERED');
    const current = currentCopy(application);
    if (current === undefined) {
      await start(sub, application);
      return standing('UNPROCESSED');
    }
    if (current.status === 'FAILED') await forgetCopy(sub);
    if (current.status !== 'COMPLETED' || current.pdf_key === undefined) return standing(current.status);
    const { linkTo } = await import('../files.ts');
    return standing('COMPLETED', await linkTo(current.pdf_key, fileName()));
  },
});
