import { type PrintedPage, printLines } from '../../shared/form/index.ts';
import type { PartnerWithSettings } from '../../shared/partners/index.ts';
import { type Fact, factsOf, fullName } from '../../shared/questions/facts.ts';
import { applicationOf } from '../../shared/questions/index.ts';
import { copyWithout } from '../application/audience-copy.ts';
import { type ApplicationContent, contentForStaff } from '../application/submit.ts';
import type { PdfKey } from '../aws/object-keys.ts';
import type { ApplicationRecord } from '../table/application.ts';
import type { StoredPdf } from '../table/items.ts';

export interface PdfContent {
  readonly title: string;
  readonly partner: string;
  readonly applicant: string;
  /** The facts in the block at the top. */
  readonly facts: readonly Fact[];
  /** Missing in a draft. */
  readonly confirmation?: string | undefined;
  readonly pages: readonly PrintedPage[];
  readonly documents: readonly Pick<Attachment, 'label' | 'fileName'>[];
  readonly madeAt: Date;
  /** The university's time zone. */
  readonly timeZone: string;
}

/** One upload that is appended to the PDF. */
export interface Attachment {
  readonly label: string;
  readonly fileName: string;
  readonly pdfKey: PdfKey;
}

interface Circumstances {
  readonly madeAt: Date;
  /** Keys of questions and titles of sections that the PDF does not show. */
  readonly hides: readonly string[];
  readonly checklist: StoredPdf['checklist'];
}

/**
 * Content of an application PDF: every visible question in the order of the form, and the converted uploads.
 */
export const pdfContent = (
  application: ApplicationRecord,
  partner: PartnerWithSettings,
  { madeAt, hides, checklist }: Circumstances,
) => {
  const { submission, username } = application;
  const whole = applicationOf(partner, submission?.submitted_at ?? madeAt.toISOString());
  const all = contentForStaff(whole, application);
  const { form, content: shown } = copyWithout(whole, all, hides);
  const pages = printLines(form, shown);
  const content: Omit<PdfContent, 'documents'> = {
    title: partner.applicationTitle,
    partner: partner.name,
    applicant: fullName(shown.answers),
    facts: factsOf(shown.answers, {
      username,
      receipt: submission,
      timeZone: partner.timeZone,
      checklist,
    }),
    confirmation: submission?.confirmation,
    pages,
    madeAt,
    timeZone: partner.timeZone,
  };
  return { content, attachments: attachmentsOf(pages, shown) };
};

const attachmentsOf = (
  pages: readonly PrintedPage[],
  { documents }: ApplicationContent,
): readonly Attachment[] =>
  pages
    .flatMap(({ lines }) => lines)
    .flatMap((line) => {
      const stored = line.kind === 'document' ? documents[line.key] : undefined;
      if (line.kind !== 'document' || stored?.status !== 'COMPLETED' || stored.pdf_key === undefined)
        return [];
      return [{ label: line.label, fileName: stored.file_name ?? '', pdfKey: stored.pdf_key }];
    });
