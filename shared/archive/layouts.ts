import type { ExportFormat } from '../export/format-names.ts';
import { documentIndex, type SlateSettings } from '../export/slate-documents.ts';
import type { ApplicationPackage } from '../package/application-package.ts';

/** A PDF of a package: the application's own, or the converted document of a file question. */
export interface PackagePdf {
  readonly confirmation: string;
  /** The permanent id of the account. */
  readonly applicant: string;
  /** `application`, or the key of the file question. */
  readonly key: string;
}

/** The name of a PDF in its package. */
export const pathInPackage = ({ key }: PackagePdf): string =>
  key === 'application' ? 'application.pdf' : `documents/${key}.pdf`;

/** A file in each ZIP that describes its PDFs. */
export interface ArchiveIndex {
  readonly fileName: string;
  readonly head: string;
  readonly lineOf: (pdf: PackagePdf) => string;
}

export interface ArchiveLayout {
  /** The start of the names of ZIP files. */
  readonly name: 'pdfs' | 'dip';
  /** Which PDFs of a package belong into the archive. */
  readonly pdfsOf: (application: Archivable) => readonly PackagePdf[];
  /** A unique name in ASCII. */
  readonly nameOf: (pdf: PackagePdf) => string;
  readonly index?: ArchiveIndex;
}

type Archivable = Pick<ApplicationPackage, 'confirmation' | 'applicant' | 'documents'>;

const pdfOf = ({ confirmation, applicant: { id } }: Archivable, key: string): PackagePdf => ({
  confirmation,
  applicant: id,
  key,
});

/** The application's PDF has each document, so it is enough for people. */
const applicationPdfs: ArchiveLayout = {
  name: 'pdfs',
  pdfsOf: (application) => [pdfOf(application, 'application')],
  nameOf: ({ confirmation }) => `${confirmation}.pdf`,
};

/** Slate files each document under its own type. */
const slateDocuments = (settings: SlateSettings | undefined): ArchiveLayout => {
  const nameOf = ({ confirmation, key }: PackagePdf) => `${confirmation}-${key}.pdf`;
  return {
    name: 'dip',
    pdfsOf: (application) =>
      ['application', ...application.documents.map(({ key }) => key)].map((key) => pdfOf(application, key)),
    nameOf,
    index: documentIndex(settings, nameOf),
  };
};

/** The archive of PDFs that belongs to a format, with the partner's settings for Slate. */
export const archiveLayout = (format: ExportFormat, slate?: SlateSettings): ArchiveLayout =>
  format === 'slate' ? slateDocuments(slate) : applicationPdfs;
