import { staffAudit, staffExport, staffSettings } from '../../shared/api/console.ts';
import type { contracts } from '../../shared/api/contracts.ts';
import { auditCalls } from '../handlers/console-audit.ts';
import { exportCalls } from '../handlers/console-export.ts';
import { settingsCalls } from '../handlers/console-settings.ts';
import { serve } from '../http/serve.ts';

const calls: (typeof contracts)['staffOffice'] = { ...staffAudit, ...staffExport, ...staffSettings };

export const handler = serve(calls, { ...auditCalls, ...exportCalls, ...settingsCalls });
