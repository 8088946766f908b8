import { ask, checkbox, document, equals, radio, section, textarea, when } from '../../form/index.ts';
import type { Partner } from '../../partners/partner.ts';

/** Decision D-59 for the words, D-96 for the limit. */
const explanation = (limit: number) =>
  textarea('Please provide a detailed explanation.', {
    required: 'Please provide a detailed explanation.',
    limit,
  });

/** Beside the explanation, never instead of it (decision D-78). */
const papers = (about: string) =>
  document(`Papers about the ${about}`, {
    hint: 'Court or school papers, if you have any. One file of at most 1 MB: .png, .jpeg, .jpg, .pdf or .docx.',
  });

export const legal = ({ characterLimit, legal: words, name, publicSafetyPhone }: Partner) =>
  section(
    'Legal questions',
    [
      ask({
        felony: radio(words.felony, undefined, { required: 'Felony Question', hint: words.whyWeAsk }),
      }),
      when(equals('felony', 'Y'), [
        ask({ felony_comment: explanation(characterLimit), felony_document: papers('felony') }),
      ]),
      ask({
        conviction: radio(words.conviction, undefined, {
          required: 'Conviction Question',
          hint: words.whyWeAsk,
        }),
      }),
      when(equals('conviction', 'Y'), [
        ask({ conviction_comment: explanation(characterLimit), conviction_document: papers('conviction') }),
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
