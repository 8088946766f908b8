import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkForm } from '../../shared/application/check-form.ts';
import { applicationOf } from '../../shared/application/index.ts';
import { InvalidConfigurationError } from '../../shared/form/index.ts';
import { partnerIds, partnerOf } from '../../shared/partners/index.ts';
import { type Partner, partnerSchema } from '../../shared/partners/partner.ts';
import { UsageError } from '../local-cloud/usage-error.ts';
import { root } from './root.ts';

const folder = join(root, 'shared/partners');
/** What stands beside the partners' own files. */
const notPartners = ['index.ts', 'next-steps.ts', 'step-codes.ts', 'partner.ts', 'theme-pairs.ts'];

interface Read {
  readonly partner?: Partner;
  readonly faults: readonly string[];
}

/** A partner's file exports one partner, whose id is the file's name. */
async function read(file: string): Promise<Read> {
  const exported = Object.values((await import(pathToFileURL(file).href)) as Record<string, unknown>);
  if (exported.length !== 1) return { faults: ['exports something else than one partner'] };
  const parsed = partnerSchema.safeParse(exported[0]);
  if (!parsed.success)
    return {
      faults: parsed.error.issues.map(({ path, message }) =>
        path.length === 0 ? message : `${path.join('.')}: ${message}`,
      ),
    };
  const isNamed = file.endsWith(`/${parsed.data.id}.ts`) || file.endsWith(`\\${parsed.data.id}.ts`);
  return { partner: parsed.data, faults: isNamed ? [] : ['id: is not the name of the file'] };
}

const unlisted = ({ partner }: Read, known: readonly string[]): readonly string[] =>
  partner === undefined || known.includes(partner.id) ? [] : ['is not listed in shared/partners/index.ts'];

/** The faults of every partner file, each with the file, the place in it and the reason. */
export async function partnerFaults(
  from = folder,
  known: readonly string[] = partnerIds,
): Promise<readonly string[]> {
  const files = readdirSync(from).filter((name) => name.endsWith('.ts') && !notPartners.includes(name));
  if (files.length === 0) return [`${relative(root, from)}: there is no partner`];
  const faults: string[] = [];
  for (const name of files) {
    const file = join(from, name);
    const found = await read(file);
    for (const words of [...found.faults, ...unlisted(found, known)])
      faults.push(`${relative(root, file)}: ${words}`);
  }
  return faults;
}

/** A wrong partner file stops the build. */
export async function checkPartners(): Promise<void> {
  const faults = await partnerFaults();
  if (faults.length > 0) throw new UsageError(faults.join('\n'));
}

/** A partner whose form has a fault is not deployed: throws every fault of every form at once (docs/decisions/007). */
export function checkForms(partners: readonly Partner[] = partnerIds.map(partnerOf)): void {
  const today = new Date().toISOString();
  const faults = partners.flatMap((partner) =>
    checkForm(applicationOf(partner, today), partner).map(({ kind, message }) => ({
      kind,
      message: `${partner.id}: ${message}`,
    })),
  );
  if (faults.length > 0) throw new InvalidConfigurationError(faults);
}
