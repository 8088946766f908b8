import settings from '#deployments';
import { type Deployment, deployment } from './deployment.ts';

/** Every deployment of the university. `-c stage=<name>` chooses one; the default is dev. */
const deployments = settings.map((each) => deployment(each));

/** Its message is for the operator: it has no stack trace (scripts/command-line/run-program.ts). */
class UnknownDeploymentError extends Error {
  override name = 'InvalidConfigurationError';
}

/** The deployment with a name. An unknown name stops the synthesis with a list of the names. */
export function deploymentNamed(name: string): Deployment {
  const found = deployments.find((each) => each.name === name);
  if (found) return found;
  throw new UnknownDeploymentError(
    `No deployment is called "${name}". Known: ${deployments.map((each) => each.name).join(', ')}`,
  );
}

/** The deployment of one run of CDK, with the settings that `-c` changes for this run alone. */
export function deploymentIn(context: (name: string) => unknown): Deployment {
  const found = deploymentNamed(String(context('stage') ?? 'dev'));
  const changes = {
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
  exampleAddressesIn,
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
