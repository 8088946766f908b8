import { expect, it } from 'vitest';
import { hasAnswers, resetForm, setAnswers } from '../../../web/form-state/form-store.ts';
import { toast } from '../../../web/ui/toast.ts';

it('a set of answers counts as filled as soon as one of them is not empty [EN-08]', () => {
  resetForm();
  setAnswers({ first_name: '', legal_agree: false });
  expect(hasAnswers()).toBe(false);
  setAnswers({ last_name: 'Lindgren' });
  expect(hasAnswers()).toBe(true);
  resetForm();
});

it('a toast is either a success or an error [EN-28]', () => {
  expect(Object.keys(toast).filter((kind) => !kind.startsWith('close'))).toEqual(['success', 'error']);
});
