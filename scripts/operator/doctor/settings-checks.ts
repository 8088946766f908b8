import { execFile } from 'node:child_process';
import { partnerIds, partnerOf } from '../../../shared/partners/index.ts';
import { check } from './check.ts';

const settingsFile = 'lib/config/index.ts';

/** Domains that are reserved for examples and cannot be registered. */
const exampleDomain = /(^|[@.])example(\.(com|org|net|edu))?$/i;

type Values = readonly (readonly [path: string, value: string])[];

/** Every text in an object, with its path. */
function textsIn(value: unknown, path = ''): Values {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    textsIn(each, path === '' ? name : `${path}.${name}`),
  );
}

const listed = (values: Values) => values.map(([path, value]) => `${path} (${value})`).join(', ');

const placeholders = check({
  title: 'Settings are your own',
  read: ({ deployment }) => textsIn(deployment).filter(([, value]) => exampleDomain.test(value)),
  judge: (found) =>
    found.length === 0
      ? { outcome: 'ok' }
      : {
          outcome: 'failed',
          detail: `placeholders are left: ${listed(found)}`,
          remedy: `Edit ${settingsFile}.`,
        },
});

const partner = check({
  title: "The partner's data are your own",
  read: ({ deployment }) => ({
    id: deployment.partner,
    email: partnerIds.includes(deployment.partner) ? partnerOf(deployment.partner).helpEmail : undefined,
  }),
  judge({ id, email }) {
    const file = `shared/partners/${id}.ts`;
    if (email === undefined)
      return { outcome: 'failed', detail: `there is no ${file}`, remedy: `Set partner in ${settingsFile}.` };
    if (!exampleDomain.test(email)) return { outcome: 'ok', detail: id };
    return {
      outcome: 'warning',
      detail: `${id} is a made-up university: its helpEmail is ${email}`,
      remedy: 'Add your own partner (CONTRIBUTING.md) and set it in lib/config/index.ts.',
    };
  },
});

const alarmMail = check({
  title: 'Alarms and the budget have a mail address',
  read: ({ deployment: { alarmEmail, monthlyBudget, environment } }) => ({
    alarmEmail,
    monthlyBudget,
    isProduction: environment === 'production',
  }),
  judge({ alarmEmail, monthlyBudget, isProduction }) {
    const remedy = `Set alarmEmail and monthlyBudget in ${settingsFile}.`;
    if (alarmEmail === undefined)
      return {
        outcome: isProduction ? 'failed' : 'warning',
        detail: 'alarmEmail is not set: nobody hears of an alarm',
        remedy,
      };
    if (monthlyBudget === undefined)
      return {
        outcome: isProduction ? 'failed' : 'warning',
        detail: 'monthlyBudget is not set: nobody hears of unexpected cost',
        remedy,
      };
    return {
      outcome: 'ok',
      detail: `${alarmEmail}, who must confirm the mail that AWS sends after deployment`,
    };
  },
});

const firewall = check({
  title: 'The firewall blocks',
  skip: ({ environment }) => (environment === 'production' ? undefined : 'this is no production'),
  read: ({ deployment }) => deployment.firewall,
  judge(mode) {
    if (mode === 'block') return { outcome: 'ok', detail: mode };
    return {
      outcome: 'warning',
      detail: mode === 'count' ? 'it only counts what its rules find' : 'it is off',
      remedy: `Read what it would have blocked (docs/operate.md#firewall), then set firewall: 'block' in ${settingsFile}.`,
    };
  },
});

/** Requests Docker's version, which works only while its daemon runs. */
const answers = (program: string) =>
  new Promise<'works' | 'missing' | 'fails'>((done) => {
    execFile(program, ['version'], { timeout: 30_000 }, (error) => {
      if (error === null) return done('works');
      done(error.code === 'ENOENT' ? 'missing' : 'fails');
    });
  });

const docker = check({
  title: 'Docker, which builds the office image',
  skip: ({ converter }) => (converter.kind === 'image' ? undefined : 'converter is a layer'),
  async read() {
    const program = process.env.CDK_DOCKER ?? 'docker';
    return { program, state: await answers(program) };
  },
  judge({ program, state }) {
    if (state === 'works') return { outcome: 'ok', detail: program };
    return {
      outcome: 'failed',
      detail: state === 'missing' ? `there is no program ${program}` : `${program} does not answer`,
      remedy:
        'Start Docker, or name a compatible program: export CDK_DOCKER=podman. Without one, set converter to a layer.',
    };
  },
});

/** Checks of the settings and of this machine. They need no credentials. */
export const settingsChecks = [placeholders, partner, alarmMail, firewall, docker];
