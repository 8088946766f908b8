import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { callOf, commandsIn } from '../../scripts/command-line/configure.ts';
import { program } from '../../scripts/command-line/program.ts';

const below = (command: CommandUnknownOpts): readonly CommandUnknownOpts[] => [
  command,
  ...commandsIn(command).flatMap(below),
];

/** Each command and group by its call: `npm run lint`, `npx matricula staff export`. */
export const commands: ReadonlyMap<string, CommandUnknownOpts> = new Map(
  below(program).map((command) => [callOf(command), command]),
);

/** The text that `--help` prints. */
export function helpOf(command: CommandUnknownOpts): string {
  let text = '';
  const { writeOut } = command.configureOutput();
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
  });
  command.outputHelp();
  command.configureOutput({ writeOut });
  return text;
}
