import { ask, equals, radio, section, textarea, tick, when } from '../../form/index.ts';
import type { Partner } from '../../partners/partner.ts';

const whyWeAsk = 'We ask to keep our campus safe. Answering Yes does not stop you from submitting.';

/** Decision D-59 for the words, D-96 for the limit, D-110 for the help. */
const explanation = (limit: number) =>
  textarea('Please provide a detailed explanation.', {
    required: 'Please provide a detailed explanation.',
    limit,
  });

export const legal = ({ characterLimit }: Partner) =>
  section('Legal questions', [
    ask({
      felony: radio('Have you ever been convicted of a felony?', undefined, {
        required: 'Felony Question',
        hint: whyWeAsk,
      }),
    }),
    when(equals('felony', 'Y'), [ask({ felony_comment: explanation(characterLimit) })]),
    ask({
      conviction: radio(
        'Do you have a conviction or a charge pending other than a minor traffic offense?',
        undefined,
        {
          required: 'Conviction Question',
          hint: whyWeAsk,
        },
      ),
    }),
    when(equals('conviction', 'Y'), [ask({ conviction_comment: explanation(characterLimit) })]),
  ]);

export const agreements = section('Agreements', [
  ask({
    legal_agree: tick('I certify that all of my answers are complete and accurate.', {
      required: 'You must certify that all of your answers are complete and accurate.',
    }),
    grant_counselor_agree: tick('I give permission for my counselor to send my transcripts.', {
      required: 'You must give permission for your counselor to send your transcripts.',
    }),
  }),
]);
