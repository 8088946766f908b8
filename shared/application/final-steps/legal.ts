import { ask, checkbox, document, equals, radio, section, textarea, when } from '../../form/index.ts';
import type { Partner } from '../../partners/partner.ts';

/** Required once the applicant has answered Yes. The partner sets the maximum length. */
const explanation = (limit: number) =>
  textarea('Please provide a detailed explanation.', {
    required: 'Please provide a detailed explanation.',
    limit,
  });

/** Court or school papers may be added; the explanation stays required. */
const supportingDocument = (about: string) =>
  document(`Papers about the ${about}`, {
    hint: 'Court or school papers, if you have any. One file of at most 1 MB: .png, .jpeg, .jpg, .pdf or .docx.',
  });

export const legal = ({ characterLimit, legal: texts, name, publicSafetyPhone }: Partner) =>
  section(
    'Legal questions',
    [
      ask({
        felony: radio(texts.felony, undefined, { required: 'Felony Question', hint: texts.whyWeAsk }),
      }),
      when(equals('felony', 'Y'), [
        ask({ felony_comment: explanation(characterLimit), felony_document: supportingDocument('felony') }),
      ]),
      ask({
        conviction: radio(texts.conviction, undefined, {
          required: 'Conviction Question',
          hint: texts.whyWeAsk,
        }),
      }),
      when(equals('conviction', 'Y'), [
        ask({
          conviction_comment: explanation(characterLimit),
          conviction_document: supportingDocument('conviction'),
        }),
      ]),
    ],
    `Questions about these? Public safety at ${name} answers at ${publicSafetyPhone}.`,
  );

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
