import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { usStates } from '../../shared/options/regions.ts';
import { root } from '../build/root.ts';
import { choiceFile, sample } from '../build/university.ts';
import { OptionError, UsageError } from '../command-line/usage-error.ts';

interface Question {
  readonly option: keyof Values;
  readonly flag: string;
  readonly text: string;
  readonly isValid: (value: string) => boolean;
  /** Completes "--flag: ". */
  readonly rule: string;
}

interface Values {
  readonly name: string;
  readonly shortName: string;
  readonly domain: string;
  readonly sender: string;
  readonly state: string;
  readonly timeZone: string;
}

const states = usStates.map(([, label]) => label);

const host = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

const questions: readonly Question[] = [
  {
    ...{ option: 'name', flag: '--name', text: 'Name of the university' },
    isValid: (value) => /^[^"`\\\n]{2,100}$/.test(value),
    rule: '2 to 100 characters without double quotation marks are expected.',
  },
  {
    ...{ option: 'shortName', flag: '--short-name', text: 'Short name, the start of confirmation numbers' },
    isValid: (value) => /^[A-Z]{2,4}$/.test(value),
    rule: 'two to four capitals are expected.',
  },
  {
    ...{ option: 'domain', flag: '--domain', text: "Domain of the university's website" },
    isValid: (value) => host.test(value),
    rule: 'a domain such as lakes.edu is expected.',
  },
  {
    ...{ option: 'sender', flag: '--sender', text: 'Address that mails to applicants come from' },
    isValid: (value) => /^[A-Za-z0-9_.+-]+@/.test(value) && host.test(value.slice(value.indexOf('@') + 1)),
    rule: 'an email address is expected.',
  },
  {
    ...{ option: 'state', flag: '--state', text: 'State of the university, as residence questions name it' },
    isValid: (value) => states.includes(value),
    rule: 'the name of a state, such as New Mexico, is expected.',
  },
  {
    ...{ option: 'timeZone', flag: '--time-zone', text: 'Time zone of deadlines, such as America/Denver' },
    isValid: (value) => Intl.supportedValuesOf('timeZone').includes(value),
    rule: 'a time zone such as America/Denver is expected.',
  },
];

function checkGiven(given: Partial<Values>): void {
  for (const { option, flag, isValid, rule } of questions) {
    const value = given[option];
    if (value !== undefined && !isValid(value)) throw new OptionError(`${flag} ${value}: ${rule}`);
  }
}

/** The given values, and those that a person types. An invalid one is asked for again. */
async function complete(given: Partial<Values>): Promise<Values> {
  checkGiven(given);
  const missing = questions.filter(({ option }) => given[option] === undefined);
  if (missing.length > 0 && !process.stdin.isTTY)
    throw new OptionError(`Also required without a terminal: ${missing.map(({ flag }) => flag).join(', ')}.`);
  const values: Partial<Record<keyof Values, string>> = { ...given };
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  for (const { option, text, isValid, rule } of missing) {
    const answer = async () => (await terminal.question(`${text}: `)).trim();
    let value = await answer();
    while (!isValid(value)) {
      console.log(`${value === '' ? 'Empty' : value}: ${rule}`);
      value = await answer();
    }
    values[option] = value;
  }
  terminal.close();
  return values as Values;
}

const idOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);

/** The texts of the sample that each file gets other values for. */
function replacements({ name, shortName, domain, sender, state, timeZone }: Values) {
  return {
    'university.ts': {
      'A fictional university, the sample to copy. Each member': 'Each member',
      // In strings with either quotation mark.
      'Northern Lakes University': name.replaceAll("'", "\\'"),
      'northern-lakes': idOf(name),
      'apply@northernlakes.example': sender,
      "shortName: 'NLU'": `shortName: '${shortName}'`,
      "state: 'Michigan'": `state: '${state}'`,
      'America/Detroit': timeZone,
    },
    'deployments.ts': {
      'admissions@example.edu': sender,
      'admissions-operators@example.edu': sender,
      'apply.northernlakes.example': `apply.${domain}`,
      "'example.edu'": `'${sender.slice(sender.indexOf('@') + 1)}'`,
    },
  } satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The compiler finds the types in this clone, so the folder needs no packages. */
function compilerSettings(folder: string): string {
  const clone = relative(folder, root).split(sep).join('/');
  const settings = {
    extends: `${clone}/tsconfig.json`,
    compilerOptions: { types: [], paths: { matricula: [`${clone}/lib/university.ts`] } },
    include: ['*.ts'],
  };
  return `${JSON.stringify(settings, null, 2)}\n`;
}

const readme = ({ name }: Values) => `# ${name}

What the first-year application of ${name} says, and where it is deployed.

- \`university.ts\`: name, texts, deadlines, lists and colors
- \`deployments.ts\`: stages
- \`lookup/*.tsv\`: high schools, colleges and addresses

In a clone of Matricula, \`npx matricula ops check\` checks these files, and \`npm start\` shows the result.
Its docs/university.md explains each setting.
`;

/** Makes the folder of a university from the sample, and remembers it for all later commands. */
export async function initUniversity(path: string, given: Partial<Values>): Promise<void> {
  const folder = resolve(path);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new UsageError(
      `${folder} is not empty. Choose a folder that does not exist, or write its path into ${choiceFile} to use it as it is.`,
    );
  if (!relative(root, folder).startsWith('..'))
    throw new UsageError(`${folder} is in this repository. Choose a folder outside it, such as ../ours.`);
  const values = await complete(given);
  cpSync(sample, folder, { recursive: true });
  for (const [file, texts] of Object.entries(replacements(values))) {
    const text = readFileSync(join(folder, file), 'utf8');
    const replaced = Object.entries(texts).reduce(
      (now, [before, after]) => now.replaceAll(before, after),
      text,
    );
    writeFileSync(join(folder, file), replaced);
  }
  writeFileSync(join(folder, 'README.md'), readme(values));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  writeFileSync(join(folder, 'tsconfig.json'), compilerSettings(folder));
  writeFileSync(choiceFile, `${relative(root, folder).split(sep).join('/')}\n`);
  console.log(`${folder} is the folder of ${values.name}. All commands use it from now on (.university).

Next:
  npm start                  shows it, with the sample's texts, colors and lists where you have none yet
  npx matricula ops check    lists what is still the sample's
  docs/university.md         explains each setting`);
}
