import { Argument, Command, type CommandUnknownOpts } from '@commander-js/extra-typings';

/** The words that may follow each command, deepest first: ['staff export', ['--since', '--out']]. */
type Words = readonly (readonly [path: string, words: readonly string[]])[];

function wordsAfter(command: CommandUnknownOpts, path: readonly string[] = []): Words {
  const help = command.createHelp();
  const below = help.visibleCommands(command);
  const options = help.visibleOptions(command).map(({ long }) => long ?? '');
  return [
    ...below.flatMap((each) => wordsAfter(each, [...path, each.name()])),
    [path.join(' '), [...below.map((each) => each.name()), ...options]],
  ];
}

const cases = (all: Words) =>
  all.map(([path, words]) => `    '${path}' | '${path} '*) words='${words.join(' ')}' ;;`).join('\n');

/** Zsh runs the function of Bash. There, `path` would be PATH, and a length must be a number. */
const bash = (all: Words) => `_matricula() {
  local typed= words= word
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD - 1))}"; do
    [ "$word" = matricula ] || [ "\${word#-}" != "$word" ] || typed="\${typed:+$typed }$word"
  done
  case "$typed" in
${cases(all)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _matricula matricula npx`;

const fish = (all: Words) => `function __matricula
  set -l path (string match --invert -- '-*' (commandline -opc)[2..-1])
  test "$path[1]" = matricula; and set -e path[1]
  switch "$path"
${all.map(([path, words]) => `    case '${path}' '${path} *'\n      printf '%s\\n' ${words.join(' ')}`).join('\n')}
  end
end
complete -c matricula -a '(__matricula)'
complete -c npx -a '(__matricula)'`;

const scripts = {
  bash,
  fish,
  zsh: (all: Words) => `autoload -U +X bashcompinit && bashcompinit\n${bash(all)}`,
};

export const completion = new Command('completion')
  .description('Prints a script that completes commands and options in a shell.')
  .addArgument(new Argument('<shell>', 'bash, zsh or fish').choices(['bash', 'zsh', 'fish']))
  .addHelpText('after', '\nExample: source <(npx matricula completion bash)')
  .action((shell, _, command) => {
    if (command.parent !== null) console.log(scripts[shell](wordsAfter(command.parent)));
  });
