import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  deployment,
  InvalidConfigurationError as InvalidDeploymentError,
} from '../../lib/config/deployment.ts';
import { type ConfigurationError, type Form, InvalidConfigurationError } from '../../shared/form/index.ts';
import { type PartnerFault, parsePartner } from '../../shared/partners/check-partner.ts';
import { university } from '../../shared/partners/index.ts';
import type { PartnerWithSettings } from '../../shared/partners/partner.ts';
import { checkForm } from '../../shared/questions/check-form.ts';
import { applicationOf } from '../../shared/questions/index.ts';
import { lookupCategories } from '../../shared/rules/lookup.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { readList } from '../operator/import-lookup/lists.ts';
import { locateMember, locateQuestion } from './locate.ts';
import { locateFaults } from './locate-setting.ts';
import { root } from './root.ts';
import { sample, universityFolder } from './university.ts';

const located = (file: string, { path, message }: PartnerFault): string =>
  [locateMember(file, path.map(String)), ...(path.length === 0 ? [] : [path.join('.')]), message].join(': ');

const defaultExport = async (file: string): Promise<unknown> =>
  (await import(pathToFileURL(file).href)).default;

/** Errors in university.ts. */
async function universityErrors(folder: string): Promise<readonly string[]> {
  const file = join(folder, 'university.ts');
  const { faults } = parsePartner(await defaultExport(file));
  return faults.map((fault) => located(file, fault));
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
      return locateFaults(file, error.faults);
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

/** The settings of the clone's own type check, for the files of a folder. */
const compilerSettings = (folder: string) => ({
  extends: join(root, 'tsconfig.json'),
  compilerOptions: { types: [], paths: { matricula: [join(root, 'lib/university.ts')] } },
  files: ['university.ts', 'deployments.ts'].map((file) => join(folder, file)),
  include: [],
});

/** The messages of the TypeScript compiler, with file and line. */
async function typeErrors(folder: string): Promise<readonly string[]> {
  const settings = join(root, '.cache/university-tsconfig.json');
  mkdirSync(dirname(settings), { recursive: true });
  writeFileSync(settings, JSON.stringify(compilerSettings(folder)));
  const args = [compiler, '--noEmit', '-p', settings, '--pretty', 'false'];
  const output = await new Promise<string>((done) => {
    execFile(process.execPath, args, { cwd: root }, (_error, stdout) => done(stdout));
  });
  return output
    .split('\n')
    .filter((line) => line.includes('error TS'))
    .map((line) => line.replace(/\((\d+),\d+\): error (TS\d+)/, ':$1: $2'));
}

/** Errors in the files of a university, each with the file, the line and the reason. */
export async function folderErrors(folder = universityFolder()): Promise<readonly string[]> {
  return [...(await universityErrors(folder)), ...(await deploymentErrors(folder)), ...listErrors(folder)];
}

/** Throws if a file of the chosen folder is wrong, which stops the build. */
export async function checkUniversity(): Promise<void> {
  const folder = universityFolder();
  const errors = await folderErrors(folder);
  // Messages of the compiler are longer. The repository's own type check covers the sample.
  const found = errors.length > 0 || folder === sample ? errors : await typeErrors(folder);
  if (found.length > 0) throw new UsageError(found.join('\n'));
}

/** The line of the question or setting to fix. */
const placeOf = (form: Form, { key, setting }: ConfigurationError): string | undefined => {
  if (setting !== undefined) return locateMember(join(universityFolder(), 'university.ts'), setting);
  return key === undefined ? undefined : locateQuestion(form, key);
};

const withPlace = (
  { id }: PartnerWithSettings,
  form: Form,
  error: ConfigurationError,
): ConfigurationError => {
  const place = placeOf(form, error);
  return { ...error, message: `${place === undefined ? '' : `${place}: `}${id}: ${error.message}` };
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
