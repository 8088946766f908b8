import * as z from 'zod/mini';
// biome-ignore lint/style/noRestrictedImports: what is measured here is the inside
import { serve } from '../../../lambdas/http/serve.ts';
import { message } from '../../../shared/api/replies.ts';

const call = {
  route: { method: 'POST', path: '/bench', access: 'public', reply: message },
  body: z.strictObject({ answer: z.record(z.string(), z.union([z.string(), z.boolean()])) }),
} as const;

/** A call that does nothing itself. */
export const handler = serve({ call }, { call: async () => ({ body: { message: 'Done.' } }) });
