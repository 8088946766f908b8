import type { ApplicationAnswers, ApplicationKey } from '../../shared/application/index.ts';
import {
  addAnother,
  ask,
  askUnder,
  equals,
  form,
  type KeyOf,
  page,
  section,
  text,
  when,
} from '../../shared/form/index.ts';

const key: ApplicationKey = 'citizenship_type';
const month: ApplicationKey = 'grad_month';
// @ts-expect-error no such question
const wrong: ApplicationKey = 'citizenship_typ';

declare const answers: ApplicationAnswers;
const label: string = answers.citizenship_type_desc;
const agreed: boolean = answers.legal_agree;
// @ts-expect-error a tick is not text
const words: string = answers.legal_agree;
// @ts-expect-error text has no label beside it
answers.first_name_desc;

const lost = section('Lost', [when(equals('nobody_asks_this', 'Y'), [ask({ a: text('A') })])]);
// @ts-expect-error a condition reads a question that nobody asks
form([page('/x', 'X', [lost])]);
form([page('/x', 'X', [lost, section('Found', [ask({ nobody_asks_this: text('B') })])])]);

const colleges = form([
  page('/x', 'X', [
    section('S', [
      addAnother('College', 'college', 5, (college) => [askUnder(college, { city: text('City') })]),
    ]),
  ]),
]);
const fifth: KeyOf<typeof colleges> = 'college_5_city';
// @ts-expect-error there are only five
const sixth: KeyOf<typeof colleges> = 'college_6_city';

export { agreed, fifth, key, label, month, sixth, words, wrong };
