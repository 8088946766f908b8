import { Command } from '@commander-js/extra-typings';

/** Runs a build while no other process builds in this checkout. */
const withLock = async (name: 'buildAndMeasure' | 'check' | 'synth') => {
  const builds = await import('./index.ts');
  return builds.withBuildLock(() => builds[name]());
};

export const build = new Command('build')
  .description('Builds everything that is deployed.')
  .addHelpText('after', '\nExample: npm run build')
  .action(() => withLock('buildAndMeasure'));

export const check = new Command('check')
  .description(
    'Checks forms, texts, colors, templates and security rules of every stage before a deployment.',
  )
  .addHelpText('after', '\nExample: npx matricula ops check')
  .action(() => withLock('check'));

export const synth = new Command('synth')
  .description('Synthesizes the cloud assembly of the dev stage into cdk.out.')
  .addHelpText('after', '\nExample: npx matricula ops synth')
  .action(() => withLock('synth'));

export const generate = new Command('generate')
  .description('Writes the list of answer keys of the form.')
  .addHelpText('after', '\nExample: npm run generate')
  .action(async () => (await import('./answer-keys.ts')).writeAnswerKeys());

/** Commands that other programs of the project call. */
export const internalCommands = [
  new Command('assemble').action(async () => console.log(await (await import('./assemble.ts')).assemble())),
  new Command('check-forms').action(async () =>
    (await import('./check-university.ts')).checkFormAndUniversity(),
  ),
  // For cdk.json, whose build step does not know `-c university`.
  new Command('app').action(async () => {
    const { ensureBuilt, withBuildLock } = await import('./index.ts');
    await withBuildLock(ensureBuilt);
    await import('../../bin/admissions.ts');
  }),
];
