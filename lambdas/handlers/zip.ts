import * as z from 'zod/mini';

const stepNames = { prepare: 'prepareZip', write: 'writeZip', fail: 'failZip' } as const;

const event = z.object({
  member: z.string(),
  id: z.string(),
  step: z.enum(['prepare', 'write', 'fail']),
});

/** One step of a ZIP file of application PDFs. `next` says which one the state machine runs then. */
export const handler = async (input: unknown) => {
  const { step, ...name } = event.parse(input);
  const steps = await import('../use-cases/make-zip.ts');
  return { ...name, next: await steps[stepNames[step]](name) };
};
