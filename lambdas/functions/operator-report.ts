import { operatorCommand } from '../../shared/api/operator.ts';
import { normalizeUsername } from '../../shared/rules/account.ts';
import { operatorCommands } from '../http/operator-commands.ts';

/** Reports all stored data of one applicant, in parts. */
export const handler = operatorCommands(operatorCommand('report'), {
  async report(operator, { user, part }) {
    const { reportPart } = await import('../retention/access-report.ts');
    return reportPart({ username: normalizeUsername(user), part, operator });
  },
});
