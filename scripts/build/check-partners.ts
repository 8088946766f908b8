import { readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ConfigurationError, type Form, InvalidConfigurationError } from '../../shared/form/index.ts';
import { partnerIds, partnerOf } from '../../shared/partners/index.ts';
import { type Partner, partnerSchema } from '../../shared/partners/partner.ts';
import { checkForm } from '../../shared/questions/check-form.ts';
import { applicationOf } from '../../shared/questions/index.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { locateMember, locateQuestion } from './locate.ts';
import { root } from './root.ts';

const partnersFolder = join(root, 'shared/partners');
/** The other files of the folder. */
const notPartners = [
  'dark-theme.ts',
  'deadlines.ts',
  'decision-day.ts',
  'index.ts',
  'maintenance.ts',
  'next-steps.ts',
  'partner.ts',
  'step-audiences.ts',
  'second-factor.ts',
  'step-codes.ts',
  'theme-pairs.ts',
  'time-zone.ts',
];

interface PartnerFile {
  readonly partner?: Partner;
  /** Each starts with the file and, if known, the line to edit. */
  readonly errors: readonly string[];
}

/** A partner's file exports one partner, whose id is the file's name. */
async function readPartner(file: string): Promise<PartnerFile> {
  const exported: readonly unknown[] = Object.values(await import(pathToFileURL(file).href));
  const at = (path: readonly PropertyKey[]) => locateMember(file, path.map(String));
  if (exported.length !== 1) return { errors: [`${at([])}: exports something else than one partner`] };
  const parsed = partnerSchema.safeParse(exported[0]);
  if (!parsed.success)
    return {
      errors: parsed.error.issues.map(({ path, message }) =>
        [at(path), ...(path.length === 0 ? [] : [path.join('.')]), message].join(': '),
      ),
    };
  const { data: partner } = parsed;
  const isNamed = basename(file) === `${partner.id}.ts`;
  return { partner, errors: isNamed ? [] : [`${at(['id'])}: id: is not the name of the file`] };
}

const unlisted = (file: string, { partner }: PartnerFile, known: readonly string[]): readonly string[] =>
  partner === undefined || known.includes(partner.id)
    ? []
    : [`${locateMember(file, [])}: is not listed in shared/partners/index.ts`];

/** Names that only one partner may use. */
const ownNames = ({ name, shortName, helpEmail, phone, publicSafetyPhone }: Partner): readonly string[] => [
  name,
  shortName,
  helpEmail.slice(helpEmail.indexOf('@') + 1),
  phone,
  publicSafetyPhone,
];

const contains = (text: string, name: string): boolean =>
  new RegExp(`(?<![\\w.])${name.replace(/[^\w\s]/g, '\\$&')}(?![\\w])`, 'i').test(text);

/** The texts of a value, however deep, each with the path to it. */
function textsIn(
  value: unknown,
  path: readonly string[] = [],
): readonly (readonly [readonly string[], string])[] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, [...path, name]));
}

/** Texts that were not changed after the file was copied from another partner's. */
function leftOverTexts(file: string, partner: Partner, others: readonly Partner[]): readonly string[] {
  const own = ownNames(partner);
  return others.flatMap((other) =>
    ownNames(other)
      .filter((name) => !own.includes(name))
      .flatMap((name) =>
        textsIn(partner)
          .filter(([, text]) => contains(text, name))
          .map(
            ([path]) =>
              `${locateMember(file, path)}: ${path.join('.')}: still says '${name}', which is ${other.id}'s`,
          ),
      ),
  );
}

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

/** Throws if a partner file is wrong, which stops the build. */
export async function checkPartners(): Promise<void> {
  const errors = await partnerErrors();
  if (errors.length > 0) throw new UsageError(errors.join('\n'));
}

const withPlace = (
  { id }: Partner,
  form: Form,
  { kind, message, key }: ConfigurationError,
): ConfigurationError => {
  const place = key === undefined ? undefined : locateQuestion(form, key);
  return { kind, key, message: `${place === undefined ? '' : `${place}: `}${id}: ${message}` };
};

/**
 * Throws one error with all mistakes in all partners' forms, each with the line that declares its question.
 */
export function checkForms(partners: readonly Partner[] = partnerIds.map(partnerOf)): void {
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
