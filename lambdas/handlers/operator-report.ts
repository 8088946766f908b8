import { operatorCommand } from '../../shared/api/operator.ts';
import { normalizeUsername } from '../../shared/rules/account.ts';
import { reportPart } from '../use-cases/access-report.ts';
import { operatorCommands } from '../use-cases/operator-commands.ts';

/** Reports all stored data of one applicant, in parts. */
export const handler = operatorCommands(operatorCommand('report'), (operator, { user, part }) =>
  reportPart({ username: normalizeUsername(user), part, operator }),
);
