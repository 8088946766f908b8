import { execFile } from 'node:child_process';
import { exampleAddressesIn } from '../../../lib/config/index.ts';
import { leftFromSample } from '../../../lib/config/sample.ts';
import { university } from '../../../shared/partners/index.ts';
import { check } from './check.ts';

const settingsFile = 'deployments.ts';

const placeholders = check({
  title: 'Settings are your own',
  read: ({ deployment }) => exampleAddressesIn(deployment),
  judge: (found, { deployment }) =>
    found.length === 0
      ? { outcome: 'ok' }
      : {
          outcome: deployment.environment === 'production' ? 'failed' : 'warning',
          detail: `addresses of the sample are left: ${found.join(', ')}`,
          remedy: `Edit ${settingsFile}.`,
        },
});

const ownUniversity = check({
  title: 'The university is your own',
  read: () => leftFromSample(university),
  judge: (found) =>
    found.length === 0
      ? { outcome: 'ok', detail: university.name }
      : {
          outcome: 'warning',
          detail: `still the sample's: ${found.join(', ')}`,
          remedy: 'Edit university.ts in the folder that npx matricula ops init makes (docs/university.md).',
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
      detail: alarmEmail,
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
export const settingsChecks = [placeholders, ownUniversity, alarmMail, firewall, docker];
