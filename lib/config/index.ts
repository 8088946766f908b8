import { type Deployment, deployment, InvalidConfigurationError } from './deployment.ts';

/** The identity provider of Northern Lakes University, and its groups for the roles of the staff console. */
const staff = {
  provider: { kind: 'oidc', issuer: 'https://login.example.edu', clientId: 'matricula' },
  roles: {
    reader: ['admissions-readers'],
    records: ['admissions-records'],
    office: ['admissions-office'],
    director: ['admissions-directors'],
  },
} satisfies Parameters<typeof deployment>[0]['staff'];

/** Every deployment. `-c stage=<name>` chooses one; the default is dev. */
const deployments = [
  deployment({
    name: 'dev',
    environment: 'development',
    partner: 'northern-lakes',
    region: 'us-east-1',
    mail: { from: 'admissions@example.edu' },
    converter: { kind: 'image' },
    addresses: 'list',
    removal: 'destroy',
    rejectCommonPasswords: false,
    firewall: 'off',
    staff,
    throttle: { rate: 200, burst: 400 },
  }),
  deployment({
    name: 'prod',
    environment: 'production',
    partner: 'northern-lakes',
    region: 'us-east-1',
    mail: { from: 'admissions@example.edu', sesIdentity: 'example.edu' },
    converter: { kind: 'image' },
    addresses: 'amazon-location',
    removal: 'retain',
    alarmEmail: 'admissions-operators@example.edu',
    monthlyBudget: 500,
    rejectCommonPasswords: true,
    firewall: 'block',
    staff,
    throttle: { rate: 2000, burst: 4000 },
  }),
];

/** The deployment with a name. An unknown name stops the synthesis with a list of the names. */
export function deploymentNamed(name: string): Deployment {
  const found = deployments.find((each) => each.name === name);
  if (found) return found;
  throw new InvalidConfigurationError(
    `No deployment is called "${name}". Known: ${deployments.map((each) => each.name).join(', ')}`,
  );
}

/** The deployment of one run of CDK, with the settings that `-c` changes for this run alone. */
export function deploymentIn(context: (name: string) => unknown): Deployment {
  const found = deploymentNamed(String(context('stage') ?? 'dev'));
  const changes = {
    partner: context('partner'), // `npm run dev -- --partner` shows another partner on the same stage
    // The benchmarks measure the dev stage without its configuration warnings.
    environment: context('environment'),
    // Tests ask for it on the dev stage: `-c rejectCommonPasswords=true`.
    rejectCommonPasswords: context('rejectCommonPasswords') === 'true',
    // `npm start -- --deliveries` and tests set it, as JSON.
    deliveries: context('deliveries') && JSON.parse(String(context('deliveries'))),
  };
  const changed = Object.fromEntries(Object.entries(changes).filter(([, value]) => value));
  return deployment({ ...found, ...changed });
}

export const deploymentNames = deployments.map(({ name }) => name);

export {
  type Converter,
  type Deployment,
  deployment,
  edgeRegion,
  madeIdentity,
  regionsOf,
  reservedConcurrency,
  type SamlProvider,
  type SftpSetting,
  senderDomain,
  sesIdentityOf,
  settingNames,
  uploadEventsAtOnce,
  vaultName,
} from './deployment.ts';
