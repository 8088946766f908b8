import { operatorCommand } from '../../shared/api/operator.ts';
import { normalizeUsername } from '../../shared/rules/account.ts';
import { accountOf } from '../aws/cognito.ts';
import { noSuchApplicant, operatorCommands } from '../http/operator-commands.ts';
import { revokeAllSessions } from '../table/session-changes.ts';
import { endStaffSessionsOf } from '../table/staff-sessions.ts';

/** Operators change accounts and applications: sessions, checklist items that arrived. */
export const handler = operatorCommands(operatorCommand('change'), {
  async 'end-sessions'(operator, { user }) {
    const username = normalizeUsername(user);
    const account = await accountOf(username);
    if (account.state === 'none') throw noSuchApplicant();
    return { ended: await revokeAllSessions({ sub: account.sub, username }, 'operator', { operator }) };
  },

  async 'end-staff-sessions'(operator, { staff }) {
    await endStaffSessionsOf(staff, operator);
    return {};
  },

  /** The form and the partner's steps load with the first list of checklist items. */
  async 'receive-items'(operator, command) {
    const { recordItems } = await import('../staff/checklist-calls.ts');
    return { rows: await recordItems(operator, command) };
  },
});
