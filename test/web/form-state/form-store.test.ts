import { expect, it } from 'vitest';
import { forgetStanding, hasAnswers, put } from '../../../web/form-state/form-store.ts';
import { toast } from '../../../web/ui/toast.ts';

it('a set of answers is filled as soon as one of them is not empty [EN-08]', () => {
  forgetStanding();
  put({ first_name: '', legal_agree: false });
  expect(hasAnswers()).toBe(false);
  put({ last_name: 'Lindgren' });
  expect(hasAnswers()).toBe(true);
  forgetStanding();
});

it('news is a success or an error [EN-28]', () => {
  expect(Object.keys(toast).filter((kind) => kind !== 'close')).toEqual(['success', 'error']);
});
