import { type MappingName, mappingNames, mappings } from './mapping.ts';

/** Formats of the product. A mapping cannot have their names. */
export const ownFormats = ['csv', 'json', 'slate'] as const;
export type OwnFormat = (typeof ownFormats)[number];

/** A format of the product, or a mapping by its name. */
export type ExportFormat = OwnFormat | MappingName;
export const exportFormats: readonly ExportFormat[] = [...ownFormats, ...mappingNames];

/** The formats of a partner: a mapping translates the codes of one partner's form. */
export const exportFormatsOf = (partner: string): readonly ExportFormat[] => [
  ...ownFormats,
  ...mappingNames.filter((name) => mappings[name].partner === partner),
];

export const isOwnFormat = (format: ExportFormat): format is OwnFormat =>
  ownFormats.some((each) => each === format);
