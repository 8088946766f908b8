import type { staffAudit } from '../../shared/api/console.ts';
import type { Handlers } from '../http/request.ts';
import { operatorAuditLog, recordForOperators } from '../table/audit-log.ts';
import { newestEntries } from './audit-replies.ts';

export const auditCalls: Handlers<typeof staffAudit> = {
  async getAuditLog({ caller, query: { after } }) {
    await recordForOperators('audit-log-read', caller.operator, ['operators']);
    return { body: await newestEntries(operatorAuditLog, after) };
  },

  async exportAuditLog({ caller, query: { after } }) {
    await recordForOperators('audit-log-exported', caller.operator, ['operators']);
    return { body: await newestEntries(operatorAuditLog, after) };
  },
};
