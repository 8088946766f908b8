/** What `--help` of a command prints. */
interface Help {
  /** What it does, as a sentence. */
  readonly does: string;
  /** What may follow `npm run NAME --`, one line for each way to call it. Empty when it takes nothing. */
  readonly usage: readonly string[];
  readonly options?: Readonly<Record<string, string>>;
  /** What follows `npm run NAME --` in a call that works. */
  readonly example: string;
}

const localCloud = {
  '--data DIR': 'the data folder of the local cloud that npm start runs (.local)',
  '--port N': 'the port of that local cloud (4600)',
};
const anyCloud = {
  '--stage NAME': 'a deployment, with your AWS credentials, instead of the local cloud',
  ...localCloud,
};

/** The commands of package.json. */
const commands = {
  start: {
    does: 'Runs the whole product on this machine until Ctrl+C.',
    usage: ['[--port 4600] [--data .local] [--reset]'],
    options: {
      '--port N': 'where it answers (4600)',
      '--data DIR': 'where it keeps everything between runs (.local)',
      '--reset': 'forgets everything first',
    },
    example: '--port 4700 --data /tmp/try --reset',
  },
  dev: {
    does: 'Runs the product like npm start and follows every edit.',
    usage: ['[--port 4600] [--data .local] [--stage dev] [--partner northern-lakes]'],
    options: {
      '--port N': 'where it answers (4600)',
      '--data DIR': 'where it keeps everything between runs (.local)',
      '--stage NAME': 'whose settings it uses, as in lib/config (dev)',
      '--partner ID': "whose university it shows, instead of the stage's",
    },
    example: '--partner northern-lakes',
  },
  test: { does: 'Checks style and types, builds, and tests the product.', usage: [], example: '' },
  'test:pages': {
    does: 'Tests every page at several widths: with axe, and that nothing overflows, jumps or moves away from a finger.',
    usage: [],
    example: '',
  },
  'test:tools': {
    does: 'Tests the commands that develop, check, load, break and restore the product, and the local cloud by itself.',
    usage: [],
    example: '',
  },
  lint: {
    does: 'Checks style and import rules, and without file names also unused code.',
    usage: ['[file ...]'],
    example: 'web/form',
  },
  format: { does: 'Writes files the way Biome wants them.', usage: ['[file ...]'], example: 'web/form' },
  typecheck: {
    does: 'Checks all types, and with file names prints only the errors of these files.',
    usage: ['[file ...]'],
    example: 'web/form/page.tsx',
  },
  'test:unit': { does: 'Runs Vitest once.', usage: ['[file ...]'], example: 'test/shared' },
  'test:watch': { does: 'Runs Vitest, again after each edit.', usage: ['[file ...]'], example: 'test/web' },
  'test:e2e': {
    does: 'Builds the cloud and runs the browser tests on it.',
    usage: ['[file ...]'],
    example: 'test/browser/routes.spec.ts',
  },
  'test:browsers': {
    does: 'Tests the main flows in Chromium, Firefox and WebKit. Screenshots are in .cache/browsers.',
    usage: ['[chromium] [firefox] [webkit]'],
    example: 'webkit',
  },
  'test:engines': {
    does: 'Checks the templates of every stage and the built functions with engines of others, and names those that are not installed.',
    usage: ['[cfn-lint] [schemas] [release] [moto] [--base REVISION]'],
    options: { '--base REVISION': 'what release compares with, instead of the last tag' },
    example: 'release --base v0.1.0',
  },
  'test:moto': {
    does: 'Applies through the built functions on moto, a stand-in for AWS by others.',
    usage: [],
    example: '',
  },
  'test:image': {
    does: "Builds the office converter's image and converts Word documents in it as Lambda would. Linux, as root.",
    usage: [],
    example: '',
  },
  bench: {
    does: 'Measures times and sizes and prints them next to their budgets.',
    usage: ['[name ...]'],
    example: '"first load" functions',
  },
  build: { does: 'Builds everything that is deployed.', usage: [], example: '' },
  synth: { does: 'Synthesizes the cloud assembly of the dev stage into cdk.out.', usage: [], example: '' },
  check: {
    does: "Reports what a deployment would refuse: partners' forms, texts and colors, templates, security findings.",
    usage: [],
    example: '',
  },
  'answer-keys': { does: 'Writes the list of answer keys from the form.', usage: [], example: '' },
  'common-words': {
    does: 'Writes the list of words in common passwords from the pinned package.',
    usage: [],
    example: '',
  },
  cost: {
    does: 'Estimates what a season costs on AWS: counts what one applicant uses on a local cloud, at public prices.',
    usage: ['[--applicants 10000]'],
    options: { '--applicants N': 'how many apply (10000)' },
    example: '--applicants 20000',
  },
  'import-lookup': {
    does: 'Makes the look-up list of one category from CSV files, and reports every row that it refuses.',
    usage: ['--category NAME [--codes codes.csv] [--out FILE] file.csv ...'],
    options: {
      '--category NAME': 'hs_ceeb, college_ceeb or address',
      '--codes FILE': 'a CSV file with the CEEB code of each id',
      '--out FILE': "the list to write (the category's in data/lookup)",
    },
    example: '--category college_ceeb hd2025.csv',
  },
  sbom: {
    does: 'Writes what is deployed, with versions and licenses, into dist/sbom (CycloneDX JSON).',
    usage: [],
    example: '',
  },
  coverage: {
    does: 'Checks that each requirement of docs/spec/requirements.md has a test, and that tests name no other.',
    usage: ['[--out FILE]'],
    options: { '--out FILE': 'also writes a Markdown page that lists each requirement with its tests' },
    example: '--out dist/requirements.md',
  },
  release: {
    does: 'Turns "Unreleased" of CHANGELOG.md into a version, commits and tags it. It pushes nothing.',
    usage: ['VERSION'],
    example: '0.2.0',
  },
  screenshots: {
    does: 'Takes pictures of every screen into .cache/screens, or of those named, and renews those in docs/screens.',
    usage: ['[name ...]'],
    example: 'login help',
  },
  'service-token': {
    does: 'Prints links with which staff read applications for a while, or ends such a link.',
    usage: ['--user EMAIL | --users FILE --purpose TEXT [--ttl 15m] [--json]', '--revoke ID'],
    options: {
      '--user EMAIL': 'the applicant',
      '--users FILE': 'several applicants: one email address a line',
      '--purpose TEXT': "why staff read the application; the applicant's audit log keeps it",
      '--ttl TIME': 'how long the links work: 90s, 15m, at most 60m (15m)',
      '--revoke ID': 'revokes a link immediately; its ID was printed with it',
      '--json': 'prints JSON',
      ...anyCloud,
    },
    example: '--user ada@example.org --purpose "decision committee" --stage prod',
  },
  applications: {
    does: 'Finds applications by day, status, name, address or confirmation number, counts them, and lists those of earlier versions. Who looked is recorded.',
    usage: [
      'list [--status submitted|draft] [--since DAY] [--until DAY] [--limit 50] [--after PLACE] [--json]',
      'list --name TEXT [--limit 50] [--after PLACE] [--json]',
      'show --user EMAIL | --confirmation NUMBER [--json]',
      'count [--since DAY] [--until DAY] [--json]',
      'reindex [--yes] [--no-packages] [--after PLACE] [--json]',
    ],
    options: {
      '--status NAME': 'submitted, or draft for those that were begun and not submitted (submitted)',
      '--since DAY': 'the first day in UTC on which they were submitted, or begun (30 days)',
      '--until DAY': 'the last such day (today)',
      '--name TEXT': 'submitted ones whose family name begins so: two letters at least',
      '--limit N': 'how many at most (50)',
      '--after PLACE': 'goes on where an earlier list or reindex ended, which printed the place',
      '--yes': 'reindex writes what is missing; without it, it only counts',
      '--no-packages': 'reindex delivers nothing to the university',
      '--user EMAIL': 'the applicant',
      '--confirmation NUMBER': 'the number on the receipt',
      '--json': 'prints JSON instead of a table',
      ...anyCloud,
    },
    example: 'list --since 2026-11-01 --stage prod',
  },
  export: {
    does: 'Writes submitted applications into files for other systems, from a day or from where the last export ended.',
    usage: [
      '--since DAY --out DIR [--format csv|json|slate] [--without-pdfs | --zip-megabytes 250]',
      '--cursor FILE [--since DAY] --out DIR',
    ],
    options: {
      '--since DAY': 'the first day in UTC on which they were submitted',
      '--out DIR': 'the folder for the files; an export that was interrupted there goes on',
      '--format NAME': 'csv, json (one application a line) or slate (csv)',
      '--cursor FILE':
        'goes on where the last export with this file ended, and notes there where this one ends',
      ...anyCloud,
    },
    example: '--since 2026-11-01 --out november --stage prod',
  },
  'audit-log': {
    does: 'Prints what happened to one account and application, when, from where and by whom. Reading it is recorded.',
    usage: ['--user EMAIL [--json]', '--operators [--json]'],
    options: {
      '--user EMAIL': 'whose audit log',
      '--operators': 'what operators did that concerns no applicant',
      '--json': 'prints JSON instead of lines',
      ...anyCloud,
    },
    example: '--user ada@example.org --stage prod',
  },
  doctor: {
    does: 'Says before a deployment what will fail and how to fix it. It changes nothing.',
    usage: ['--stage NAME [--applicants 10000] [--json]'],
    options: {
      '--stage NAME': 'a deployment of lib/config, with your AWS credentials',
      '--applicants N': 'how many apply in a season: quotas must be enough for its peak load (10000)',
      '--json': 'prints JSON instead of lines',
    },
    example: '--stage prod --applicants 100000',
  },
  smoke: {
    does: 'Smoke test: acts like an applicant on a running site and prints what fails. It never submits.',
    usage: [
      '[--port 4600] [--data .local]',
      '--stage NAME --user EMAIL',
      '--url https://... --user EMAIL [--api https://...]',
    ],
    options: {
      '--url URL': 'a deployment',
      '--api URL': "its API's own address, which must be closed; --stage finds it",
      '--user EMAIL':
        'a confirmed account for this check alone, its password in the environment variable SMOKE_PASSWORD; the local cloud makes a new one',
      '--json': 'prints JSON instead of lines',
      ...anyCloud,
    },
    example: '--url https://apply.example.edu --user smoke@example.edu',
  },
  'alarm-test': {
    does: 'Breaks each part of a local cloud of its own in turn, and shows which alarm fires, when, and what it says.',
    usage: ['[--part NAME ...] [--json]'],
    options: {
      '--part NAME':
        'only this part: mail, log-in, attempts, "late receipts", packages, converter, table, "slow calls", api, "state machine", look-up, crowd, concurrency, "application PDF", "application PDF machine", pages, disk, edge, "search for late receipts", erasures, retention, mailboxes, "list of users", events',
      '--json': 'prints JSON instead of lines',
    },
    example: '--part mail --part converter',
  },
  chaos: {
    does: 'Kills the product again and again while applicants work, and compares what it stored with what it acknowledged.',
    usage: ['[--kills 20] [--applicants 3] [--seed N] [--json]'],
    options: {
      '--kills N': 'how often it is killed (20)',
      '--applicants N': 'how many apply at the same time (3)',
      '--seed N': 'repeats what an earlier run did, as far as timing allows',
      '--json': 'prints JSON instead of lines',
    },
    example: '--kills 200',
  },
  load: {
    does: "Sends the calls of a deadline's peak load, more each step until the product rejects some, and says whether it keeps its promises under that load.",
    usage: [
      '[--steps 50,100,200] [--seconds 15] [--applicants 120] [--executions 1000] [--seed N] [--json]',
      '--port 4600 [--steps 50,100,200] [--seconds 15] [--applicants 120] [--seed N] [--json]',
    ],
    options: {
      '--steps RATES':
        'calls a second of each step (25, then doubled until two steps are more than is served)',
      '--seconds N': 'how long each step lasts (15)',
      '--applicants N': 'how many work at the same time (120)',
      '--executions N': 'how many functions the account runs at once (1000)',
      '--seed N': 'repeats what applicants did in an earlier run, as far as timing allows',
      '--port N': 'a local cloud that runs, instead of one of its own',
      '--json': 'prints JSON instead of a table',
    },
    example: '--steps 50,100,200,400 --applicants 300',
  },
  'security-checks': {
    does: 'Switches off each security check, one at a time in a copy of the source, and names the test that fails.',
    usage: ['[--check NAME ...] [--json]'],
    options: {
      '--check NAME': 'only this check of scripts/lab/security-checks',
      '--json': 'prints JSON instead of lines',
    },
    example: '--check "foreign sites" --check "log-in throttle"',
  },
  mutation: {
    does: 'Changes the source in small ways, one at a time in a copy, and counts how many of the changes a test notices.',
    usage: ['[--part NAME ...] [--file FILE ...] [--sample N] [--seed 1] [--json]'],
    options: {
      '--part NAME': 'only this part: shared/form, lambdas/store, lambdas/http',
      '--file FILE': 'only changes of this file',
      '--sample N': 'tries so many changes of each part instead of all',
      '--seed N': 'chooses which changes are in the sample (1)',
      '--json': 'prints JSON instead of lines',
    },
    example: '--part shared/form --sample 300',
  },
  'restore-drill': {
    does: 'Restores the table and a document next to the live ones, compares them, and says how long that took.',
    usage: ['[--yes] [--json]'],
    options: {
      '--yes': 'deletes what it restored at the end without asking',
      '--json': 'prints JSON instead of lines; needs --yes',
      ...anyCloud,
    },
    example: '--stage prod',
  },
  'import-users': {
    does: 'Creates the users of a daily list again, with their applications. Each chooses a new password by "Forgot password?".',
    usage: ['FILE.jsonl'],
    options: { 'FILE.jsonl': 'a list of users, from the bucket UserExportsBucket', ...anyCloud },
    example: '2026-11-22.jsonl --stage prod',
  },
  redrive: {
    does: 'Delivers again the submitted applications that could not be delivered to the university, and starts the conversions of files whose upload was missed.',
    usage: ['[--user EMAIL] [--json]', '--list [--json]'],
    options: {
      '--list': 'only shows what has not been delivered, and why',
      '--user EMAIL': 'one application instead of all that failed, also one whose next try is not due yet',
      '--json': 'prints JSON instead of lines',
      ...anyCloud,
    },
    example: '--list --stage prod',
  },
  'package-schema': {
    does: 'Writes docs/schemas (the JSON Schema of application.json of each university) and docs/api.json (OpenAPI), or prints what changed in a schema.',
    usage: ['', '--compare FILE [--with FILE] [--json]'],
    options: {
      '--compare FILE': 'an earlier schema, such as one of the release that the receiving system knows',
      '--with FILE': "a later schema, instead of that of the earlier one's university as the form is now",
      '--json': 'prints JSON instead of lines',
    },
    example: '--compare docs/schemas/northern-lakes.json',
  },
  'end-sessions': {
    does: 'Logs an applicant out on every device.',
    usage: ['--user EMAIL'],
    options: { '--user EMAIL': 'the applicant', ...anyCloud },
    example: '--user ada@example.org --stage prod',
  },
  'access-report': {
    does: 'Writes all stored data about one applicant into a folder: a page to read, the same as JSON, and the files.',
    usage: ['--user EMAIL --out DIR'],
    options: {
      '--user EMAIL': "the applicant; the applicant's audit log keeps that you asked",
      '--out DIR': 'an empty or new folder',
      ...anyCloud,
    },
    example: '--user ada@example.org --out ada --stage prod',
  },
  erase: {
    does: 'Erases all stored data about one applicant: account, application, files. This cannot be undone.',
    usage: ['--user EMAIL --yes [--no-mail]', '--over DAY --yes'],
    options: {
      '--user EMAIL': 'the applicant',
      '--over DAY':
        "everything past its retention period, however much; DAY is today's date in UTC, such as 2027-03-01",
      '--yes': 'erases without asking; nothing is erased without it',
      '--no-mail': 'sends the applicant no email about it, because the office has already written',
      ...anyCloud,
    },
    example: '--user ada@example.org --yes --stage prod',
  },
  'remove-second-factor': {
    does: 'Removes the second factor of an applicant who has lost it, and logs them out on every device.',
    usage: ['--user EMAIL --purpose TEXT'],
    options: {
      '--user EMAIL': 'the applicant',
      '--purpose TEXT': "what was lost and what proof you saw; the applicant's audit log keeps it",
      ...anyCloud,
    },
    example: '--user ada@example.org --purpose "lost phone, passport shown" --stage prod',
  },
  receive: {
    does: 'Ticks off the checklist items in a list, so that applicants and staff see that they arrived. Running it again changes nothing.',
    usage: ['FILE.csv [--take-back] [--json]'],
    options: {
      'FILE.csv':
        'a header with the columns applicant (email or confirmation number), item and date, and one checklist item a line',
      '--take-back': 'takes back what the same rows ticked off by mistake',
      '--json': 'prints JSON instead of lines',
      ...anyCloud,
    },
    example: 'received.csv --stage prod',
  },
  'tmp-answer': {
    does: 'Prints a link to a prefilled form for each set of answers in a file.',
    usage: ['FILE.json'],
    options: { 'FILE.json': 'an object of keys and answers, or a list of such objects', ...anyCloud },
    example: 'answers.json --stage prod',
  },
  'data-dictionary': {
    does: 'Prints every key that an application may hold, as a Markdown table.',
    usage: ['[--json] [--partner ID]'],
    options: { '--json': 'prints JSON instead', '--partner ID': 'whose form (the first partner)' },
    example: '--json --partner northern-lakes',
  },
  sentences: {
    does: 'Prints every sentence that an applicant can read, with its file and line.',
    usage: ['[--partner ID]'],
    options: { '--partner ID': 'whose form (the first partner)' },
    example: '--partner northern-lakes',
  },
} as const satisfies Readonly<Record<string, Help>>;

