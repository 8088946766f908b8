import { type Partner, type PartnerWithSettings, partnerSchema } from './partner.ts';

// The checks of a partner. The build checks the files, and the server checks what the office publishes.

/** An error in a partner. `path` leads to the member. */
export interface PartnerFault {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

interface ParsedPartner {
  readonly partner?: PartnerWithSettings;
  readonly faults: readonly PartnerFault[];
}

/** Checks the members of a partner. */
export function parsePartner(value: unknown): ParsedPartner {
  const { data: partner, error } = partnerSchema.safeParse(value);
  if (partner !== undefined) return { partner, faults: [] };
  const faults = (error?.issues ?? []).map((issue) => ({
    path: issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path,
    message: issue.message,
  }));
  return { faults };
}

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

/** Paths to texts that name another partner, because they were copied from it. */
export function leftOverNames(partner: Partner, other: Partner): readonly (readonly string[])[] {
  const own = ownNames(partner);
  const names = ownNames(other).filter((name) => !own.includes(name));
  return textsIn(partner).flatMap(([path, text]) =>
    names.some((name) => contains(text, name)) ? [path] : [],
  );
}
