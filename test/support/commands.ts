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
