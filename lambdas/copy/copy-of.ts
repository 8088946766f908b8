import { applicationOf } from '../../shared/application/index.ts';
import {
  type Answers,
  answeredMarker,
  type Form,
  type PrintedPage,
  printLines,
  walk,
} from '../../shared/form/index.ts';
import type { Partner } from '../../shared/partners/index.ts';
import type { StoredApplication } from '../store/application.ts';
import type { Copy } from './draw-copy.ts';

/** One upload that goes behind the copy. */
export interface Attachment {
  readonly label: string;
  readonly fileName: string;
  readonly pdfKey: string;
}

/**
 * What a copy says: every question that shows, in form order, and the uploads that were converted. After submission
 * nothing of an application changes, so the stored answers are the submitted ones.
 */
export const copyOf = (application: StoredApplication, partner: Partner, madeAt: Date) => {
  const { counts, tabs, submission } = application;
  const form = applicationOf(partner, submission?.submitted_at ?? madeAt.toISOString());
  const answers = { ...application.answers, ...attachedAnswers(form, application) };
  const pages = printLines(form, { answers, counts, tabs });
  const copy: Omit<Copy, 'documents'> = {
    title: partner.applicationTitle,
    partner: partner.name,
    applicant: nameOf(answers),
    confirmation: submission?.confirmation,
    pages,
    madeAt,
  };
  return { copy, attachments: attachmentsOf(pages, application) };
};

/** A document question is answered by a converted upload and by nothing else, whatever the page saved. */
const attachedAnswers = (form: Form, { documents }: StoredApplication): Answers =>
  Object.fromEntries(
    walk(form)
      .questions.filter(({ question }) => question.kind === 'document')
      .map(({ key }) => [key, documents.get(key)?.status === 'COMPLETED' ? answeredMarker : '']),
  );

const nameOf = ({ first_name, middle_name, last_name }: Answers) =>
  [first_name, middle_name, last_name].filter((part) => typeof part === 'string' && part !== '').join(' ');

const attachmentsOf = (
  pages: readonly PrintedPage[],
  { documents }: StoredApplication,
): readonly Attachment[] =>
  pages
    .flatMap(({ lines }) => lines)
    .flatMap((line) => {
      const stored = line.kind === 'document' ? documents.get(line.key) : undefined;
      if (line.kind !== 'document' || stored?.status !== 'COMPLETED' || stored.pdf_key === undefined)
        return [];
      return [{ label: line.label, fileName: stored.file_name ?? '', pdfKey: stored.pdf_key }];
    });
