// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of the product, in which a check is switched off
import type { SecurityCheck } from '../security-check.ts';

const ownDeletion = ['test/endpoints/own-deletion.test.ts'];
const retentionTests = ['test/endpoints/retention.test.ts'];

/**
 * Security checks of deletion: no unwanted deletion of applications, and no data written during or after one.
 */
export const retention: readonly SecurityCheck[] = [
  {
    name: 'limit of a night',
    protects: 'A wrong setting or clock does not erase many applications in one night.',
    file: 'lambdas/retention/retention-pass.ts',
    find: 'if (!allowed && ends > endsAllowed(users))',
    replace: 'if (allowed && ends < 0)',
    tests: retentionTests,
    only: 'erases nothing until an operator allows it with the date, and then everything',
  },
  {
    name: 'password of a deletion',
    protects: 'Who sits at an open page cannot delete the application.',
    file: 'lambdas/account/own-account-calls.ts',
    find: "await requireCurrentPassword(request, 'erasure-refused');",
    replace: '',
    tests: ownDeletion,
    only: 'is refused with a wrong password, which is recorded, and deletes nothing',
  },
  {
    name: 'deletion of a submitted application',
    protects: 'What the university received is deleted by the university only.',
    file: 'lambdas/table/erasures.ts',
    find: 'rev = if_not_exists(rev, ${0})`, {\n    if: isDraft,\n  });',
    replace: 'rev = if_not_exists(rev, ${0})`);',
    tests: ownDeletion,
    only: 'is rejected after submission, with a contact',
  },
  {
    name: 'log-in during an erasure',
    protects: 'Nobody adds anything to an application that is being erased.',
    file: 'lambdas/table/sessions.ts',
    find: 'writes.check(keys.erasure(sub), absent)',
    replace: 'writes.check(keys.erasure(`no-${sub}` as ApplicantId), absent)',
    tests: ownDeletion,
    only: 'takes the password, ends all sessions immediately',
  },
  {
    name: 'conversions during an erasure',
    protects: 'A conversion that ends during an erasure writes nothing that the erasure would miss.',
    file: 'lambdas/documents/conversions.ts',
    find: 'expression`attribute_not_exists(submitted_at) AND attribute_not_exists(erased_at)`',
    replace: 'expression`attribute_not_exists(submitted_at)`',
    tests: ['test/store/documents.test.ts'],
    only: 'that ends during an erasure writes nothing, and the application keeps its deletion lock',
  },
  {
    name: 'drafts in use',
    protects: 'A draft that its applicant changes in the moment before its end is not erased.',
    file: 'lambdas/table/erasures.ts',
    find: 'expression`rev = ${rev} AND ${isDraft}`',
    replace: 'expression`rev >= ${rev} AND ${isDraft}`',
    tests: retentionTests,
    only: 'a draft that is changed in the moment before it ends is not erased',
  },
  {
    name: 'mail before the end of a draft',
    protects: 'No draft ends without a mail about that end 30 days before.',
    file: 'lambdas/retention/retention.ts',
    find: 'if (age.notice?.changed_on === changedOn) return on >= ends',
    replace: 'if (age.notice !== undefined) return on >= ends',
    tests: retentionTests,
    only: 'a draft that is changed after the mail lives on, and is announced again later',
  },
  {
    name: 'lists of erased applicants',
    protects: 'A rebuild does not list an applicant who is erased at the same moment.',
    file: 'lambdas/staff/row-rebuilds.ts',
    find: '[isThere(sub), sameChecklist(sub, stored.checklist), ...row]',
    replace: 'row',
    tests: ['test/store/row-rebuilds.test.ts'],
    only: 'lists no applicant whose deletion begins at the same moment',
  },
];
