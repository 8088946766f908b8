import type { staffSettings } from '../../shared/api/console.ts';
import type { Handlers } from '../http/request.ts';
import { recordForOperators } from '../store/audit-log.ts';
import { readSettings } from '../store/settings.ts';
import { listVersions, publishSettings } from '../use-cases/publish-settings.ts';

export const settingsCalls: Handlers<typeof staffSettings> = {
  async getSettings({ caller }) {
    await recordForOperators('settings-read', caller.operator, ['current']);
    return { body: await readSettings({ ConsistentRead: true }) };
  },

  async listVersions({ caller, query: { before } }) {
    await recordForOperators('settings-read', caller.operator, ['versions']);
    return { body: await listVersions(before === undefined ? undefined : Number(before)) };
  },

  async publishSettings({ caller, body }) {
    return { body: { version: await publishSettings(body, caller) } };
  },
};
