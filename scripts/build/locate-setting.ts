import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeploymentFault, InvalidConfigurationError } from '../../lib/config/deployment.ts';
import { locateMember } from './locate.ts';
import { universityFolder } from './university.ts';

/** The line of a setting, below the line with the name of its deployment. */
export function locateSetting(file: string, { name, path }: Pick<DeploymentFault, 'name' | 'path'>): string {
  const lines = readFileSync(file, 'utf8').split('\n');
  const start = lines.findIndex((line) => line.includes(`name: '${String(name)}'`));
  return locateMember(file, path, Math.max(start, 0));
}

/** A line for each fault, with the file, the line and the deployment. */
export const locateFaults = (file: string, faults: readonly DeploymentFault[]): readonly string[] =>
  faults.map((fault) => `${locateSetting(file, fault)}: ${fault.name}: ${fault.message}`);

/** The message of an error in the chosen deployments.ts. */
export const locatedFaults = ({ faults }: InvalidConfigurationError): string =>
  locateFaults(join(universityFolder(), 'deployments.ts'), faults).join('\n');
