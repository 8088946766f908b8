import type { Partner } from '../partners/partner.ts';
import { delimitedLine } from './delimited.ts';
import { defaultDocumentColumns } from './slate-columns.ts';

export type SlateSettings = NonNullable<Partner['slate']>;

/** Types of documents. A file question that is not here has its key as its type. */
const defaultTypes: Readonly<Record<string, string>> = {
  application: 'application',
  transcript_document: 'transcript',
  activities_document: 'resume',
};

/** The line for a source format of Slate that reads the documents. */
export const slateLayout = '<layout b="&#x9;" h="1" t="&quot;" type="dip" index="index.txt" />';

interface IndexedPdf {
  readonly confirmation: string;
  readonly applicant: string;
  readonly key: string;
}

const line = (cells: readonly string[]) =>
  delimitedLine(cells, { delimiter: '\t', quotes: 'all', lineEnd: '\r\n' });

/**
 * `index.txt` of an archive for Slate's Document Import Processor. It identifies applications and persons
 * like slate.csv.
 */
export function documentIndex<Pdf extends IndexedPdf>(
  { documents = {} }: SlateSettings = {},
  nameOf: (pdf: Pdf) => string,
) {
  const titles = { ...defaultDocumentColumns, ...documents.columns };
  const types = { ...defaultTypes, ...documents.types };
  return {
    fileName: 'index.txt',
    head: line([titles.applicationReference, titles.personReference, titles.type, titles.file]),
    lineOf: (pdf: Pdf) => line([pdf.confirmation, pdf.applicant, types[pdf.key] ?? pdf.key, nameOf(pdf)]),
  };
}
