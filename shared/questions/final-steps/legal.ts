import { ask, checkbox, document, equals, radio, section, textarea, when } from '../../form/index.ts';
import type { Partner } from '../../partners/partner.ts';
import { whoSeesThis } from '../who-sees-this.ts';

/** Required once the applicant has answered Yes. The partner sets the maximum length. */
const explanation = (about: string, limit: number) =>
  textarea(`Detailed explanation of the ${about}`, {
    required: `Please provide a detailed explanation of the ${about}.`,
    limit,
  });

/** Court or school records may be added; the explanation stays required. */
const supportingDocument = (about: string) =>
  document(`Documents about the ${about}`, {
    hint: 'Court or school records, if you have any. One file, up to 1 MB (PNG, JPEG, PDF, Word).',
  });

/** Links that applicants share do not show this section. */
export const legalTitle = 'Legal questions';

export function legal(partner: Partner) {
  const { characterLimit, legal: texts, publicSafetyPhone } = partner;
  return section(
    legalTitle,
    [
      ask({
        felony: radio(texts.felony, undefined, { required: texts.felony, hint: texts.whyWeAsk }),
      }),
      when(equals('felony', 'Y'), [
        ask({
          felony_comment: explanation('felony', characterLimit),
          felony_document: supportingDocument('felony'),
        }),
      ]),
      ask({
        conviction: radio(texts.conviction, undefined, {
          required: texts.conviction,
          hint: texts.whyWeAsk,
        }),
      }),
      when(equals('conviction', 'Y'), [
        ask({
          conviction_comment: explanation('conviction', characterLimit),
          conviction_document: supportingDocument('conviction'),
        }),
      ]),
    ],
    `${whoSeesThis(partner, 'legal')} Questions? Call Public Safety at ${publicSafetyPhone}.`.trim(),
  );
}

export const agreements = section('Agreements', [
  ask({
    legal_agree: checkbox('I certify that all of my answers are complete and accurate.', {
      required: 'You must certify that all of your answers are complete and accurate.',
    }),
    grant_counselor_agree: checkbox('I give permission for my counselor to send my transcripts.', {
      required: 'You must give permission for your counselor to send your transcripts.',
    }),
  }),
]);
