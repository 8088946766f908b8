// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of the product, in which a check is switched off
import type { SecurityCheck } from '../security-check.ts';

const staffView = ['test/endpoints/staff-view.test.ts'];
const audiences = ['test/endpoints/audiences.test.ts'];
const outbox = ['test/store/outbox.test.ts'];
const receive = ['test/operator/checklist.test.ts'];
const erasure = ['test/endpoints/erasure.test.ts'];
const sent = ['test/endpoints/checklist-documents.test.ts'];

/**
 * Security checks of exports, delivery to the university, checklist items, staff access, and deletion of
 * files.
 */
export const university: readonly SecurityCheck[] = [
  {
    name: 'formulas in exports',
    protects: 'No spreadsheet calculates what an applicant typed.',
    file: 'shared/export/csv.ts',
    find: 'beginsFormula.test(text) && !isNumber.test(text) ?',
    replace: 'beginsFormula.test(text) && isNumber.test(text) ?',
    tests: ['test/shared/export/csv.test.ts'],
  },
  {
    name: 'end of an export',
    protects: 'A submission that was stored late is in the next export, instead of in none.',
    file: 'lambdas/delivery/export-page.ts',
    find: 'const settlingMs = 120_000;',
    replace: 'const settlingMs = 0;',
    tests: ['test/use-cases/export-page.test.ts'],
  },
  {
    name: 'one try at a time',
    protects: 'While a function sends a mail, a package or an event, no other function does.',
    file: 'lambdas/table/outbox.ts',
    find: '`next_at <= ${now()} AND',
    replace: '`next_at >= ${0} AND',
    tests: outbox,
    only: 'is done by one of them',
  },
  {
    name: 'packages of erased applicants',
    protects: 'The package of an applicant who was erased is not delivered.',
    file: 'lambdas/delivery/packages.ts',
    find: 'if (submission === undefined) return;\n  const { confirmation, format',
    replace:
      "if (submission === undefined) throw new Error('Nothing was submitted.');\n  const { confirmation, format",
    tests: outbox,
    only: 'is no longer pending',
  },
  {
    name: 'whose checklist items they are',
    protects: 'A checklist item is ticked off only for the applicant whom its row names.',
    file: 'lambdas/staff/checklist-calls.ts',
    find: "if (account.state === 'confirmed') return account.sub;",
    replace: "if (account.state !== 'confirmed') return applicant as ApplicantId;\n  return account.sub;",
    tests: receive,
    only: 'reports each line that cannot be done',
  },
  {
    name: 'checklist items of two lists',
    protects: 'Two lists of checklist items that come at the same time lose no checklist item.',
    file: 'lambdas/table/checklist.ts',
    find: 'rev: rev + 1 }), { if: atRevision(rev) }),',
    replace: 'rev: rev + 1 })),',
    tests: receive,
    only: 'loses no checklist item when two lists come at the same time',
  },
  {
    name: 'versions of erased files',
    protects: 'Erasing deletes the bytes of a file, instead of only hiding them behind a mark.',
    file: 'lambdas/aws/s3.ts',
    find: 'map(({ Key, VersionId }) => ({ Key, VersionId }));',
    replace: 'map(({ Key }) => ({ Key }));',
    tests: erasure,
    only: 'leaves their name in no store',
  },
  {
    name: 'hidden files of applicants',
    protects: 'Staff open no file that a choice of the applicant hides.',
    file: 'lambdas/staff/view.ts',
    find: 'return (await copyOf(stored, audience)).content.documents[key]?.pdf_key',
    replace: 'return stored.documents.get(key)?.pdf_key',
    tests: staffView,
    only: 'leaves out a file that a choice has hidden',
  },
  {
    name: 'answers that readers do not see',
    protects: 'Readers in the console do not get the answers to hidden questions.',
    file: 'lambdas/staff/read-calls.ts',
    find: 'applicationResponse(stored, audienceOf(caller.roles))',
    replace: "applicationResponse(stored, 'office')",
    tests: audiences,
    only: 'gets neither keys nor values of hidden questions',
  },
  {
    name: 'application PDFs of readers',
    protects: 'Readers in the console do not get the PDF with the answers to hidden questions.',
    file: 'lambdas/staff/read-calls.ts',
    find: 'pdfResponse(sub, audienceOf(caller.roles),',
    replace: "pdfResponse(sub, 'office',",
    tests: audiences,
    only: 'gets a PDF that tells of no hidden answer',
  },
  {
    name: 'files that readers do not see',
    protects: 'Readers in the console open no file of a hidden question.',
    file: 'lambdas/staff/read-calls.ts',
    find: 'documentResponse(stored, audienceOf(caller.roles),',
    replace: "documentResponse(stored, 'office',",
    tests: audiences,
    only: 'opens other documents, but none of a hidden question',
  },
  {
    name: 'audience of a staff link',
    protects: 'A link for readers does not show what only the office sees.',
    file: 'lambdas/table/staff-tokens.ts',
    find: 'isValid ? token.audience',
    replace: "isValid ? 'office'",
    tests: audiences,
    only: 'opens what readers see, unless it is for the office',
  },
  {
    name: 'questions in a drawn PDF',
    protects: 'A PDF is drawn without the questions that were hidden when it was requested.',
    file: 'lambdas/functions/application-pdf-make.ts',
    find: 'hides, checklist };',
    replace: 'hides: [], checklist };',
    tests: audiences,
    only: 'gets a PDF that tells of no hidden answer',
  },
  {
    name: 'documents that the office has checked',
    protects: 'Applicants cannot change a document for the checklist after the office has checked it.',
    file: 'lambdas/documents/checklist-documents.ts',
    find: 'return checklist.received[item] === undefined ? undefined : new',
    replace: 'return checklist.rev >= 0 ? undefined : new',
    tests: sent,
    only: 'once the office has marked the item as received',
  },
  {
    name: 'documents checked during a conversion',
    protects: 'A document that was converted after the office had checked another one does not replace it.',
    file: 'lambdas/documents/checklist-documents.ts',
    find: 'if (rejection !== undefined) return { writes: [], result: { rejected: rejection.message } };',
    replace: '',
    tests: sent,
    only: 'if the item is marked as received while it is converted',
  },
  {
    name: 'items that take uploads',
    protects: 'Applicants upload documents only for items that they need and that take uploads.',
    file: 'lambdas/documents/checklist-documents.ts',
    find: '({ id, acceptsUpload }) => id === item && acceptsUpload,',
    replace: '({ id }) => id !== "",',
    tests: sent,
    only: 'for an item',
  },
];
