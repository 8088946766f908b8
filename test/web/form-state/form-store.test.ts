import { expect, it } from 'vitest';
import { hasAnswers, resetForm, setAnswers } from '../../../web/form-state/form-store.ts';
import { shownToasts, toast } from '../../../web/ui/toast.ts';

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

it('a new success toast replaces the one before it on its cause; others and errors stay', () => {
  toast.error('Error adding another senior_course');
  toast.success('We restored your unsaved answers.', 'unsaved answers');
  toast.success('Your password was changed. Please log in.');
  toast.success('You are logged in.');
  expect(shownToasts().map(({ text }) => text)).toEqual([
    'Error adding another senior_course',
    'We restored your unsaved answers.',
    'You are logged in.',
  ]);
  toast.closeCause('Error adding another senior_course');
  expect(shownToasts().map(({ text }) => text)).toEqual([
    'We restored your unsaved answers.',
    'You are logged in.',
  ]);
});
