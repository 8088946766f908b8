import type { Dialect } from './delimited.ts';
import generated from './mappings.json' with { type: 'json' };

/** Translates the codes of choices. `otherwise` decides about codes without a translation. */
export interface Translation {
  readonly codes: Readonly<Record<string, string>>;
  readonly otherwise: 'keep' | 'empty' | 'error';
}

export interface MappedColumn {
  readonly title: string;
  /** `answer` has a key of the form, `receipt` a fact about the application, `checklist` an item's id. */
  readonly source: 'answer' | 'receipt' | 'checklist' | 'fixed';
  /** The key, fact or id, or the text of a fixed column. */
  readonly of: string;
  /** The name of a translation. */
  readonly translate?: string;
  /** A date mask (date-mask.ts). */
  readonly date?: string;
}

/** A partner's format for another system. Its source is a file in shared/partners/mappings. */
export interface Mapping {
  readonly partner: string;
  readonly extension: string;
  readonly dialect: Dialect;
  readonly hasHeader: boolean;
  /** The time zone of times. Days have none. */
  readonly timeZone: string;
  readonly translations: Readonly<Record<string, Translation>>;
  readonly columns: readonly MappedColumn[];
}

export type MappingName = keyof typeof generated;

/** The mappings of all partners by their names. `npx matricula generate mappings` writes their file. */
export const mappings = generated as unknown as Readonly<Record<MappingName, Mapping>>;

export const mappingNames = Object.keys(mappings) as readonly MappingName[];
