import { staffCounts as calls } from '../../shared/api/console.ts';
import { serve } from '../http/serve.ts';
import { recordForOperators } from '../store/audit-log.ts';
import { funnelSince } from '../use-cases/funnel.ts';

export const handler = serve(calls, {
  async getFunnel({ caller, query: { since } }) {
    await recordForOperators('counts-read', caller.operator, [`since=${since}`]);
    return { body: await funnelSince(since) };
  },
});
