import * as z from 'zod/mini';
import { failZip, prepareZip, writeZip } from '../use-cases/make-zip.ts';

const steps = { prepare: prepareZip, write: writeZip, fail: failZip };

const event = z.object({
  member: z.string(),
  id: z.string(),
  step: z.enum(['prepare', 'write', 'fail']),
});

/** One step of a ZIP file of application PDFs. `next` says which one the state machine runs then. */
export const handler = async (input: unknown) => {
  const { step, ...name } = event.parse(input);
  return { ...name, next: await steps[step](name) };
};
