import { readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ConfigurationError, type Form, InvalidConfigurationError } from '../../shared/form/index.ts';
import { leftOverNames, type PartnerFault, parsePartner } from '../../shared/partners/check-partner.ts';
import { partnerIds, partnerOf } from '../../shared/partners/index.ts';
import type { PartnerWithSettings } from '../../shared/partners/partner.ts';
import { checkForm } from '../../shared/questions/check-form.ts';
import { applicationOf } from '../../shared/questions/index.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { locateMember, locateQuestion } from './locate.ts';
import { root } from './root.ts';

const partnersFolder = join(root, 'shared/partners');
/** The other files of the folder. */
const notPartners = [
  'check-partner.ts',
  'dark-theme.ts',
  'deadlines.ts',
  'decision-day.ts',
  'index.ts',
  'maintenance.ts',
  'next-steps.ts',
  'partner.ts',
  'step-audiences.ts',
  'setting-descriptions.ts',
  'setting-risks.ts',
  'settings.ts',
  'step-codes.ts',
  'theme-pairs.ts',
  'theme-style.ts',
  'time-zone.ts',
];

interface PartnerFile {
  readonly partner?: PartnerWithSettings;
  /** Each starts with the file and, if known, the line to edit. */
  readonly errors: readonly string[];
}

const located = (file: string, { path, message }: PartnerFault): string =>
  [locateMember(file, path.map(String)), ...(path.length === 0 ? [] : [path.join('.')]), message].join(': ');

/** A partner's file exports one partner, whose id is the file's name. */
async function readPartner(file: string): Promise<PartnerFile> {
  const exported: readonly unknown[] = Object.values(await import(pathToFileURL(file).href));
  const at = (path: PartnerFault['path']) => locateMember(file, path.map(String));
  if (exported.length !== 1) return { errors: [`${at([])}: exports something else than one partner`] };
  const { partner, faults } = parsePartner(exported[0]);
  if (partner === undefined) return { errors: faults.map((fault) => located(file, fault)) };
  const isNamed = basename(file) === `${partner.id}.ts`;
  return { partner, errors: isNamed ? [] : [`${at(['id'])}: id: is not the name of the file`] };
}

const unlisted = (file: string, { partner }: PartnerFile, known: readonly string[]): readonly string[] =>
  partner === undefined || known.includes(partner.id)
    ? []
    : [`${locateMember(file, [])}: is not listed in shared/partners/index.ts`];

/** Texts that were not changed after the file was copied from another partner's. */
const leftOverTexts = (
  file: string,
  partner: PartnerWithSettings,
  others: readonly PartnerWithSettings[],
): readonly string[] => leftOverNames(partner, others).map((fault) => located(file, fault));

/** Errors in the partner files, each with the file, the line and the reason. */
export async function partnerErrors(
  folder = partnersFolder,
  known: readonly string[] = partnerIds,
): Promise<readonly string[]> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts') && !notPartners.includes(name));
  if (names.length === 0) return [`${relative(root, folder)}: there is no partner`];
  const files = await Promise.all(
    names.map(async (name) => ({ file: join(folder, name), found: await readPartner(join(folder, name)) })),
  );
  const partners = files.flatMap(({ found }) => found.partner ?? []);
  return files.flatMap(({ file, found }) => [
    ...found.errors,
    ...unlisted(file, found, known),
    ...(found.partner === undefined
      ? []
      : leftOverTexts(
          file,
          found.partner,
          partners.filter(({ id }) => id !== found.partner?.id),
        )),
  ]);
}

/** Throws if the file of a partner is wrong, which stops the build. */
export async function checkPartners(): Promise<void> {
  const errors = await partnerErrors();
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

/**
 * Throws one error with all mistakes in all partners' forms, each with the line that declares its question.
 */
export function checkForms(partners: readonly PartnerWithSettings[] = partnerIds.map(partnerOf)): void {
  const today = new Date().toISOString();
  const errors = partners.flatMap((partner) => {
    const form = applicationOf(partner, today);
    return checkForm(form, partner).map((error) => withPlace(partner, form, error));
  });
  if (errors.length > 0) throw new InvalidConfigurationError(errors);
}

/** Checks that `npm run dev` runs after an edit. */
export async function checkFormsAndPartners(): Promise<void> {
  await checkPartners();
  checkForms();
}
