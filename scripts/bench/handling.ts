import * as z from 'zod/mini';
// biome-ignore lint/style/noRestrictedImports: what is measured here is the inside
import { serve } from '../../lambdas/http/serve.ts';
import { answers } from '../../shared/api/fields.ts';

const call = {
  route: { method: 'POST', path: '/bench', access: 'public' },
  body: z.strictObject({ answer: answers }),
  reply: z.object({ message: z.string() }),
} as const;

/** A call that does nothing itself. */
export const handler = serve({ call }, { call: async () => ({ body: { message: 'Done.' } }) });
