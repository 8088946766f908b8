import { staffAudit, staffExport, staffSettings } from '../../shared/api/console.ts';
import type { contracts } from '../../shared/api/contracts.ts';
import { serve } from '../http/serve.ts';
import { auditCalls } from '../staff/audit-calls.ts';
import { exportCalls } from '../staff/list.ts';
import { settingsCalls } from '../staff/settings-calls.ts';

const calls: (typeof contracts)['staffOffice'] = { ...staffAudit, ...staffExport, ...staffSettings };

export const handler = serve(calls, { ...auditCalls, ...exportCalls, ...settingsCalls });
