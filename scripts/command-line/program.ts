import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { build, check, generate, internalCommands, synth } from '../build/build.command.ts';
import * as code from '../dev/check-code.command.ts';
import { dev, start } from '../dev/start.command.ts';
import { bench } from '../lab/bench/command.ts';
import { mutation } from '../lab/mutation/command.ts';
import { screenshots } from '../lab/screenshots/command.ts';
import { securityChecks } from '../lab/security-checks/command.ts';
import { accessReport } from '../operator/access-report.command.ts';
import { list, show } from '../operator/applications.command.ts';
import { auditLog } from '../operator/audit-log.command.ts';
import { checklist } from '../operator/checklist.command.ts';
import { deploy, destroy } from '../operator/deploy.command.ts';
import { doctor } from '../operator/doctor.command.ts';
import { revokeSessions } from '../operator/end-sessions.command.ts';
import { deleteData } from '../operator/erase.command.ts';
import { exportCommand } from '../operator/export.command.ts';
import { importSchools } from '../operator/import-lookup/command.ts';
import { importUsers } from '../operator/import-users.command.ts';
import { init } from '../operator/init.command.ts';
import { redrive } from '../operator/redrive.command.ts';
import { smoke } from '../operator/smoke.command.ts';
import { link, revokeLink } from '../operator/staff-links.command.ts';
import { test } from '../suites/run.command.ts';
import { configure, scriptsHeading } from './configure.ts';

function group(name: string, description: string, commands: readonly CommandUnknownOpts[]): Command {
  const made = new Command(name).description(description);
  for (const command of commands) made.addCommand(command);
  return made;
}

/**
 * All commands of the project. Each definition stands next to its implementation, which loads when it runs.
 */
export const program: CommandUnknownOpts = new Command('matricula');

program.description('Develops, deploys and operates Matricula.').commandsGroup(scriptsHeading);
for (const script of [
  ...[start, dev, test, code.testUnit, code.testEndToEnd],
  ...[code.lint, code.format, code.typecheck, build, bench, generate],
])
  program.addCommand(script);

program.commandsGroup('Groups:');
program.addCommand(
  group('ops', 'Checks, deploys, repairs and restores a deployment.', [
    ...[init, check, doctor, deploy, smoke, destroy, synth, redrive, importUsers, importSchools],
  ]),
);
program.addCommand(
  group('staff', 'Finds, shares and exports applications.', [
    ...[list, show, link, revokeLink, exportCommand, checklist],
  ]),
);
program.addCommand(
  group('privacy', 'Handles requests about personal data and accounts.', [
    ...[accessReport, deleteData, auditLog, revokeSessions],
  ]),
);
program.addCommand(
  group('lab', 'Measures the product and its tests.', [...[securityChecks, mutation, screenshots]]),
);

for (const command of internalCommands) program.addCommand(command, { hidden: true });

configure(program);
