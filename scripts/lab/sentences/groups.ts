/**
 * A place where sentences appear, and the files that contain them. A file belongs to the first group that
 * lists it.
 */
export interface Group {
  readonly title: string;
  readonly paths: readonly string[];
}

export const groups: readonly Group[] = [
  {
    title: 'Mails',
    paths: [
      'lambdas/handlers/cognito-messages.ts',
      'lambdas/use-cases/sign-ups.ts',
      'lambdas/use-cases/receipt-mail.ts',
      'lambdas/use-cases/checklist-mail.ts',
      'lambdas/use-cases/deadline-mails.ts',
      'lambdas/use-cases/erasure-mail.ts',
    ],
  },
  {
    title: 'PDFs and other printed pages',
    paths: ['lambdas/pdf/', 'web/print/', 'shared/form/print-lines.ts'],
  },
  { title: "The partner's texts", paths: ['shared/partners/'] },
  {
    title: 'Messages about answers',
    paths: ['shared/questions/', 'shared/form/', 'shared/options/', 'shared/rules/'],
  },
  { title: 'Responses to calls', paths: ['shared/', 'lambdas/'] },
  { title: 'Account pages', paths: ['web/account/', 'web/session/'] },
  { title: 'Form pages', paths: ['web/form/', 'web/form-state/', 'web/fields/'] },
  { title: 'Files, receipt and PDF copy', paths: ['web/documents/'] },
  {
    title: 'Every page: header, footer, dialogs, toasts, errors',
    paths: ['web/layout/', 'web/ui/', 'web/api-client/'],
  },
  { title: 'Other pages', paths: ['web/'] },
];

/** Files whose sentences only developers and operators read, and long lists of names. */
const others: readonly string[] = [
  'lambdas/use-cases/operator-commands.ts',
  'lambdas/use-cases/checklist.ts',
  'lambdas/conversion/office-process.ts',
  'lambdas/conversion/office-profile.ts',
  'lambdas/handlers/operator.ts',
  'lambdas/http/cookies.ts',
  'lambdas/runtime/',
  'shared/api/operator.ts',
  'shared/questions/answer-keys-snapshot.ts',
  'shared/questions/check-form.ts',
  'shared/form/check-conditions.ts',
  'shared/form/configuration-error.ts',
  'shared/form/consistency.ts',
  'shared/form/data-dictionary.ts',
  'shared/options/countries.ts',
  'shared/options/regions.ts',
  'shared/partners/partner.ts',
  'shared/smoke/',
  'web/documents/receipt-pdf.ts',
  'web/prerender/inline-head.ts',
  'web/session/session.ts',
  'web/vite.config.ts',
];

export const isForApplicants = (path: string): boolean => !others.some((other) => path.startsWith(other));
