import type { Guard } from '../guard.ts';

/** What protects the answers of applicants from each other, from themselves and from the logs. */
export const applications: readonly Guard[] = [
  {
    name: 'addresses in logs',
    protects: 'An error that names an email address is logged without it.',
    file: 'lambdas/runtime/log.ts',
    find: 'message: withoutAddresses(error.message),',
    replace: 'message: error.message,',
    tests: ['test/runtime/log.test.ts'],
  },
  {
    name: 'conditional write of a revision',
    protects: 'A change is written only on the state that it was planned for, so no change is lost.',
    file: 'lambdas/store/change.ts',
    find: '`rev = :before AND attribute_not_exists(submitted_at)',
    replace: '`rev >= :before AND attribute_not_exists(submitted_at)',
    tests: ['test/faults/contention.test.ts'],
    only: 'choose tabs and set counts, and lose none',
  },
  {
    name: 'partition of an applicant',
    protects: 'The answers and documents of each applicant are stored apart, under the id of their session.',
    file: 'lambdas/store/keys.ts',
    find: 'application: (sub: ApplicantId) => `APP#',
    replace: 'application: (sub: ApplicantId) => `APP#all` || `',
    tests: ['test/faults/answers.test.ts'],
    only: "no applicant ever sees another applicant's data",
  },
  {
    name: 'conversions of submitted applications',
    protects: 'A conversion that ends late changes nothing in a submitted application.',
    file: 'lambdas/store/conversions.ts',
    find: "ConditionExpression: 'attribute_not_exists(submitted_at)',",
    replace: '',
    tests: ['test/conversion/pipeline.test.ts'],
    only: 'conversion: changes nothing in an application that was submitted meanwhile',
  },
];
