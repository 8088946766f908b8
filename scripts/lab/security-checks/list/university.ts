import type { SecurityCheck } from '../security-check.ts';

const staff = ['test/endpoints/staff.test.ts'];
const delivery = ['test/use-cases/delivery.test.ts'];
const receive = ['test/operator/checklist.test.ts'];
const erasure = ['test/endpoints/erasure.test.ts'];

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
    file: 'lambdas/use-cases/export-page.ts',
    find: 'const settlingMs = 120_000;',
    replace: 'const settlingMs = 0;',
    tests: ['test/use-cases/export-page.test.ts'],
  },
  {
    name: 'one delivery of a package',
    protects: 'While a package is delivered, nobody else delivers it.',
    file: 'lambdas/store/deliveries.ts',
    find: "ConditionExpression: 'attribute_exists(pk) AND next_at <= :now AND",
    replace: "ConditionExpression: 'attribute_exists(pk) AND (next_at <= :now OR next_at > :now) AND",
    tests: delivery,
    only: 'leaves its package to the next run after six minutes',
  },
  {
    name: 'packages of erased applicants',
    protects: 'The package of an applicant who was erased is not delivered.',
    file: 'lambdas/use-cases/delivery.ts',
    find: 'if (submission === undefined) return void (await deletePendingDelivery(sub));',
    replace: "if (submission === undefined) throw new Error('Nothing was submitted.');",
    tests: delivery,
    only: 'is no longer pending',
  },
  {
    name: 'whose checklist items they are',
    protects: 'A checklist item is ticked off only for the applicant whom its row names.',
    file: 'lambdas/use-cases/checklist.ts',
    find: "if (account.state === 'confirmed') return account.sub;",
    replace: "if (account.state !== 'confirmed') return applicant as ApplicantId;\n  return account.sub;",
    tests: receive,
    only: 'reports each line that cannot be done',
  },
  {
    name: 'checklist items of two lists',
    protects: 'Two lists of checklist items that come at the same time lose no checklist item.',
    file: 'lambdas/store/checklist.ts',
    find: "ConditionExpression: rev === 0 ? 'attribute_not_exists(pk)' : 'rev = :before',",
    replace:
      "ConditionExpression: rev === 0 ? 'attribute_exists(pk) OR attribute_not_exists(pk)' : 'rev >= :before OR rev < :before',",
    tests: receive,
    only: 'loses no checklist item when two lists come at the same time',
  },
  {
    name: 'versions of erased files',
    protects: 'Erasing deletes the bytes of a file, instead of only hiding them behind a mark.',
    file: 'lambdas/aws/s3-versions.ts',
    find: 'map(({ Key, VersionId }) => ({ Key, VersionId }));',
    replace: 'map(({ Key }) => ({ Key }));',
    tests: erasure,
    only: 'leaves their name in no store',
  },
  {
    name: 'hidden files of applicants',
    protects: 'Staff open no file that a choice of the applicant hides.',
    file: 'lambdas/handlers/staff.ts',
    find: 'const { documents } = await contentOf(await readApplication(sub));',
    replace: 'const documents = Object.fromEntries((await readApplication(sub)).documents);',
    tests: staff,
    only: 'leaves out a file that a choice has hidden',
  },
];
