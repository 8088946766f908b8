import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type DeploymentFault,
  deployment,
  InvalidConfigurationError as InvalidDeploymentError,
} from '../../lib/config/deployment.ts';
import { type ConfigurationError, type Form, InvalidConfigurationError } from '../../shared/form/index.ts';
import { leftOverNames, type PartnerFault, parsePartner } from '../../shared/partners/check-partner.ts';
import { university } from '../../shared/partners/index.ts';
import type { PartnerWithSettings } from '../../shared/partners/partner.ts';
import { checkForm } from '../../shared/questions/check-form.ts';
import { applicationOf } from '../../shared/questions/index.ts';
import { lookupCategories } from '../../shared/rules/lookup.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { readList } from '../operator/import-lookup/lists.ts';
import { locateMember, locateQuestion } from './locate.ts';
import { fromRoot, root } from './root.ts';
import { sample, universityFolder } from './university.ts';

const located = (file: string, { path, message }: PartnerFault): string =>
  [locateMember(file, path.map(String)), ...(path.length === 0 ? [] : [path.join('.')]), message].join(': ');

const defaultExport = async (file: string): Promise<unknown> =>
  (await import(pathToFileURL(file).href)).default;

/** Errors in university.ts. A copied folder must not name the sample anywhere. */
async function universityErrors(folder: string): Promise<readonly string[]> {
  const file = join(folder, 'university.ts');
  const { partner, faults } = parsePartner(await defaultExport(file));
  if (partner === undefined) return faults.map((fault) => located(file, fault));
  if (folder === sample) return [];
  const { partner: copied } = parsePartner(await defaultExport(join(sample, 'university.ts')));
  return leftOverNames(partner, copied ? [copied] : []).map((fault) => located(file, fault));
}

/** The line of a setting, below the line with the name of its deployment. */
export function locateSetting(file: string, { name, path }: Pick<DeploymentFault, 'name' | 'path'>): string {
  const lines = readFileSync(file, 'utf8').split('\n');
  const start = lines.findIndex((line) => line.includes(`name: '${String(name)}'`));
  return locateMember(file, path, Math.max(start, 0));
}

/** Errors in deployments.ts. */
async function deploymentErrors(folder: string): Promise<readonly string[]> {
  const file = join(folder, 'deployments.ts');
  const all = await defaultExport(file);
  if (!Array.isArray(all))
    return [`${locateMember(file, [])}: its default export is not a list of deployments`];
  return all.flatMap((settings) => {
    try {
      deployment(settings);
      return [];
    } catch (error) {
      if (!(error instanceof InvalidDeploymentError)) throw error;
      return error.faults.map((fault) => `${locateSetting(file, fault)}: ${fault.name}: ${fault.message}`);
    }
  });
}

/** Lists of places that cannot be read. */
const listErrors = (folder: string): readonly string[] =>
  lookupCategories.flatMap((category) => {
    try {
      readList(join(folder, 'lookup', `${category}.tsv`));
      return [];
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)];
    }
  });

const compiler = join(root, 'node_modules/typescript/bin/tsc');

/** The messages of the TypeScript compiler, with file and line. */
const typeErrors = (folder: string): Promise<readonly string[]> =>
  new Promise((done) => {
    const args = [compiler, '--noEmit', '-p', folder, '--pretty', 'false'];
    execFile(process.execPath, args, { cwd: folder }, (_error, stdout) =>
      done(
        stdout
          .split('\n')
          .filter((line) => line.includes('error TS'))
          .map((line) => `${fromRoot(folder)}/${line.replace(/\((\d+),\d+\): error (TS\d+)/, ':$1: $2')}`),
      ),
    );
  });

/**
 * Errors in the folder of a university, each with the file, the line and the reason. The sample is part of
 * the repository, whose own type check covers it.
 */
export async function folderErrors(folder = universityFolder()): Promise<readonly string[]> {
  const hasTypes = existsSync(join(folder, 'tsconfig.json'));
  const types = hasTypes ? await typeErrors(folder) : [];
  if (types.length > 0) return types; // the file may not even be importable
  return [...(await universityErrors(folder)), ...(await deploymentErrors(folder)), ...listErrors(folder)];
}

/** Throws if a file of the chosen folder is wrong, which stops the build. */
export async function checkUniversity(): Promise<void> {
  const errors = await folderErrors();
  if (errors.length > 0) throw new UsageError(errors.join('\n'));
}

const withPlace = (
  { id }: PartnerWithSettings,
  form: Form,
  { kind, message, key }: ConfigurationError,
): ConfigurationError => {
  const place = key === undefined ? undefined : locateQuestion(form, key);
  return { kind, key, message: `${place === undefined ? '' : `${place}: `}${id}: ${message}` };
};

/** Throws one error with all mistakes in the form, each with the line that declares its question. */
export function checkUniversityForm(partner: PartnerWithSettings = university): void {
  const form = applicationOf(partner, new Date().toISOString());
  const errors = checkForm(form, partner).map((error) => withPlace(partner, form, error));
  if (errors.length > 0) throw new InvalidConfigurationError(errors);
}

/** Checks that `npm run dev` runs after an edit. */
export async function checkFormAndUniversity(): Promise<void> {
  await checkUniversity();
  checkUniversityForm();
}
