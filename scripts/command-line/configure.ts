import { type CommandUnknownOpts, Help } from '@commander-js/extra-typings';

/** The heading of the commands that package.json names. */
export const scriptsHeading = 'npm scripts:';

export const isScript = (command: CommandUnknownOpts) => command.helpGroup() === scriptsHeading;

const pathOf = (command: CommandUnknownOpts): string =>
  command.parent === null ? `npx ${command.name()}` : `${pathOf(command.parent)} ${command.name()}`;

/** The words that call a command: `npm run lint`, `npx matricula staff export`. */
export function callOf(command: CommandUnknownOpts): string {
  if (!isScript(command)) return pathOf(command);
  const name = command.name();
  return name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`;
}

/** The commands below a command, without those for other programs. */
export const commandsIn = (command: CommandUnknownOpts): readonly CommandUnknownOpts[] =>
  command.createHelp().visibleCommands(command);

/** The call with its required options and its arguments. */
export function usageOf(command: CommandUnknownOpts): string {
  const required = command.options.filter(({ mandatory }) => mandatory);
  const words = [
    ...required.map(({ flags }) => flags),
    ...(command.options.length > required.length ? ['[options]'] : []),
    ...command.registeredArguments.map((each) => {
      const name = each.variadic ? `${each.name()}...` : each.name();
      return each.required ? `<${name}>` : `[${name}]`;
    }),
    ...(command.commands.length > 0 ? [isScript(command) ? '[command]' : '<command>'] : []),
  ];
  const call = callOf(command);
  return [call, ...(isScript(command) && words.length > 0 ? ['--'] : []), ...words].join(' ');
}

/** Words an error of commander in our style: the option or argument, then the problem. */
function errorText(command: CommandUnknownOpts, text: string): string {
  const missing = (name: string, description = '') => `${name} is required: ${description}.`;
  return text
    .replace(/^error: /, '')
    .replace(/^required option '(.+)' not specified/, (_, flags) => {
      const option = command.options.find((each) => each.flags === flags);
      return missing(option?.long ?? flags, option?.description);
    })
    .replace(/^missing required argument '(.+)'/, (_, name) => {
      const argument = command.registeredArguments.find((each) => each.name() === name);
      return missing(`<${name}>`, argument?.description);
    })
    .replace(/^option '(--[\w-]+).*?' argument '(.*)' is invalid\. /, '$1 $2: ')
    .replace(/^[a-z]/, (letter) => letter.toUpperCase())
    .replace(/^Command-argument value '(.*)' is invalid for argument '.*'\. /, '$1: ');
}

/** Gives a command and all commands below it the help and the errors of this program. */
export function configure(command: CommandUnknownOpts): void {
  const more = `More: ${callOf(command)}${isScript(command) ? ' --' : ''} --help`;
  command
    .exitOverride()
    .helpOption('-h, --help', 'prints this help')
    .helpCommand(false)
    .configureHelp({
      commandUsage: usageOf,
      optionDescription: (option) => new Help().optionDescription(option).replace(' (default: false)', ''),
      subcommandTerm: (each) => (isScript(each) ? callOf(each) : each.name()),
    })
    .configureOutput({ outputError: (text, write) => write(errorText(command, text)) })
    .showHelpAfterError(`Usage: ${usageOf(command)}\n${more}`);
  for (const each of command.commands) configure(each);
}
