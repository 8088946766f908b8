import { join } from 'node:path';
import { root } from './build/root.ts';
import { type CommandName, helpOf, isCommandName, listOfCommands } from './command-line/help.ts';

type Command = (args: readonly string[]) => Promise<unknown>;

/** Commands of the project itself, which package.json does not name. */
type InnerCommand = 'assemble' | 'check-forms' | 'app';

/** Runs a build while no other process builds in this checkout. */
const withLock = async (work: () => Promise<unknown>) =>
  (await import('./build/index.ts')).withBuildLock(() => work());

/** Each command loads only what it needs. */
const commands: Readonly<Record<CommandName | InnerCommand, Command>> = {
  start: async (args) => (await import('./dev/start.ts')).start(args),
  dev: async (args) => (await import('./dev/start-dev.ts')).startDev(args),
  test: async () => (await import('./test/run.ts')).runSuite('test'),
  'test:pages': async () => (await import('./test/run.ts')).runSuite('test:pages'),
  'test:tools': async () => (await import('./test/run.ts')).runSuite('test:tools'),
  lint: async (args) => (await import('./dev/check-code.ts')).lint(args),
  format: async (args) => (await import('./dev/check-code.ts')).format(args),
  typecheck: async (args) => (await import('./dev/typecheck.ts')).typecheck(args),
  'test:unit': async (args) => (await import('./dev/check-code.ts')).testUnit(args),
  'test:watch': async (args) => (await import('./dev/check-code.ts')).testWatch(args),
  'test:e2e': async (args) => (await import('./dev/check-code.ts')).testEndToEnd(args),
  'test:browsers': async (args) => (await import('./dev/check-code.ts')).testBrowsers(args),
  'test:engines': async (args) => (await import('./lab/engines/index.ts')).testEngines(args),
  'test:moto': async (args) => (await import('./lab/engines/index.ts')).testEngines(['moto', ...args]),
  'test:image': async () => (await import('./lab/office-image/index.ts')).testImage(),
  release: async (args) => (await import('./dev/release.ts')).release(args),
  'service-token': async (args) => (await import('./operator/service-token.ts')).serviceToken(args),
  applications: async (args) => (await import('./operator/applications.ts')).applications(args),
  export: async (args) => (await import('./operator/export/index.ts')).exportApplications(args),
  'audit-log': async (args) => (await import('./operator/audit-log.ts')).auditLog(args),
  doctor: async (args) => (await import('./operator/doctor.ts')).doctor(args),
  smoke: async (args) => (await import('./operator/smoke.ts')).smoke(args),
  'alarm-test': async (args) => (await import('./lab/alarm-test/index.ts')).alarmTest(args),
  chaos: async (args) => (await import('./lab/chaos/index.ts')).chaos(args),
  load: async (args) => (await import('./lab/load/index.ts')).load(args),
  'security-checks': async (args) =>
    (await import('./lab/security-checks/index.ts')).securityChecksCommand(args),
  mutation: async (args) => (await import('./lab/mutation/index.ts')).mutation(args),
  'restore-drill': async (args) => (await import('./operator/restore-drill.ts')).restoreDrill(args),
  'import-users': async (args) => (await import('./operator/import-users.ts')).importUsers(args),
  redrive: async (args) => (await import('./operator/redrive.ts')).redrive(args),
  'package-schema': async (args) => (await import('./build/package-schema.ts')).packageSchema(args),
  'end-sessions': async (args) => (await import('./operator/end-sessions.ts')).endSessions(args),
  'access-report': async (args) => (await import('./operator/access-report.ts')).accessReport(args),
  erase: async (args) => (await import('./operator/erase.ts')).erase(args),
  'remove-second-factor': async (args) =>
    (await import('./operator/remove-second-factor.ts')).removeSecondFactor(args),
  receive: async (args) => (await import('./operator/receive.ts')).receive(args),
  'tmp-answer': async (args) => (await import('./operator/tmp-answer.ts')).createDeviceLinks(args),
  assemble: async () => console.log(await (await import('./build/assemble.ts')).assemble()),
  build: async () => withLock((await import('./build/index.ts')).build),
  'check-forms': async () => (await import('./build/check-partners.ts')).checkFormsAndPartners(),
  check: async () => withLock((await import('./build/index.ts')).check),
  synth: async () => withLock((await import('./build/index.ts')).synth),
  'answer-keys': async () => (await import('./build/answer-keys.ts')).writeAnswerKeys(),
  'common-words': async () => (await import('./build/common-words.ts')).writeCommonWords(),
  bench: async (args) => (await import('./lab/bench/index.ts')).bench(args),
  cost: async (args) => (await import('./lab/cost/index.ts')).cost(args),
  'import-lookup': async (args) => (await import('./operator/import-lookup/index.ts')).importLookup(args),
  'data-dictionary': async (args) =>
    (await import('./operator/data-dictionary.ts')).writeDataDictionary(args),
  sentences: async (args) => (await import('./lab/sentences/index.ts')).printSentences(args),
  sbom: async () => (await import('./supply-chain/sbom.ts')).writeSbom(),
  coverage: async (args) => (await import('./test/coverage.ts')).coverage(args),
  screenshots: async (args) => (await import('./lab/screenshots/index.ts')).screenshots(args),
  app: () => import(join(root, 'bin/admissions.ts')), // for cdk.json
};

// The parent, usually scripts/run.mjs, was killed: nobody else would end this process.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();

/** Mistakes of the person at the keyboard: only their message is printed. Any other error keeps its stack trace. */
const messageOnly = ['UsageError', 'LocalCloudError', 'InvalidConfigurationError'];

const isCommand = (name: string): name is keyof typeof commands => Object.hasOwn(commands, name);

const [name = '', ...args] = process.argv.slice(2);
if (!isCommand(name)) {
  const isHelp = ['', 'help', '--help', '-h'].includes(name);
  if (!isHelp) console.error(`There is no command ${JSON.stringify(name)}.\n`);
  console.log(listOfCommands());
  process.exit(isHelp ? 0 : 2);
}
if (isCommandName(name) && args.some((each) => each === '--help' || each === '-h')) {
  console.log(helpOf(name));
  process.exit(0);
}
try {
  await commands[name](args);
} catch (error) {
  const hasMessageOnly = error instanceof Error && messageOnly.includes(error.name);
  console.error(hasMessageOnly ? error.message : error);
  process.exitCode = 1;
}