export type CommandName = keyof typeof commands;

export const commandNames = Object.keys(commands) as readonly CommandName[];

export const isCommandName = (name: string): name is CommandName => Object.hasOwn(commands, name);

/** `npm start` and `npm test` need no `run`. */
const npm = (name: CommandName) => (name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`);

const call = (name: CommandName, rest: string) => (rest === '' ? npm(name) : `${npm(name)} -- ${rest}`);

/** How a command is called: what an error about its options ends with. */
export function usageOf(name: CommandName): string {
  const { usage }: Help = commands[name];
  const ways = usage.length === 0 ? [''] : usage;
  return ways.map((way, index) => `${index === 0 ? 'Usage:' : '      '} ${call(name, way)}`).join('\n');
}

/** What a command does, its options and an example. */
export function helpOf(name: CommandName): string {
  const { does, options = {}, example }: Help = commands[name];
  const width = Math.max(...Object.keys(options).map(({ length }) => length));
  const lines = Object.entries(options).map(([option, meaning]) => `  ${option.padEnd(width)}  ${meaning}`);
  return [
    does,
    '',
    usageOf(name),
    ...(lines.length === 0 ? [] : ['', ...lines]),
    '',
    `Example: ${call(name, example)}`,
  ].join('\n');
}

/** Every command with what it does. */
export function listOfCommands(): string {
  const width = Math.max(...commandNames.map((name) => npm(name).length));
  const lines = commandNames.map((name) => `  ${npm(name).padEnd(width)}  ${commands[name].does}`);
  return [...lines, '', 'Add -- --help to a command to see its options.'].join('\n');
}
