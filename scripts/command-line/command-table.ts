import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { root } from '../build/root.ts';
import { callOf, commandsIn, isScript } from './configure.ts';

const file = 'docs/commands.md';
const markers = /(?<=<!-- commands -->\n).*?(?=<!-- \/commands -->)/s;

/** A row for each command; a group only has a row if it is an npm script, too. */
const rowsOf = (command: CommandUnknownOpts): readonly string[] => [
  ...(command.commands.length === 0 || isScript(command)
    ? [`| \`${callOf(command)}\` | ${command.description().replaceAll('|', '\\|')} |`]
    : []),
  ...commandsIn(command).flatMap(rowsOf),
];

/** docs/commands.md with the table of the commands as they are now. */
export function pageWithTable(program: CommandUnknownOpts): string {
  const rows = ['| Command | Purpose |', '|---|---|', ...commandsIn(program).flatMap(rowsOf)];
  return readFileSync(join(root, file), 'utf8').replace(markers, () => `\n${rows.join('\n')}\n\n`);
}

export function writeCommandTable(program: CommandUnknownOpts): void {
  writeFileSync(join(root, file), pageWithTable(program));
  console.log(`${file} is written.`);
}
